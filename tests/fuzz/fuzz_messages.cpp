// Any bytes as what three other ranks send to a rank of a TTG program. The program ends with a sentence, or it goes on; a value
// that cannot be read is a failure of the world. The input is a list of records, each behind six bytes: who sends it, what is
// wrong with its batch, and the head; Script below says how.
#define XOMP_TTG_RANKS 1
#include <ttg.h>

#include <memory>
#include <set>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "fuzz/input.h"
#include "fuzz/little_memory.h"

namespace {

using namespace ttg::ranks;

constexpr int kRanks = 5, kOwn = 0, kRefuser = 4;  // the last one only says that it does not want what it is offered

struct Aborted {};  // in place of the end of all ranks

// Delivers what the script says, and what was offered to others is refused when the world ends.
class Wire final : public Transport {
 public:
  struct Message {
    int from;
    std::vector<char> bytes;
  };
  explicit Wire(std::vector<Message> messages) : messages_(std::move(messages)) {}
  ~Wire() override {
    std::set<Request*> left;  // of a world that was aborted; one can have several parts
    for (const Wanted& w : wanted_) left.insert(w.request);
    for (Request* const r : left) delete dynamic_cast<Passage*>(r);
  }

  int rank() const override { return kOwn; }
  int size() const override { return kRanks; }
  std::string name() const override { return "script"; }
  std::size_t largest_piece() const override { return 1000; }
  bool may_call() const override { return std::this_thread::get_id() == thread_; }
  bool try_begin_calls() override { return may_call(); }
  // What comes does so while there is one of these.
  struct Open {
    Wire& wire;
    explicit Open(Wire& w) : wire(w) { wire.is_open_ = true; }
    ~Open() { wire.is_open_ = false; }
  };
  bool is_through() const { return messages_.empty() && wanted_.empty() && sent_.empty(); }
  void begin_end() {
    is_open_ = is_ending_ = true;
    messages_.clear();
  }

  void send_batch(int to, const char* data, std::size_t bytes, Request& request) override {
    must_be(to > kOwn && to < kRanks && bytes >= sizeof(BatchHeader));
    Reader records(data + sizeof(BatchHeader), bytes - sizeof(BatchHeader));
    while (records.left() != 0) {
      const auto head = records.get<RecordHead>();
      note_offer(head, Reader(records.skip(head.bytes), head.bytes));
    }
    sent_.push_back(&request);
  }
  void send_piece(int to, int tag, const void* data, std::size_t bytes, Request& request) override {
    must_be(to > kOwn && to < kRanks && tag >= 0);
    for (std::size_t i = 0; i < bytes; ++i) sum_ += static_cast<const unsigned char*>(data)[i];
    sent_.push_back(&request);
  }
  void receive_piece(int, int, void* data, std::size_t bytes, Request& request) override {
    if ((wanted_bytes_ += bytes) > kMostWanted) throw Aborted{};
    wanted_.push_back({data, bytes, &request});
  }
  void begin_wave(const Wave& mine, Wave& all) override { all = mine; }
  void begin_broadcast(void*, std::size_t, int) override {}
  void begin_gather(const void* mine, std::size_t bytes, void* all) override {
    for (std::size_t i = 0; i < kRanks; ++i) std::memcpy(static_cast<char*>(all) + i * bytes, mine, bytes);
  }
  bool collective_is_over() override { return true; }

  bool poll(Sink& sink) override {
    if (!is_open_) return false;
    for (Request* r : std::exchange(sent_, {})) r->is_done();
    for (std::size_t i = 0; i < wanted_.size();) {
      const Wanted w = wanted_[i];
      wanted_.erase(wanted_.begin() + static_cast<std::ptrdiff_t>(i));
      std::memset(w.data, 1, w.bytes);
      w.request->is_done();
    }
    if (is_ending_) return refuse(sink);
    if (messages_.empty()) return false;
    const Message m = std::move(messages_.front());
    messages_.erase(messages_.begin());
    sink.take_batch(m.from, m.bytes.data(), m.bytes.size());
    return true;
  }
  void close() override {}
  [[noreturn]] void abort() override { throw Aborted{}; }

 private:
  struct Wanted {
    void* data;
    std::size_t bytes;
    Request* request;
  };
  static void must_be(bool holds) {
    if (!holds) std::abort();
  }
  void note_offer(const RecordHead& head, Reader body) {
    if (head.kind != Kind::large && head.form != Form::outside) return;
    if (head.kind == Kind::value) body.skip(head.more_targets == 0 ? 0 : (head.more_targets + 1u) * sizeof(Target));
    if (head.kind == Kind::spread) body.skip(sizeof(std::uint64_t));
    offers_.push_back(body.get<std::uint64_t>());
  }
  bool refuse(Sink& sink) {
    if (offers_.empty()) return false;
    Bytes batch;
    batch.put(BatchHeader{++refusals_, 0, 0});
    RecordHead head{};
    head.kind = Kind::ready;
    head.bytes = sizeof(std::uint64_t) + sizeof kNoThanks;
    batch.put(head);
    batch.put(offers_.back());
    batch.put(kNoThanks);
    offers_.pop_back();
    try {
      sink.take_batch(kRefuser, batch.data(), batch.size());
    } catch (const Aborted&) {  // the script has fetched it
    }
    return true;
  }

  std::vector<Message> messages_;
  std::vector<Wanted> wanted_;
  std::vector<Request*> sent_;
  std::vector<std::uint64_t> offers_;
  static constexpr std::size_t kMostWanted = 256 * 1024;  // an exception for each of a million keys takes its time
  std::size_t wanted_bytes_ = 0;
  std::uint64_t refusals_ = 0, sum_ = 0;
  const std::thread::id thread_ = std::this_thread::get_id();
  bool is_open_ = false, is_ending_ = false;
};

// Records, until the input ends:
//   sender  low two bits: rank 1 to 3; bit 2: a new batch; bits 3 to 7: what is odd about the batch, of a new one
//   kind, form and terminal (two of the next byte's bits), further targets, TT, keys, how long the body is
//   the body
class Script {
 public:
  explicit Script(xomp::fuzz::Bytes input) : in_(input) {}
  std::vector<Wire::Message> messages() {
    while (!in_.empty()) add_record();
    return std::move(messages_);
  }

 private:
  void add_record() {
    const std::uint8_t sender = in_.take();
    const int from = 1 + (sender & 3) % 3;
    if (messages_.empty() || messages_.back().from != from || (sender & 4) != 0) begin_batch(from, sender >> 3);
    const std::uint8_t kind = in_.take(), more = in_.take(), tt = in_.take(), keys = in_.take();
    RecordHead head{};
    head.kind = static_cast<Kind>(kind & 15);
    head.form = static_cast<Form>(kind >> 4 & 3);
    head.terminal = kind >> 6;
    head.more_targets = more & 7;
    head.tt = tt == 255 ? 0xffff'ffff : tt;
    head.keys = keys == 255 ? 0xffff'ffff : keys;
    std::size_t bytes = in_.take();
    bytes = bytes < in_.count() ? bytes : in_.count();
    head.bytes = static_cast<std::uint32_t>(bytes);
    if ((more & 0xf8) == 0xf8) head.bytes = static_cast<std::uint32_t>(xomp::fuzz::odd_number(in_.take()));
    add(&head, sizeof head);
    for (std::size_t i = 0; i < bytes; ++i) messages_.back().bytes.push_back(static_cast<char>(in_.take()));
  }
  void begin_batch(int from, unsigned odd) {
    messages_.push_back({from, {}});
    BatchHeader header{++sequence_[from], 0, 0};
    if (odd == 1) header.sequence = xomp::fuzz::odd_number(in_.take());
    if (odd == 2) header.epoch = xomp::fuzz::odd_number(in_.take());
    if (odd == 3) header.credits = xomp::fuzz::odd_number(in_.take());
    add(&header, odd == 4 ? in_.take() % sizeof header : sizeof header);
  }
  void add(const void* data, std::size_t bytes) {
    std::vector<char>& to = messages_.back().bytes;
    to.insert(to.end(), static_cast<const char*>(data), static_cast<const char*>(data) + bytes);
  }

  xomp::fuzz::Bytes in_;
  std::vector<Wire::Message> messages_;
  std::uint64_t sequence_[kRanks] = {};
};

// --- the program: one TT of each kind ---

struct Text {
  std::string text;
  std::vector<int> numbers;
  template <class Archive>
  void serialize(Archive& ar) {
    ar & text & numbers;
  }
};
struct WithBuffer {
  ttg::Buffer<double> data;
  std::string name;
  template <class Archive>
  void serialize(Archive& ar) {
    ar & data & name;
  }
};

volatile double sum;
void use(double value) { sum = sum + value; }
template <class Numbers>
void use_all(const Numbers& numbers) {
  for (const auto& n : numbers) use(static_cast<double>(n));
}

using Key = std::pair<int, int>;

struct Program {
  ttg::Edge<int, std::vector<double>> vectors{"vectors"};
  ttg::Edge<int, int> numbers{"numbers"};
  ttg::Edge<std::string, Text> texts{"texts"};
  ttg::Edge<int, long> aggregated{"aggregated"};
  ttg::Edge<Key, void> nothing{"nothing"};
  ttg::Edge<int, int> asks{"asks"};
  ttg::Edge<int, std::vector<int>> pulled{
      "pulled", true, {[](const int& k) { return std::vector<int>(static_cast<std::size_t>(k & 0xfff), k); },
                       [](const int& k) { return k; }, [](const int& k) { return k & 3; }}};
  ttg::Edge<Key, WithBuffer> buffers{"buffers"};
  std::vector<std::unique_ptr<ttg::TTBase>> tts;

  Program() {
    add(ttg::make_tt([](const int&, std::vector<double>&& v, const int& n) { use_all(v), use(n); },
                     ttg::edges(vectors, numbers), ttg::edges(), "takes"));
    add(ttg::make_tt([](const int&, const std::vector<double>& v) { use_all(v); }, ttg::edges(vectors), ttg::edges(), "reads"));
    auto reduces = ttg::make_tt([](const std::string& key, Text&& t) { use_all(key), use_all(t.text), use_all(t.numbers); },
                                ttg::edges(texts), ttg::edges(), "reduces");
    reduces->set_input_reducer<0>([](Text& a, const Text& b) { a.text += b.text, a.numbers = b.numbers; });
    add(std::move(reduces));
    add(ttg::make_tt([](const int&, const ttg::Aggregator<long>& all) { use_all(all); },
                     ttg::edges(ttg::make_aggregator(aggregated, 2)), ttg::edges(), "aggregates"));
    add(ttg::make_tt([](const Key& key) { use(key.first); }, ttg::edges(nothing), ttg::edges(), "key only"));
    auto pulls = ttg::make_tt([](const int&, const int& n, const std::vector<int>& v) { use(n), use_all(v); },
                              ttg::edges(asks, pulled), ttg::edges(), "pulls");
    add(std::move(pulls));
    add(ttg::make_tt([](const Key&, const WithBuffer& b) {
                       for (std::size_t i = 0; i < b.data.size(); ++i) use(b.data.host_ptr()[i]);
                     },
                     ttg::edges(buffers), ttg::edges(), "buffer"));
  }
  template <class TT>
  void add(std::unique_ptr<TT> tt) {
    tt->set_keymap([](const auto&) { return kOwn; });
    tts.push_back(std::move(tt));
  }
};

// All that comes is handled, then the tasks run, which may ask for more. False: all ranks were to end.
bool run(ttg::base::WorldImplBase& world, Wire& wire) {
  constexpr int kMostPolls = 10'000, kRounds = 3;
  Exchange& exchange = *world.link().exchange();
  for (int round = 0; round < kRounds; ++round) {
    const Wire::Open open(wire);
    try {
      for (int i = 0; i < kMostPolls && (exchange.poll(Poller::idle) || !wire.is_through()); ++i) {}
    } catch (const Aborted&) {
      exchange.leave();
      return false;
    }
    xomp::graph::wait_for_group(world.group());
  }
  return true;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t bytes) {
  static const bool is_begun = [] {
    ttg::initialize(0, nullptr, 1);
    ttg::diagnose_off();
    return true;
  }();
  if (!is_begun) return 0;
  const ttg::World first = ttg::get_default_world();
  auto transport = std::make_unique<Wire>(Script({data, bytes}).messages());
  Wire& wire = *transport;
  {
    ttg::World world(std::make_shared<ttg::base::WorldImplBase>());
    world.impl().link().open(std::move(transport));
    ttg::set_default_world(world);
    Program program;
    for (auto& tt : program.tts) tt->make_executable();
    if (!run(world.impl(), wire)) world.impl().failure().note(std::make_exception_ptr(std::runtime_error("aborted")));
    wire.begin_end();
    world.impl().destroy();
  }
  ttg::set_default_world(first);
  return 0;
}
