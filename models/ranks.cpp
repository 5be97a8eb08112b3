// What the threads of a rank share besides its messages (models/records.cpp): the list of peers to send to, the TTs by number, and who
// may call MPI, and the peers there are (front/ttg/include/ttg/ranks: send_list.h, tt_list.h, call_gate.h, peers.h).
// The last model has one value that goes along a tree of ranks, of which each thread is one.
#include "models/front/ttg.h"

#define mutex explored_mutex
#define this_thread explored_this_thread
#include "ttg/ranks/exchange/peers.h"
#include "ttg/ranks/exchange/send_list.h"
#include "ttg/ranks/transport/call_gate.h"
#include "ttg/ranks/tt_list.h"
#include "ttg/ranks/wire/spread.h"
#undef mutex
#undef this_thread

#include "models/explore/model.h"

namespace xomp::models {
namespace {

// --- the peers to send to ---

struct Peer {
  ttg::ranks::SendList<Peer>::Place in_send_list;
  atomic<int> waits{0};  // what is to be sent
};

// Two threads put something to each of two peers, and list the peer. One thread takes lists until it has got all. It
// may take 0 from a peer, because an earlier look has got it.
struct Listed {
  static constexpr int threads = 3, kPeers = 2, kListers = 2;
  Peer peers[kPeers];
  ttg::ranks::SendList<Peer> list;
  int got = 0;

  void run(int thread) {
    if (thread < kListers) {
      for (int i = 0; i < kPeers; ++i) {
        Peer& peer = peers[(thread + i) % kPeers];
        peer.waits.fetch_add(1, relaxed);
        list.list(peer);
      }
      return;
    }
    for (int looks = 0; looks < 3; ++looks) look();
  }
  void look() {
    list.take_all([&](Peer& peer) { got += peer.waits.exchange(0, relaxed); });
  }
  void at_end() {
    look();
    require(got == kPeers * kListers, "what is put to a peer is sent by a look at the list");
  }
};

// --- peers made at first use ---

struct MadePeer {
  MadePeer(int r, int c, MadePeer* o) : rank(r), content(c), older(o) {}
  const int rank, content;  // plain: before others see the peer
  MadePeer* const older;
};

// Two threads want the same two peers, in opposite order. A third one goes through those that there are.
struct FirstUse {
  static constexpr int threads = 3, kRanks = 2;
  FrontEnd front;
  ttg::ranks::Peers<MadePeer> peers{kRanks};
  atomic<int> made{0};
  const MadePeer* got[2][kRanks] = {};

  FirstUse() { front.ready(); }
  void run(int thread) {
    if (thread == 2) {
      int count = 0;
      peers.for_each([&](const MadePeer& p) {
        ++count;
        require(p.content == 10 + p.rank, "a peer is seen as it was made");
      });
      return require(count <= kRanks, "each peer is met once");
    }
    for (int i = 0; i < kRanks; ++i) {
      const int rank = (thread + i) % kRanks;
      got[thread][rank] = &peers.at(rank, [&](MadePeer* older) {
        made.fetch_add(1, relaxed);
        return new MadePeer(rank, 10 + rank, older);
      });
      require(got[thread][rank]->content == 10 + rank, "a peer is seen as it was made");
    }
  }
  void at_end() {
    require(made.load(relaxed) == kRanks, "there is one peer for a rank");
    for (int i = 0; i < kRanks; ++i) require(got[0][i] == got[1][i], "all threads get the same one");
    int count = 0;
    peers.for_each([&](const MadePeer&) { ++count; });
    require(count == kRanks, "no peer is forgotten");
  }
};

// --- TTs by number ---

struct Executable {
  static constexpr int threads = 2;
  ttg::ranks::TTList list;
  struct Made {
    int arranged = 0;  // plain: before it is executable
  } made;

  void run(int thread) {
    if (thread == 0) {
      const std::uint32_t number = list.add(reinterpret_cast<ttg::TTBase*>(&made));
      require(number == 0, "numbers begin at 0");
      made.arranged = 7;
      list.set_there(number);
      return;
    }
    const auto* const found = reinterpret_cast<Made*>(list.find(0));
    if (found != nullptr) require(found->arranged == 7, "a TT that is found is executable");
  }
  void at_end() { require(list.find(0) != nullptr, "it is there"); }
};

// --- who calls MPI ---

// The main thread is in a fence twice, and calls MPI itself in between and after. Another thread calls it when it may.
struct Calls {
  static constexpr int threads = 2;
  using Caller = ttg::ranks::CallGate::Caller;
  ttg::ranks::CallGate gate;
  int calls = 0;  // plain: MPI

  void run(int thread) {
    if (thread == 1) {
      for (int tries = 0; tries < 3; ++tries)
        if (gate.may_try(Caller::other)) call(Caller::other);
      return;
    }
    for (int fence = 0; fence < 2; ++fence) {
      gate.count_fences(1);
      call(Caller::main);
      gate.count_fences(-1);
      ++calls;  // the program's own
    }
  }
  void call(Caller caller) {
    if (!gate.try_begin(caller)) return;
    ++calls;
    gate.end();
  }
  void at_end() {}
};

// --- one value along a tree ---

// Rank 0 sends a value to all others; each takes its own part and sends on the rest.
struct Tree {
  static constexpr int threads = 4;
  struct Slot {
    ttg::ranks::Bytes body;
    atomic<int> state{0};
  };
  Slot slots[threads];
  Ledger got;

  void send(ttg::ranks::Reader value, std::span<const ttg::ranks::Part> parts) {
    ttg::ranks::for_each_branch(parts, [&](std::span<const ttg::ranks::Part> branch) {
      Slot& to = slots[branch.front().head.rank];
      require(to.state.load(relaxed) == 0, "a rank gets one record");
      ttg::ranks::write_spread(to.body, value, branch);
      to.state.store(1, release);
    });
  }
  void run(int rank) {
    if (rank == 0) {
      const int value = 7, keys[threads] = {0, 10, 20, 30};
      std::vector<ttg::ranks::Part> parts;
      for (std::uint32_t r = 1; r < threads; ++r) {
        ttg::ranks::PartHead head{{}, r};
        head.head.bytes = sizeof(int);
        parts.push_back({head, reinterpret_cast<const char*>(&keys[r])});
      }
      return send(ttg::ranks::Reader(reinterpret_cast<const char*>(&value), sizeof value), parts);
    }
    while (slots[rank].state.load(acquire) == 0) give_way();
    const ttg::ranks::SpreadBody body(slots[rank].body.data(), slots[rank].body.size());
    ttg::ranks::Reader value = body.value, rest(body.parts.front().rest, sizeof(int));
    require(value.get<int>() == 7, "the value comes as it was sent");
    require(rest.get<int>() == 10 * rank, "the keys are the rank's own");
    got.enter_once(rank, "a rank gets the value once");
    send(body.value, std::span(body.parts).subspan(1));
  }
  void at_end() { require(got.sum() == threads - 1, "each rank gets the value"); }
};

const Registered<Listed> listed("send-list", "a peer that has something to be sent is looked at",
                                {.departures = 2, .departures_long = 3});
const Registered<FirstUse> first_use("peers", "all threads get one peer for a rank, as it was made", {.departures = 2});
const Registered<Executable> executable("tt-list", "a TT that is found by number is executable");
const Registered<Calls> calls("mpi-calls",
                              "one thread at a time calls MPI, and the main thread alone outside of fences");
const Registered<Tree> tree("tree", "one value along a tree comes to each rank once",
                            {.departures = 1, .departures_long = 2});

}  // namespace
}  // namespace xomp::models
