// See transport.h.
#include "models/cluster/transport.h"

#include <cstdlib>
#include <cstring>
#include <stdexcept>

#include "ttg/ranks/transport/batch.h"
#include "ttg/ranks/wire/record.h"

namespace xomp::cluster {

using ttg::ranks::Bytes;
using ttg::ranks::Reader;
using ttg::ranks::Wave;

namespace {

std::uint64_t records_of(const char* batch, std::size_t bytes) {
  Reader reader(batch, bytes);
  reader.skip(sizeof(ttg::ranks::BatchHeader));
  std::uint64_t count = 0;
  for (; reader.left() != 0; ++count) reader.skip(reader.get<ttg::ranks::RecordHead>().bytes);
  return count;
}

}  // namespace

bool SimulatedTransport::try_begin_calls() {
  Timeline::running().catch_up();
  return true;
}

void SimulatedTransport::pay(Picoseconds time) {
  Timeline::running().spend(time);
  me().usage.messages += time;
}

std::unique_ptr<Message> SimulatedTransport::message(Message::Kind kind, int to, std::size_t bytes) {
  auto m = std::make_unique<Message>();
  m->kind = kind;
  m->from = rank_;
  m->to = to;
  m->bytes = bytes;
  return m;
}

void SimulatedTransport::send_batch(int to, const char* data, std::size_t bytes, ttg::ranks::Request& request) {
  ++batches_sent;
  batch_bytes_sent += bytes;
  pay(me().costs->batch_sent + me().costs->record_sent * records_of(data, bytes));
  auto m = message(Message::Kind::batch, to, bytes);
  m->data = Bytes(data, bytes);
  m->request = &request;
  network_.send(std::move(m));
}
void SimulatedTransport::send_piece(int to, int tag, const void* data, std::size_t bytes,
                                    ttg::ranks::Request& request) {
  ++pieces_sent;
  piece_bytes_sent += bytes;
  begin_piece(bytes);
  auto m = message(Message::Kind::piece, to, bytes);
  m->tag = tag;
  m->memory = data;
  m->request = &request;
  network_.send(std::move(m));
}
void SimulatedTransport::receive_piece(int from, int tag, void* data, std::size_t bytes, ttg::ranks::Request& request) {
  begin_piece(bytes);
  wanted_[{from, tag}].push_back({data, &request});
}

// --- collective steps ---

template <class Each>
void SimulatedTransport::for_each_below(int number, Each&& each) const {
  int most = 1;
  while (most < size()) most *= 2;
  const int lowest = number == 0 ? most : number & -number;
  for (int bit = lowest / 2; bit != 0; bit /= 2)  // the largest subtree first
    if (number + bit < size()) each(number + bit);
}

void SimulatedTransport::begin_step(What what, int root) {
  if (what_ != What::nothing) throw std::logic_error("a collective step begins inside another one");
  what_ = what;
  root_ = root;
  steps_[++number_].has_begun = true;
}
void SimulatedTransport::begin_wave(const Wave& mine, Wave& all) {
  begin_step(What::wave, 0);
  Step& step = steps_[number_];
  if (step.from_below == 0) step.wave = mine;
  else step.wave.combine(mine);
  to_ = &all;
  go_up();
}
void SimulatedTransport::begin_gather(const void* mine, std::size_t bytes, void* all) {
  begin_step(What::gather, 0);
  steps_[number_].gathered.put(rank_);
  steps_[number_].gathered.add(mine, bytes);
  to_ = all;
  bytes_ = bytes;
  go_up();
}
void SimulatedTransport::begin_broadcast(void* data, std::size_t bytes, int root) {
  begin_step(What::broadcast, root);
  to_ = data;
  bytes_ = bytes;
  if (rank_ == root) return go_down(Bytes(static_cast<const char*>(data), bytes));
  if (const auto result = std::move(steps_[number_].result)) go_down(*result);
}

void SimulatedTransport::send_step(int to, bool is_down, const Bytes& data) {
  auto m = message(Message::Kind::step, of_tree(to, root_), data.size());
  m->data = Bytes(data.data(), data.size());
  m->number = number_;
  m->is_down = is_down;
  network_.send(std::move(m));
}
// Goes up the tree if all below have given theirs.
void SimulatedTransport::go_up() {
  Step& step = steps_[number_];
  const int number = in_tree(rank_, root_);
  int below = 0;
  for_each_below(number, [&](int) { ++below; });
  if (step.from_below != below) return;
  Bytes data;
  if (what_ == What::wave) data.put(step.wave);
  else data.add(step.gathered.data(), step.gathered.size());
  if (number == 0) return go_down(data);
  send_step(number - (number & -number), false, data);
}
void SimulatedTransport::go_down(const Bytes& result) {
  for_each_below(in_tree(rank_, root_), [&](int below) { send_step(below, true, result); });
  Reader reader(result.data(), result.size());
  if (what_ == What::gather) {
    while (reader.left() != 0) {
      const auto rank = reader.get<int>();
      reader.take(static_cast<char*>(to_) + static_cast<std::size_t>(rank) * bytes_, bytes_);
    }
  } else {
    reader.take(to_, reader.left());
  }
  steps_.erase(number_);
  what_ = What::nothing;
}
void SimulatedTransport::take_step(Message& m) {
  Step& step = steps_[m.number];
  const bool is_on = step.has_begun && m.number == number_;
  if (m.is_down) {
    if (is_on) return go_down(m.data);
    step.result = std::make_unique<Bytes>(std::move(m.data));  // only a broadcast's
    return;
  }
  if (m.data.size() == sizeof(Wave)) {  // or blocks of a gather of that size, which nobody looks at as a wave
    Wave below;
    std::memcpy(&below, m.data.data(), sizeof below);
    if (!step.has_begun && step.from_below == 0) step.wave = below;
    else step.wave.combine(below);
  }
  step.gathered.add(m.data.data(), m.data.size());
  ++step.from_below;
  if (is_on) go_up();
}

// --- what has come ---

bool SimulatedTransport::poll(ttg::ranks::Sink& sink) {
  pay(me().costs->poll);
  ++me().usage.polls;
  bool any = false;
  for (auto come = std::exchange(me().arrivals.come, {}); !come.empty(); come.pop_front())
    any |= take(std::move(come.front()), sink);
  return any;
}

bool SimulatedTransport::take(std::unique_ptr<Message> message, ttg::ranks::Sink& sink) {
  Message& m = *message;
  if (m.kind == Message::Kind::sent) {
    if (m.was_piece) end_pieces(1);
    m.request->is_done();
    return true;
  }
  const Path& path = network_.path(m);
  if (m.form == Message::Form::announcement) {
    pay(path.receive);
    network_.fetch(std::move(message));
    return false;
  }
  const double each = m.form == Message::Form::whole ? path.copied_byte : path.fetched_byte;
  pay(path.receive + static_cast<Picoseconds>(each * static_cast<double>(m.bytes)));
  switch (m.kind) {
    case Message::Kind::batch:
      pay(me().costs->batch_received + me().costs->record_received * records_of(m.data.data(), m.data.size()));
      sink.take_batch(m.from, m.data.data(), m.data.size());
      return true;
    case Message::Kind::piece: take_piece(m); return true;
    case Message::Kind::step:
      pay(me().costs->step);
      take_step(m);
      return false;
    case Message::Kind::sent: break;
  }
  return false;
}

void SimulatedTransport::take_piece(const Message& m) {
  const auto at = wanted_.find({m.from, m.tag});
  if (at == wanted_.end()) throw std::logic_error("a piece comes that nobody has asked for");
  const Wanted wanted = at->second.front();
  at->second.erase(at->second.begin());
  if (at->second.empty()) wanted_.erase(at);
  const void* const from = m.form == Message::Form::whole ? m.data.data() : m.memory;
  if (m.bytes != 0 && wanted.memory != m.memory) std::memcpy(wanted.memory, from, m.bytes);
  end_pieces(1);
  wanted.request->is_done();
}

void SimulatedTransport::abort() { std::exit(1); }

}  // namespace xomp::cluster
