// The encoder against examples of the wire format's specification, and against a decoder.
#include "trace/protobuf.h"

#include <gtest/gtest.h>

#include <cstring>
#include <string>
#include <vector>

namespace xomp::tool {
namespace {

std::string bytes(std::initializer_list<int> values) {
  std::string text;
  for (const int v : values) text += static_cast<char>(v);
  return text;
}

TEST(Protobuf, Varints) {
  Message m;
  m.number(1, 150);
  EXPECT_EQ(m.bytes(), bytes({0x08, 0x96, 0x01}));
  m.clear();
  m.number(1, 0);
  m.number(16, 127);
  m.number(1, 128);
  EXPECT_EQ(m.bytes(), bytes({0x08, 0x00, 0x80, 0x01, 0x7f, 0x08, 0x80, 0x01}));
  m.clear();
  m.number(1, UINT64_MAX);  // the longest: ten bytes
  EXPECT_EQ(m.bytes(), bytes({0x08, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x01}));
}

TEST(Protobuf, FixedNumbersAndTexts) {
  Message m;
  m.fixed(47, 0x0102030405060708);
  EXPECT_EQ(m.bytes(), bytes({0xf9, 0x02, 8, 7, 6, 5, 4, 3, 2, 1}));
  m.clear();
  m.real(44, 1.5);
  EXPECT_EQ(m.bytes(), bytes({0xe1, 0x02, 0, 0, 0, 0, 0, 0, 0xf8, 0x3f}));
  m.clear();
  m.text(2, "testing");
  EXPECT_EQ(m.bytes(), bytes({0x12, 7, 't', 'e', 's', 't', 'i', 'n', 'g'}));
  m.clear();
  m.text(2, "");
  EXPECT_EQ(m.bytes(), bytes({0x12, 0}));
}

TEST(Protobuf, AMessageInAMessage) {
  Message inner, outer;
  inner.number(1, 150);
  outer.message(3, inner);
  EXPECT_EQ(outer.bytes(), bytes({0x1a, 3, 0x08, 0x96, 0x01}));
  Message large;
  large.text(1, std::string(300, 'x'));
  outer.clear();
  outer.message(1, large);
  EXPECT_EQ(outer.bytes().substr(0, 3), bytes({0x0a, 0xaf, 0x02}));  // 303 bytes
  EXPECT_EQ(outer.bytes().size(), 306u);
}

// A cursor over bytes, as a reader of the format has it.
struct Reader {
  std::string data;
  std::size_t at = 0;
  std::uint64_t varint() {
    std::uint64_t value = 0;
    for (int shift = 0;; shift += 7) {
      const auto byte = static_cast<unsigned char>(data.at(at++));
      value |= static_cast<std::uint64_t>(byte & 0x7f) << shift;
      if (byte < 0x80) return value;
    }
  }
};

TEST(Protobuf, WhatWasWrittenIsRead) {
  std::uint64_t value = 1;
  Message m;
  std::vector<std::uint64_t> written;
  for (std::uint32_t field = 1; field < 2000; field += 7) {
    value = value * 6364136223846793005u + 1442695040888963407u;
    written.push_back(value >> field % 64);
    m.number(field, written.back());
  }
  Reader reader{m.bytes()};
  std::uint32_t field = 1;
  for (const std::uint64_t expected : written) {
    EXPECT_EQ(reader.varint(), std::uint64_t{field} << 3);
    EXPECT_EQ(reader.varint(), expected);
    field += 7;
  }
  EXPECT_EQ(reader.at, m.bytes().size());
}

}  // namespace
}  // namespace xomp::tool
