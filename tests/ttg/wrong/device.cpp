// error: there are no devices here
#include <ttg.h>
int main() {
  ttg::Edge<int, double> in("in"), out("out");
  ttg::Edge<long, double> other("other");
  ttg::Edge<int, int> ints("ints");
  ttg::make_tt<ttg::ExecutionSpace::CUDA>([](const int&, const double&) {}, ttg::edges(in), ttg::edges());
}
