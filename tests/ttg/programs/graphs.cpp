// Graphs: classes, nodes that are graphs, ready-made TTs, connecting by hand, and looking at graphs.
#include "../check.h"

#include <algorithm>

template <class Error, class F>
static bool throws(F&& f) {
  try {
    f();
  } catch (const Error&) {
    return true;
  } catch (...) {
  }
  return false;
}

// A class without edges; its terminals are connected by hand.
struct Source : ttg::TT<void, std::tuple<ttg::Out<int, int>, ttg::Out<int, void>>, Source> {
  Source() : ttT("source", {}, {"values", "keys"}) {}
  void op(std::tuple<ttg::Out<int, int>, ttg::Out<int, void>>& outs) {
    for (int k = 0; k < 10; ++k) {
      ttg::send<0>(k, 10 * k, outs);
      ttg::sendk<1>(k, outs);
    }
  }
};
struct Middle : ttg::TT<int, std::tuple<ttg::Out<int, int>>, Middle, ttg::typelist<const int, void>> {
  Middle(const std::string& name, std::function<int(const int&)> keymap, std::function<int(const int&)> priomap)
      : ttT(name, {"value", "key"}, {"out"}, std::move(keymap), std::move(priomap)) {}
  void op(const int& key, const typename ttT::input_refs_tuple_type& inputs, std::tuple<ttg::Out<int, int>>& outs) const {
    ttg::send<0>(key, ttT::template get<0, const int&>(inputs) + 1, outs);
  }
};
static_assert(Middle::numins == 2 && Middle::numinedges == 2 && Middle::numouts == 1 && Source::numins == 1 && Source::numinedges == 0);
static_assert(std::is_same_v<Middle::input_args_type, std::tuple<const int, void>>);
static_assert(std::is_same_v<Middle::input_refs_tuple_type, std::tuple<const int&>>);
static_assert(Middle::runtime == ttg::ttg_runtime && ttg::runtime_traits<Middle::runtime>::supports_streaming_terminal);

static void by_hand() {
  Source source;
  Middle middle("middle", [](const int&) { return 0; }, [](const int& k) { return k; });
  std::atomic<int> sum{0};
  auto last = ttg::make_tt([&](const int&, const int& v) { sum += v; }, ttg::edges(ttg::Edge<int, int>()), ttg::edges(), {}, {}, {});
  ttg::connect<0, 0>(&source, &middle);
  ttg::connect(source.out<1>(), middle.in<1>());
  CHECK(!ttg::verify(&source));
  ttg::connect(0, 0, static_cast<ttg::TTBase*>(&middle), static_cast<ttg::TTBase*>(last.get()));
  CHECK(ttg::make_graph_executable(&source));
  CHECK(source.out<0>()->get_connections().size() == 1 && middle.in<0>()->get_predecessors().size() == 1);
  CHECK(middle.in<0>()->get_name() == "value" && middle.in<0>()->get_index() == 0 && middle.in<0>()->get_tt() == &middle);
  CHECK(middle.in<0>()->get_type() == ttg::TerminalBase::Type::Read && source.out<0>()->get_type() == ttg::TerminalBase::Type::Write);
  CHECK(middle.keymap(3) == 0 && middle.get_priomap()(7) == 7);
  // Another value type, an input as a producer, a terminal that is not there, a wrong number of names.
  CHECK(throws<std::invalid_argument>([&] { ttg::connect(0, 1, static_cast<ttg::TTBase*>(&middle), static_cast<ttg::TTBase*>(&middle)); }));
  CHECK(throws<std::string>([&] { static_cast<ttg::TTBase&>(middle).out(5); }));
  CHECK(throws<std::logic_error>([] { ttg::make_tt([](const int&, const int&) {}, ttg::edges(ttg::Edge<int, int>()), ttg::edges(), "x", {"a", "b"}); }));
  source.invoke();
  ttg::fence();
  CHECK(sum == 460);
  CHECK(middle.get_class_name().find("Middle") != std::string::npos && source.get_instance_id() < middle.get_instance_id());
}

// A graph of two TTs as a node: 10 k -> 10 k + 1 -> twice that.
static auto node(std::atomic<int>& ran) {
  ttg::Edge<int, int> in("in"), inner("inner"), out("out");
  auto a = ttg::make_tt([](const int& k, const int& v) { ttg::send<0>(k, v + 1); }, ttg::edges(in), ttg::edges(inner), "plus one");
  auto b = ttg::make_tt([&](const int& k, int v) { ++ran, ttg::send<0>(k, 2 * v); }, ttg::edges(inner), ttg::edges(out), "twice");
  auto ins = std::make_tuple(a->template in<0>());
  auto outs = std::make_tuple(b->template out<0>());
  std::vector<std::unique_ptr<ttg::TTBase>> parts;
  parts.push_back(std::move(a));
  parts.push_back(std::move(b));
  return ttg::make_ttg(std::move(parts), ins, outs, "node");
}
static void nodes() {
  std::atomic<int> ran{0}, sum{0};
  auto graph = node(ran);
  auto first = ttg::make_tt<void>([](std::tuple<ttg::Out<int, int>>& outs) {
    for (int k = 0; k < 10; ++k) ttg::send<0>(k, 10 * k, outs);
  }, ttg::edges(), ttg::edges(ttg::Edge<int, int>("unused")), "first");
  auto last = ttg::make_tt([&](const int&, const int& v) { sum += v; }, ttg::edges(ttg::Edge<int, int>("unused too")), ttg::edges(), "last");
  ttg::connect<0, 0>(first, graph);
  ttg::connect<0, 0>(graph, last);
  CHECK(graph->is_ttg() && graph->get_op(0)->ttg_ptr() == graph.get() && graph->get_op(1)->get_name() == "twice");
  CHECK(ttg::make_graph_executable(first));
  first->invoke();
  ttg::fence();
  CHECK(ran == 10 && sum == 920);

  const std::string dot = ttg::Dot{}(first.get());
  CHECK(dot.rfind("digraph", 0) == 0 && std::count(dot.begin(), dot.end(), '{') == std::count(dot.begin(), dot.end(), '}'));
  for (const char* part : {"first", "plus one", "twice", "last", "cluster", "int"}) CHECK(dot.find(part) != std::string::npos);
  CHECK(ttg::Dot{true}(first).find("int") == std::string::npos);
  int tts = 0, inputs = 0, outputs = 0;
  CHECK(ttg::make_traverse([&](ttg::TTBase*) { ++tts; }, [&](ttg::TerminalBase*) { ++inputs; }, [&](ttg::TerminalBase*) { ++outputs; })(first));
  CHECK(tts >= 4 && inputs >= 4 && outputs >= 3);
}

static void trees() {
  constexpr int n = 13;
  ttg::Edge<int, int> in("in"), spread("spread");
  ttg::Edge<int, int> out("out"), leaves("leaves");
  std::atomic<int> result{0}, seen{0};
  ttg::BinaryTreeReduce<int, std::plus<int>, int> reduce(in, out, 3, 77, std::plus<int>{}, ttg::default_execution_context(), n);
  auto last = ttg::make_tt([&](const int& key, const int& sum) {
    CHECK(key == 77);
    result = sum;
    ttg::send<0>(2, sum);
  }, ttg::edges(out), ttg::edges(spread), "sum");
  ttg::BinaryTreeBroadcast<int> broadcast(spread, leaves, {100, 101}, 2, ttg::default_execution_context(), n);
  auto leaf = ttg::make_tt([&](const int& key, const int& v) {
    CHECK((key == 100 || key == 101) && v == result);
    ++seen;
  }, ttg::edges(leaves), ttg::edges(), "leaf");
  ttg::make_graph_executable(&reduce);
  for (int k = 0; k < n; ++k) reduce.in<0>()->send(k, k);
  ttg::fence();
  CHECK(result == n * (n - 1) / 2 && seen == 2 * n);

  const ttg::BinarySpanningTree tree(n, 3);
  int children = 0;
  for (int k = 0; k < n; ++k)
    for (const int c : {tree.child_keys(k).first, tree.child_keys(k).second})
      if (c != -1) {
        ++children;
        CHECK(tree.parent_key(c) == k);
      }
  CHECK(children == n - 1 && tree.parent_key(3) == -1 && tree.size() == n);
}

// A sink; fused edges with producers and consumers that come in any order; make_tt_tpl.
static void edges() {
  ttg::Edge<int, double> a("a"), b("b"), c("c");
  std::atomic<int> seen{0};
  auto both = ttg::make_tt([&](const int&, const double&) { ++seen; }, ttg::edges(ttg::fuse(a, b)), ttg::edges(), "both");
  auto producer = ttg::make_tt([](const int& k) {
    ttg::send<0>(k, 0.5);
    ttg::send(1, k, 1.5);
    ttg::send<2>(k, 2.5);
  }, ttg::edges(ttg::Edge<int, void>("start")), ttg::edges(a, b, c), "producer");
  ttg::SinkTT<int, double> sink(c);
  a = ttg::fuse(a, c);  // another handle; what is connected stays so
  CHECK(a.live());
  auto more = ttg::make_tt([&](const int&, double) { ++seen; }, ttg::edges(a), ttg::edges(), "more");
  ttg::make_graph_executable(producer.get());
  for (int k = 0; k < 5; ++k) producer->invoke(k);
  ttg::fence();
  CHECK(seen == 20);

  ttg::Edge<int, std::string> s("s");
  ttg::Edge<int, int> n("n");
  std::atomic<int> tuples{0};
  auto read = ttg::make_tt_tpl([&](const int& k, const std::tuple<const int&, const std::string&>& in, std::tuple<>&) {
    CHECK(std::get<0>(in) == k && std::get<1>(in) == "x");
    ++tuples;
  }, ttg::edges(n, s), ttg::edges(), "reads a tuple");
  static_assert(std::is_same_v<decltype(read)::element_type::input_args_type, std::tuple<const int, const std::string>>);
  auto take = ttg::make_tt_tpl([&](const int&, std::tuple<int&&, std::string&&>&& in) {
    CHECK(std::get<1>(in).size() == 1);
    ++tuples;
  }, ttg::edges(n, s), ttg::edges(), "takes a tuple");
  auto send = ttg::make_tt<void>([](std::tuple<ttg::Out<int, int>, ttg::Out<int, std::string>>& outs) {
    for (int k = 0; k < 5; ++k) ttg::send<0>(k, k, outs), ttg::send<1>(k, std::string("x"), outs);
  }, ttg::edges(), ttg::edges(n, s), "sends");
  CHECK(ttg::make_graph_executable(send));
  send->invoke();
  ttg::fence();
  CHECK(tuples == 10);
  std::vector<int> container{1};
  CHECK(throws<std::runtime_error>([&] {
    ttg::Edge<int, int> pulled("pulled", true, {container, [](const int& k) { return k; }, [](int) { return 0; }}), plain("plain");
    ttg::fuse(pulled, plain);
  }));
}

int main(int argc, char** argv) { run_rounds(argc, argv, 10, {by_hand, nodes, trees, edges}); }
