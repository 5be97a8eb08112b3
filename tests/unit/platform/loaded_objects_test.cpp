// Functions and names of what the loader has mapped, beside what the loader itself says.
#include "platform/loaded_objects.h"

#include <dlfcn.h>

#include <gtest/gtest.h>

namespace xomp::platform {
namespace {

TEST(LoadedObjects, FindsTheFunctionThatTheLoaderFinds) {
  void* const found = find_loaded_function("__cxa_get_globals", "libstdc++.so", "libc++abi.so");
  EXPECT_NE(found, nullptr);
  EXPECT_EQ(found, dlsym(RTLD_DEFAULT, "__cxa_get_globals"));
}

TEST(LoadedObjects, LooksIntoObjectsOfTheseNamesOnly) {
  // Not a function that a sanitizer brings along in the executable, which is looked into, too.
  EXPECT_NE(find_loaded_function("gnu_get_libc_version", "libm.so", "libc.so"), nullptr);
  EXPECT_EQ(find_loaded_function("gnu_get_libc_version", "libm.so", "libstdc++.so"), nullptr);
}

TEST(LoadedObjects, FindsNeitherDataNorWhatIsMissing) {
  EXPECT_EQ(find_loaded_function("environ", "libc.so", "libc.so"), nullptr);
  EXPECT_EQ(find_loaded_function("xomp_no_such_function", "libc.so", "libstdc++.so"), nullptr);
}

TEST(LoadedObjects, CountChangesWithEachLoadAndUnload) {
  const std::uint64_t before = count_of_loads();
  EXPECT_EQ(count_of_loads(), before);
  constexpr const char* kLibrary = "libanl.so.1";
  ASSERT_EQ(dlopen(kLibrary, RTLD_NOW | RTLD_NOLOAD), nullptr) << "loaded already: another library is wanted here";
  void* const library = dlopen(kLibrary, RTLD_NOW);
  ASSERT_NE(library, nullptr) << dlerror();
  const std::uint64_t with = count_of_loads();
  EXPECT_NE(with, before);
  dlclose(library);
  EXPECT_NE(count_of_loads(), with);
}

TEST(LoadedObjects, FileNamesAreComparedWithoutTheirFolder) {
  dl_phdr_info object{};
  object.dlpi_name = "/usr/lib/libc++.d/libstdc++.so.6";
  EXPECT_TRUE(is_file_of(object, "libstdc++.so"));
  EXPECT_FALSE(is_file_of(object, "libc++"));
  EXPECT_FALSE(is_executable(object));
}

}  // namespace
}  // namespace xomp::platform
