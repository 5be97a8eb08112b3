// The places are read once. Threads then move themselves between them.
#include "core/team/binding.h"

#include <new>

#include "core/icv/reports.h"
#include "core/icv/variables.h"
#include "core/team/root_places.h"
#include "core/team/team.h"
#include "platform/memory.h"
#include "platform/message.h"
#include "platform/short_lock.h"
#include "platform/thread.h"
#include "topology/affinity.h"
#include "topology/processors.h"

namespace xomp::team {

namespace {

topology::Affinity* affinity = nullptr;  // written under `reading`, published by `is_read`
atomic<bool> is_read{false};
platform::ShortLock
    reading;  // held once, for as long as the machine takes to say what it is; fork()'s child reads again
platform::ShortLock root_lock;
RootPlaces root_places;      // under root_lock
atomic<bool> in_use{false};  // some thread has been bound; set once, a late answer is caught by its own place

// Says whether OMP_PROC_BIND itself, and not a variable about places, asks for binding.
bool binds_without_places() {
  return icv::origin_of(icv::Icv::bind).kind != icv::Origin::Kind::derived &&
         icv::initial.bind != icv::ProcBind::false_;
}

// ICVs must be shown as they hold, so a text that was refused is withdrawn. The texts are given only where
// prepare_binding() reads them, at start.
void withdraw_refused(const topology::AffinityTexts& given, const topology::AffinityTexts& used) {
  if (given.places != used.places) icv::withdraw(icv::Icv::places);
  if (given.cpu_affinity != used.cpu_affinity) icv::withdraw(icv::Icv::cpu_affinity);
  if (given.affinity != used.affinity) icv::withdraw(icv::Icv::affinity);
  if (given.hardware_subset != used.hardware_subset) icv::withdraw(icv::Icv::hardware_subset);
}

[[gnu::cold]] void read() {
  using topology::AffinityTexts;
  const icv::GlobalIcv& given = icv::global;
  affinity = new (platform::allocate_forever(sizeof(topology::Affinity))) topology::Affinity;
  AffinityTexts texts{given.places, given.cpu_affinity, given.affinity, given.hardware_subset};
  if (!binds_without_places()) texts.otherwise = "no places";
  topology::read_affinity(texts, *affinity);
  withdraw_refused(texts, affinity->used);
  for (int i = 0; i < affinity->complaint_count && given.warnings.load(relaxed); ++i) {
    const topology::Complaint& complaint = affinity->complaints[i];
    if (!icv::is_new_report(complaint.name, complaint.value)) continue;
    char sentence[512];
    topology::write_complaint(complaint, sentence, sizeof sentence);
    platform::warn("%s", sentence);
  }
}

const topology::Affinity& read_once() {
  if (is_read.load(acquire)) return *affinity;  // written before the release below
  const platform::ShortGuard guard(reading);
  if (!is_read.load(relaxed)) {
    read();
    is_read.store(true, release);
  }
  return *affinity;
}

topology::Policy policy_of(icv::ProcBind bind) {
  switch (bind) {
    case icv::ProcBind::primary: return topology::Policy::primary;
    case icv::ProcBind::spread: return topology::Policy::spread;
    case icv::ProcBind::close: return topology::Policy::close;
    default: return read_once().policy_of_true;
  }
}

topology::ProcessorSet& mask_of(Worker& w) {
  if (w.offered_mask == nullptr)
    w.offered_mask = new (platform::allocate_forever(sizeof(topology::ProcessorSet))) topology::ProcessorSet;
  return *w.offered_mask;
}

// place -1 = wherever the process may run. A root that was bound once stays bound for good.
void move_to(Worker& me, int place) {
  if (me.bound_place == place) return;
  me.bound_place = place;
  // If the system has taken the place away since then, the thread stays where it may be.
  topology::bind_self(place >= 0 ? topology::as_set(read_once().places[place]) : topology::initial_mask());
}

}  // namespace

void prepare_binding() {
  const icv::GlobalIcv& given = icv::global;
  const topology::AffinityTexts texts{given.places, given.cpu_affinity, given.affinity, given.hardware_subset};
  if (!texts.are_given()) return;
  const topology::Affinity& result = read_once();
  if (result.is_disabled && icv::initial.bind == icv::ProcBind::true_ && given.places == nullptr)
    icv::initial.bind = icv::ProcBind::false_;
}

bool has_places() {
  return icv::initial.bind != icv::ProcBind::false_ || (is_read.load(acquire) && affinity->are_asked_for);
}

const topology::PlaceList& places() { return read_once().places; }

// By the one thread of START-1, before any region, when no root has a place.
void forget_places() {
  is_read.store(false, relaxed);
  root_places = {};
}

bool moves_threads() { return in_use.load(relaxed); }

Location initial_location() {
  if (!has_places()) return {};
  return {0, -1, {0, places().count()}};
}

Binding binding_for(icv::ProcBind bind, const Location& outer) {
  if (bind == icv::ProcBind::false_) return {};
  const Location from = outer.partition.count > 0 ? outer : initial_location();
  in_use.store(true, relaxed);  // a hint
  return {true, policy_of(bind), from.partition, from.place};
}

namespace {

void go_to(Worker& me, Thread& thread, const topology::Placement& placement) {
  thread.location = {placement.place, placement.place, placement.partition};
  move_to(me, placement.place);
  // A hint, by which thieves choose their victims.
  thread.processor.store(placement.place < 0 ? -1 : *read_once().places[placement.place].begin(), relaxed);
}

int take_root_place() {
  const int places = read_once().places.count();
  const topology::Policy policy = policy_of(icv::initial.bind);
  const platform::ShortGuard guard(root_lock);
  if (!root_places.are_prepared()) root_places.prepare(places, icv::initial.nthreads, policy);
  return root_places.take(platform::is_initial_thread());
}

}  // namespace

void bind_root(Worker& me, Thread& thread) {
  thread.location = initial_location();
  if (icv::initial.bind == icv::ProcBind::false_) return;
  in_use.store(true, relaxed);  // a hint
  // One of the runtime's serves views. It was started by a thread that may be bound, and all of them would be in the first place.
  if (me.crew != nullptr) {
    me.bound_place = -2;
    return move_to(me, -1);
  }
  thread.location.bound = thread.location.place = take_root_place();
  move_to(me, thread.location.place);
}

void leave_root_place(const Thread& thread) {
  if (thread.location.bound < 0) return;
  const platform::ShortGuard guard(root_lock);
  root_places.give_back(thread.location.bound);
}

void forget_other_roots_places(const Worker* me) {
  if (!root_places.are_prepared()) return;
  const bool is_root = me != nullptr && me->is_root;
  root_places.forget_others(is_root ? static_cast<const Thread*>(me->initial)->location.bound : -1);
}

void take_place(Worker& me, Thread& thread, const Binding& binding, int team_size) {
  if (team_size == 1) {  // runs where the encountering thread does
    thread.location = thread_of(me).team_of().encountering->location;
    return;
  }
  if (!binding.active) {
    thread.location = initial_location();
    thread.processor.store(-1, relaxed);  // hint, as below
    // The thread may come from a team that was bound, or have been made by a bound thread. So it must be unbound.
    if (in_use.load(relaxed) && me.bound_place != -1) move_to(me, -1);
    return;
  }
  const topology::Placement placement =
      topology::place_thread(binding.policy, thread.number, team_size, binding.partition, binding.parent_place);
  go_to(me, thread, placement);
}

void take_part_of_places(Worker& me) {
  const icv::ProcBind how = icv::global.teams_bind;
  if (icv_of(me).bind == icv::ProcBind::false_ || how == icv::ProcBind::false_) return;
  Thread& thread = thread_of(me);
  Team& team = thread.team_of();
  const Binding parts = binding_for(how, team.encountering->location);
  team.moves_threads = true;
  go_to(
      me, thread,
      topology::place_thread(parts.policy, team.league_number, team.league_size, parts.partition, parts.parent_place));
}

namespace {

// `known`: another worker to which this primary has offered its mask just now; nullptr: the mask must be read.
void offer_mask_as_to(const Worker* known, const Worker& primary, Worker& worker) {
  if (worker.root_number == primary.root_number) return;
  worker.root_number = primary.root_number;
  if (known != nullptr) mask_of(worker) = *known->offered_mask;
  worker.takes_mask = known != nullptr || (!moves_threads() && topology::read_own_mask(mask_of(worker)));
}

}  // namespace

void offer_mask(const Worker& primary, Worker& worker) { offer_mask_as_to(nullptr, primary, worker); }

void offer_mask_to_team(const Worker& primary, const Team& team) {
  const Worker* known = nullptr;
  for (int i = 1; i < team.attached; ++i) {
    Worker& worker = *team.threads[i]->worker.load(relaxed);  // [TEAM-1] the primary's write
    offer_mask_as_to(known, primary, worker);
    if (worker.takes_mask) known = &worker;
  }
}

void take_offered_mask(Worker& me) {
  if (!me.takes_mask) return;
  me.takes_mask = false;
  topology::ProcessorSet own;
  if (topology::read_own_mask(own) && own != *me.offered_mask) topology::bind_self(*me.offered_mask);
}

void return_to(Worker& me, const Location& outer) { move_to(me, outer.bound); }

}  // namespace xomp::team
