// error: takes its output terminals by non-const reference
#include <ttg.h>
int main() {
  ttg::Edge<int, double> in("in"), out("out");
  ttg::Edge<long, double> other("other");
  ttg::Edge<int, int> ints("ints");
  ttg::make_tt([](const int&, const double&, std::tuple<ttg::Out<int, double>>) {}, ttg::edges(in), ttg::edges(out));
}
