// error: is for a TT whose inputs carry no data
#include <ttg.h>
int main() {
  ttg::Edge<int, double> in("in"), out("out");
  ttg::Edge<long, double> other("other");
  ttg::Edge<int, int> ints("ints");
  ttg::make_tt([](const int&, const double&) {}, ttg::edges(in), ttg::edges())->invoke(1);
}
