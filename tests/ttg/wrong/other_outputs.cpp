// error: is not the tuple of output terminals that the output edges give
#include <ttg.h>
int main() {
  ttg::Edge<int, double> in("in"), out("out");
  ttg::Edge<long, double> other("other");
  ttg::Edge<int, int> ints("ints");
  ttg::make_tt([](const int&, const double&, std::tuple<ttg::Out<int, int>>&) {}, ttg::edges(in), ttg::edges(out));
}
