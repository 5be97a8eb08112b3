// error: cannot find how to call
#include <ttg.h>
int main() {
  ttg::Edge<int, double> in("in"), out("out");
  ttg::Edge<long, double> other("other");
  ttg::Edge<int, int> ints("ints");
  ttg::make_tt([](auto, auto, auto, auto, auto) {}, ttg::edges(in), ttg::edges());
}
