// error: ttg: a key needs a hash: give the type a member hash()
#include <ttg.h>

struct Key {
  double d = 0;
  friend bool operator==(const Key&, const Key&) = default;
};
int main() {
  ttg::Edge<Key, int> a("a"), b("b");
  auto tt = ttg::make_tt([](const Key&, const int&, const int&) {}, ttg::edges(a, b), ttg::edges());
  tt->invoke(Key{}, 1, 2);
}
