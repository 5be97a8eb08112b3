// What the numbers of one lane stand for. A run that kept only its end begins at any number, and a damaged file jumps.
// So there is memory for the numbers in use, and none for those below them.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <unordered_map>

namespace xomp::tool {

class NumberTable {
 public:
  static constexpr std::uint32_t kNone = UINT32_MAX;

  std::uint32_t get(std::uint64_t number) const {
    const Page* const page = find(number / kInPage);
    return page != nullptr ? page->entries[number % kInPage] : kNone;
  }

  void set(std::uint64_t number, std::uint32_t value) {
    const std::uint64_t which = number / kInPage;
    Page* page = find(which);
    if (page == nullptr) {
      page = (pages_[which] = std::make_unique<Page>()).get();
      page->entries.fill(kNone);
      last_ = page;
      last_number_ = which;
    }
    std::uint32_t& entry = page->entries[number % kInPage];
    page->used += entry == kNone;
    entry = value;
  }

  void forget(std::uint64_t number) {
    Page* const page = find(number / kInPage);
    if (page == nullptr || page->entries[number % kInPage] == kNone) return;
    page->entries[number % kInPage] = kNone;
    if (--page->used != 0) return;
    if (page == last_) last_ = nullptr;
    pages_.erase(number / kInPage);
  }

 private:
  static constexpr std::uint64_t kInPage = 256;
  struct Page {
    std::array<std::uint32_t, kInPage> entries;
    std::uint32_t used = 0;
  };
  // Numbers mostly come one after the other, so the last page is tried first.
  Page* find(std::uint64_t which) const {
    if (last_ != nullptr && last_number_ == which) return last_;
    const auto found = pages_.find(which);
    if (found == pages_.end()) return nullptr;
    last_ = found->second.get();
    last_number_ = which;
    return last_;
  }

  std::unordered_map<std::uint64_t, std::unique_ptr<Page>> pages_;
  mutable Page* last_ = nullptr;
  mutable std::uint64_t last_number_ = 0;
};

}  // namespace xomp::tool
