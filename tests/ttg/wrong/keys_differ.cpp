// error: the input edges have different key types
#include <ttg.h>
int main() {
  ttg::Edge<int, double> in("in"), out("out");
  ttg::Edge<long, double> other("other");
  ttg::Edge<int, int> ints("ints");
  ttg::make_tt([](const int&, const double&, const double&) {}, ttg::edges(in, other), ttg::edges());
}
