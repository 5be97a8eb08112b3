// Villages and their hospitals, as this folder's programs simulate them: each village has four below it, down to the
// smallest. Each step the sick are treated where they are, by as many as there is staff for; some are sent to the
// hospital of the village above. What happens in a village depends on its own random numbers and on the order in which
// the villages below are emptied: never on which thread is first. Each program includes this once.
#pragma once

#include <memory>
#include <vector>

#include "../../harness/problem.h"

enum { levels_parameter, steps_parameter, people_parameter, depth_parameter };
enum { branches = 4, assessment_steps = 3, convalescence_steps = 10 };

static const Parameter parameters[] = {
    {"levels", "of villages, four below each", {4, 6, 7, 8}, 1, 12},
    {"steps", "that are simulated", {100, 400, 500, 400}, 1, 1e6},
    {"people", "in each of the smallest villages, twice as many a level above", {40, 40, 40, 40}, 1, 1e4},
    {"depth", "levels with tasks, where a cut-off is asked for", {2, 3, 3, 3}, 0, 12},
    {nullptr, nullptr, {0}, 0, 0},
};

struct Person {
  Person* next;
  int steps_left;  // of what is done to them now
  int steps_ill;   // altogether
};

// The people in one state of one village, in the order of their arrival. Not copied, because
// an empty list points to itself.
class List {
 public:
  List() = default;
  List(const List&) = delete;
  List& operator=(const List&) = delete;

  void clear() { first_ = nullptr, end_ = &first_; }

  void append(Person* person) {
    person->next = nullptr;
    *end_ = person;
    end_ = &person->next;
  }

  void append_all(List& other) {
    if (other.first_ == nullptr) return;
    *end_ = other.first_;
    end_ = other.end_;
    other.clear();
  }

  // Those leave for whom choose() returns another list.
  template <class Choose>
  void sort_out(Choose choose) {
    Person** link = &first_;
    while (Person* const person = *link) {
      List* const to = choose(*person);
      if (to == nullptr) {
        link = &person->next;
        continue;
      }
      *link = person->next;
      if (end_ == &person->next) end_ = link;
      to->append(person);
    }
  }

  const Person* first() const { return first_; }

 private:
  Person* first_ = nullptr;
  Person** end_ = &first_;
};

// Belongs to one task at a time: its own while it is simulated, then the task of the village
// above, which empties `referred`.
struct alignas(64) Village {
  Village* below;  // the first of four, nullptr at the lowest level
  bool has_above;
  int free_staff;
  uint64_t random;
  List healthy, waiting, assessed, convalescent, referred;

  bool happens(double probability) { return static_cast<double>(next_random(&random) >> 11) * 0x1p-53 < probability; }

  // What needs nothing from the villages below.
  void treat() {
    convalescent.sort_out([this](Person& person) { return finished(person) ? discharge() : nullptr; });
    assessed.sort_out([this](Person& person) { return finished(person) ? after_assessment(person) : nullptr; });
    waiting.sort_out([this](Person& person) -> List* {
      ++person.steps_ill;
      if (free_staff == 0) return nullptr;
      --free_staff;
      person.steps_left = assessment_steps;
      return &assessed;
    });
  }

  // Afterwards, when those below have been simulated.
  void admit() {
    for (int i = 0; below != nullptr && i < branches; ++i) waiting.append_all(below[i].referred);
    healthy.sort_out([this](Person&) { return happens(0.01) ? &waiting : nullptr; });
  }

 private:
  static bool finished(Person& person) {
    ++person.steps_ill;
    return --person.steps_left == 0;
  }

  // They stay in the village where they were cured.
  List* discharge() {
    ++free_staff;
    return &healthy;
  }

  List* after_assessment(Person& person) {
    if (!happens(0.3)) return discharge();
    if (has_above && happens(0.2)) {
      ++free_staff;
      return &referred;
    }
    person.steps_left = convalescence_steps;
    return &convalescent;
  }
};

// Allocated by prepare(), and set up by each reset().
static std::unique_ptr<Village[]> villages;
static long village_count;
static std::vector<Person> people;
static uint64_t expected;  // what digest() must return

static void step_serial(Village& village) {
  for (int i = 0; village.below != nullptr && i < branches; ++i) step_serial(village.below[i]);
  village.treat();
  village.admit();
}

inline void simulate_serial(const Run* run) {
  for (int i = 0; i < static_cast<int>(parameter(run, steps_parameter)); ++i) step_serial(villages[0]);
}

// Level by level from the top, so that the four below one are neighbours.
static void reset(const Run* run) {
  const int levels = static_cast<int>(parameter(run, levels_parameter));
  Village* village = villages.get();
  Village* below = village + 1;
  Person* person = people.data();
  for (int level = levels; level >= 1; --level) {
    for (const Village* const next_level = below; village != next_level; ++village) {
      village->below = level > 1 ? below : nullptr;
      if (level > 1) below += branches;
      village->has_above = level < levels;
      village->free_staff = 1 << level;
      village->random = static_cast<uint64_t>(village - villages.get()) << 32;
      for (List* list :
           {&village->healthy, &village->waiting, &village->assessed, &village->convalescent, &village->referred})
        list->clear();
      for (int i = 0; i < static_cast<int>(parameter(run, people_parameter)) << (level - 1); ++i, ++person) {
        *person = {nullptr, 0, 0};
        village->healthy.append(person);
      }
    }
  }
}

// A digest of the whole state: where each person is, in which order, and what happened to them.
static uint64_t digest() {
  uint64_t sum = 0;
  for (long v = 0; v < village_count; ++v) {
    const Village& village = villages[static_cast<size_t>(v)];
    sum += village.random + static_cast<uint64_t>(village.free_staff);
    next_random(&sum);
    for (const List* list :
         {&village.healthy, &village.waiting, &village.assessed, &village.convalescent, &village.referred}) {
      for (const Person* person = list->first(); person != nullptr; person = person->next) {
        sum ^= static_cast<uint64_t>(person - people.data()) << 32 | static_cast<uint32_t>(person->steps_ill);
        sum = next_random(&sum);
      }
      sum = next_random(&sum);
    }
  }
  return sum;
}

// What the serial simulation of the usual sizes ends with; 0: of another one.
static uint64_t known_digest(const Run* run) {
  static const uint64_t known[size_count] = {0x6eae4eb30eafa9c6, 0xc6e406739715051a, 0x6fa9c1b8935f0214,
                                             0xbe4a8952b6581992};
  for (int p = levels_parameter; p <= people_parameter; ++p)
    if (parameter(run, p) != parameters[p].value[run->size]) return 0;
  return known[run->size];
}

static void prepare(const Run* run) {
  const int levels = static_cast<int>(parameter(run, levels_parameter));
  long person_count = 0, at_level = 1;
  for (int level = levels; level >= 1; --level, at_level *= branches) {
    village_count += at_level;
    person_count += at_level * (static_cast<long>(parameter(run, people_parameter)) << (level - 1));
  }
  villages = std::make_unique<Village[]>(static_cast<size_t>(village_count));
  people.resize(static_cast<size_t>(person_count));
  expected = known_digest(run);
  if (expected != 0) return;
  reset(run);
  simulate_serial(run);
  expected = digest();
}

static double check(const Run* run) {
  const uint64_t state = digest();
  if (state == expected) return static_cast<double>(village_count) * parameter(run, steps_parameter);
  fprintf(stderr, "health: the villages are in state %llx, not %llx as after the serial simulation\n",
          static_cast<unsigned long long>(state), static_cast<unsigned long long>(expected));
  return -1;
}

// The problem as it is solved in one way.
static constexpr Problem health_by(Version version, unsigned cutoffs) {
  return {
      .name = "health",
      .summary = "Villages with hospitals are simulated, a village after those below it",
      .operation = "village steps",
      .parameters = parameters,
      .cutoffs = cutoffs,
      .versions = {version},
      .prepare = prepare,
      .reset = reset,
      .check = check,
  };
}
