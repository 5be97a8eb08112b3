// error: value type must be neither a reference nor const
#include <ttg.h>
int main() {
  ttg::Edge<int, double> in("in"), out("out");
  ttg::Edge<long, double> other("other");
  ttg::Edge<int, int> ints("ints");
  ttg::Edge<int, const double> e("e");
}
