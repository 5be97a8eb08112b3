// error: ttg: a constraint has check() and complete()
#include <ttg.h>
struct Mine : ttg::ConstraintBase<int> {};
void f() {
  ttg::Edge<int, void> e;
  auto tt = ttg::make_tt([](const int&) {}, ttg::edges(e), ttg::edges());
  tt->add_constraint(std::make_shared<Mine>());
}
