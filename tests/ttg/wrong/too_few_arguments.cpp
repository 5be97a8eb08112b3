// error: wrong number of arguments
#include <ttg.h>
int main() {
  ttg::Edge<int, double> in("in"), out("out");
  ttg::Edge<long, double> other("other");
  ttg::Edge<int, int> ints("ints");
  ttg::make_tt([](const int&) {}, ttg::edges(in), ttg::edges());
}
