// See network.h. An event's `what` is the message's address; it belongs to the event until then.
#include "models/cluster/network.h"

#include <algorithm>

#include "models/cluster/rank.h"

namespace xomp::cluster {

namespace {

std::uint64_t as_event(std::unique_ptr<Message> message) { return reinterpret_cast<std::uint64_t>(message.release()); }
Picoseconds of_bytes(double each, std::size_t bytes) {
  return static_cast<Picoseconds>(each * static_cast<double>(bytes) + 0.5);
}

}  // namespace

Network::Network(Timeline& timeline, const Description& description, std::vector<Rank>& ranks, std::uint64_t seed)
    : timeline_(timeline),
      description_(description),
      ranks_(ranks),
      of_ranks_(ranks.size()),
      of_nodes_(ranks.size() / static_cast<std::size_t>(description.ranks_per_node) + 1),
      random_(seed * 0x9e3779b97f4a7c15u | 1) {}

Picoseconds Network::port_time(const Message& m) const {
  const Path& p = path(m);
  return std::max(p.gap, of_bytes(p.byte, wire_bytes(m)));
}

void Network::send(std::unique_ptr<Message> message) {
  Message& m = *message;
  const Path& p = path(m);
  Thread& me = Timeline::running();
  ++messages_;
  m.form = m.bytes > p.eager_bytes ? Message::Form::announcement : Message::Form::whole;
  if (m.kind == Message::Kind::piece && m.form == Message::Form::whole)  // the sender gets its memory back at once
    m.data = ttg::ranks::Bytes(static_cast<const char*>(m.memory), m.bytes);
  const Picoseconds time = p.send + (m.form == Message::Form::whole ? of_bytes(p.copied_byte, m.bytes) : 0);
  me.spend(time);
  me.rank().usage.messages += time;
  timeline_.due(me.clock(), *this, as_event(std::move(message)));
}

void Network::fetch(std::unique_ptr<Message> message) {
  message->form = Message::Form::fetched;
  message->stage = Message::Stage::leaves;
  const Picoseconds at = Timeline::running().clock() + path(*message).latency;
  timeline_.due(at, *this, as_event(std::move(message)));
}

Picoseconds Network::arrival(const Message& m, Picoseconds left) {
  const Path& p = path(m);
  Picoseconds at = left + p.latency;
  if (description_.jitter != 0) {
    random_ ^= random_ << 13;
    random_ ^= random_ >> 7;
    random_ ^= random_ << 17;
    const double share = static_cast<double>(random_ >> 40) / static_cast<double>(std::uint64_t{1} << 24);
    at += static_cast<Picoseconds>(static_cast<double>(p.latency) * description_.jitter * share);
    Picoseconds& last = last_[static_cast<std::uint64_t>(m.from) << 32 | static_cast<std::uint64_t>(m.to)];
    last = at = std::max(at, last);
  }
  return at;
}

// Tells the sender that its memory is free: at once if the message was copied, otherwise when its bytes are there.
void Network::tell_sender(const Message& m, Picoseconds at) {
  if (m.request == nullptr) return;
  auto told = std::make_unique<Message>();
  told->kind = Message::Kind::sent;
  told->request = m.request;
  told->was_piece = m.kind == Message::Kind::piece;
  told->to = told->from = m.from;
  told->stage = Message::Stage::is_there;
  timeline_.due(at, *this, as_event(std::move(told)));
}

void Network::happen(Picoseconds now, std::uint64_t what) {
  std::unique_ptr<Message> message(reinterpret_cast<Message*>(what));
  switch (message->stage) {
    case Message::Stage::leaves: return leave(std::move(message), now);
    case Message::Stage::arrives: return arrive(std::move(message), now);
    case Message::Stage::is_there: return deliver(std::move(message), now);
  }
}

void Network::leave(std::unique_ptr<Message> message, Picoseconds now) {
  Port& from = port(*message, message->from);
  const Picoseconds start = std::max(now, from.out_free);
  from.out_free = start + port_time(*message);
  if (message->form == Message::Form::whole) tell_sender(*message, start);
  message->stage = Message::Stage::arrives;
  const Picoseconds at = arrival(*message, start);
  timeline_.due(at, *this, as_event(std::move(message)));
}

void Network::arrive(std::unique_ptr<Message> message, Picoseconds now) {
  Port& to = port(*message, message->to);
  const Picoseconds start = std::max(now, to.in_free);
  to.in_free = start + port_time(*message);
  message->stage = Message::Stage::is_there;
  const Picoseconds at = start + of_bytes(path(*message).byte, wire_bytes(*message));
  timeline_.due(at, *this, as_event(std::move(message)));
}

void Network::deliver(std::unique_ptr<Message> message, Picoseconds now) {
  if (message->form == Message::Form::fetched) tell_sender(*message, now + path(*message).latency);
  Rank& to = ranks_[static_cast<std::size_t>(message->to)];
  to.arrivals.come.push_back(std::move(message));
  to.wake(now);
}

}  // namespace xomp::cluster
