// error: takes its key by const reference or by value
#include <ttg.h>
int main() {
  ttg::Edge<int, double> in("in"), out("out");
  ttg::Edge<long, double> other("other");
  ttg::Edge<int, int> ints("ints");
  ttg::make_tt([](int&, const double&) {}, ttg::edges(in), ttg::edges());
}
