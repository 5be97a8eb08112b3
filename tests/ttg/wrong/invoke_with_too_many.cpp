// error: needs one value for each input that carries data
#include <ttg.h>
int main() {
  ttg::Edge<int, double> in("in"), out("out");
  ttg::Edge<long, double> other("other");
  ttg::Edge<int, int> ints("ints");
  ttg::make_tt([](const int&, const double&) {}, ttg::edges(in), ttg::edges())->invoke(1, 2.0, 3.0);
}
