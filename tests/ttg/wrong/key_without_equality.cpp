// error: ttg: a key needs operator==
#include <ttg.h>

struct Key {
  int i = 0;
  std::size_t hash() const { return 1; }
};
int main() {
  ttg::Edge<Key, int> a("a"), b("b");
  auto tt = ttg::make_tt([](const Key&, const int&, const int&) {}, ttg::edges(a, b), ttg::edges());
}
