// error: takes an input as const T& (reads it) or as T&& or T (consumes it), not as T&
#include <ttg.h>
int main() {
  ttg::Edge<int, double> in("in"), out("out");
  ttg::Edge<long, double> other("other");
  ttg::Edge<int, int> ints("ints");
  ttg::make_tt([](const int&, double&) {}, ttg::edges(in), ttg::edges());
}
