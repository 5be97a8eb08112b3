// error: ttg: the number of an output is too large for these outputs: they begin with 0
#include <ttg.h>

ttg::Edge<int, int> in("in"), out("out");

auto tt = ttg::make_tt([](const int& key, const int& value, std::tuple<ttg::Out<int, int>>& outs) { ttg::send<1>(key, value, outs); },
                       ttg::edges(in), ttg::edges(out));
