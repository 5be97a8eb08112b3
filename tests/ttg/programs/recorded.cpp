// World::dag_on() and profile_on(): the executed graph as a picture, and as a timeline.
#include "../check.h"

#include <unistd.h>

#include <fstream>
#include <map>
#include <set>
#include <sstream>

struct Unprintable {
  int n = 0;
  std::size_t hash() const { return static_cast<std::size_t>(n); }
  friend bool operator==(Unprintable a, Unprintable b) { return a.n == b.n; }
};

static std::string contents(const std::string& file) {
  std::ifstream in(file);
  std::stringstream text;
  text << in.rdbuf();
  CHECK(in.good());
  return text.str();
}

// Nodes by name, and edges between names, of a file for dot.
struct Picture {
  std::map<std::string, int> nodes;
  std::multiset<std::pair<std::string, std::string>> edges;
  int dashed = 0;
};
static Picture read(const std::string& file) {
  Picture picture;
  std::map<std::string, std::string> names;
  std::istringstream in(contents(file));
  std::string line;
  CHECK(std::getline(in, line) && line == "digraph executed {");
  while (std::getline(in, line) && line != "}") {
    std::istringstream words(line);
    std::string from, arrow, to;
    words >> from >> arrow >> to;
    if (arrow == "->") {
      picture.edges.emplace(names.at(from), names.at(to));
      continue;
    }
    const auto begin = line.find('"') + 1;
    ++picture.nodes[names[from] = line.substr(begin, line.find("\",", begin) - begin)];
    if (line.find("style=dashed") != line.npos) ++picture.dashed;
  }
  CHECK(line == "}");
  return picture;
}
static int count(const std::string& text, const std::string& what) {
  int n = 0;
  for (auto at = text.find(what); at != text.npos; at = text.find(what, at + 1)) ++n;
  return n;
}

// 20 tasks in a chain, the sum of whose keys goes to one task that gets a stream.
static void run_chain(int from) {
  ttg::Edge<int, int> e("e"), sum("sum");
  ttg::Edge<Unprintable, void> last("last"), never("never");
  int total = 0;
  auto chain = ttg::make_tt([](const int& key, const int& v, std::tuple<ttg::Out<int, int>, ttg::Out<int, int>>& outs) {
    ttg::send<1>(0, v, outs);
    if (key % 100 < 19) ttg::send<0>(key + 1, v + 1, outs);
  }, ttg::edges(e), ttg::edges(e, sum), "chain \"it\"", {"v"}, {"e", "sum"});
  auto add = ttg::make_tt([&](const int&, const int& v, std::tuple<ttg::Out<Unprintable, void>>& outs) {
    total = v;
    ttg::sendk<0>(Unprintable{7}, outs);
  }, ttg::edges(sum), ttg::edges(last), "add", {"sum"}, {"last"});
  auto two = ttg::make_tt([](const Unprintable&) {}, ttg::edges(last, never), ttg::edges(), "two");
  add->set_input_reducer<0>([](int& a, const int& b) { a += b; }, 20);
  ttg::make_graph_executable(chain);
  chain->invoke(from, 1);
  ttg::fence();
  CHECK(total == 210);
}

int main(int argc, char** argv) {
  const std::string name = "recorded-" + std::to_string(getpid()), dot = name + ".dot", json = name + ".json";
  setenv("TTG_PROFILE", json.c_str(), 1);
  ttg::initialize(argc, argv);
  ttg::diagnose_off();
  ttg::World world = ttg::default_execution_context();
  CHECK(!world.profiling() && !world.dag_profiling());
  run_chain(0);
  for (int round = 0; round < 3; ++round) {
    world.profile_on();
    world.dag_on(dot);
    CHECK(world.profiling() && world.dag_profiling());
    run_chain(100);
    world.dag_off();
    world.profile_off();
    CHECK(!world.profiling() && !world.dag_profiling());
    const Picture picture = read(dot);
    CHECK(picture.nodes.size() == 22 && picture.nodes.at("add(0)") == 1 && picture.nodes.at("chain \\\"it\\\"(100)") == 1);
    CHECK(picture.edges.size() == 19 + 20 + 1 && picture.dashed == 1);
    const std::string timeline = contents(json);
    CHECK(count(timeline, "\"name\"") == 21 && count(timeline, "{") == count(timeline, "}") && timeline.front() == '[');
    std::remove(dot.c_str()), std::remove(json.c_str());
  }
  run_chain(0);  // is not recorded
  CHECK(!std::ifstream(dot));
  world.dag_on(dot);
  run_chain(0);
  ttg::finalize();  // ends it
  CHECK(read(dot).nodes.size() == 22);
  std::remove(dot.c_str());
}
