// Counts of a region's threads, barriers and iterations; called from all threads of the region.
#include "construct_counts.h"

#include "checker.h"

namespace checker {

void ConstructCounts::add_thread(unsigned size, unsigned number) {
  const std::lock_guard<std::mutex> guard(guard_);
  if (size_ == 0) size_ = size;
  if (size != size_) violate("implicit_task: %u threads, another thread was told %u", size, size_);
  if (number >= size) return violate("implicit_task: number %u of %u", number, size);
  numbers_.resize(size);
  if (numbers_[number]) violate("implicit_task: number %u twice", number);
  numbers_[number] = true;
}

void ConstructCounts::expect_all_threads() {
  const std::lock_guard<std::mutex> guard(guard_);
  for (const bool has_begun : numbers_)
    if (!has_begun) return violate("parallel_end: of %u threads not all have begun", size_);
}

void ConstructCounts::arrive(Position& at) {
  const std::lock_guard<std::mutex> guard(guard_);
  if (arrived_.size() <= at.barriers) arrived_.resize(at.barriers + 1);
  ++arrived_[at.barriers++];
}

void ConstructCounts::pass(const Position& at) {
  const std::lock_guard<std::mutex> guard(guard_);
  if (at.barriers != 0 && arrived_[at.barriers - 1] != size_) passed_early_ = at.barriers;
}

void ConstructCounts::expect_none_passed_early() {
  const std::lock_guard<std::mutex> guard(guard_);
  if (passed_early_ != 0 && !is_cancelled_)
    violate("barrier %zu: a thread has gone on before all of %u had arrived", passed_early_, size_);
}

void ConstructCounts::begin_work(Position& at, ompt_work_t kind, std::uint64_t count) {
  const std::lock_guard<std::mutex> guard(guard_);
  if (works_.size() <= at.works) works_.push_back({kind, count});
  const Work& work = works_[at.works++];
  if (is_cancelled_ || (work.kind == kind && work.count == count)) return;
  violate("work: construct %zu is kind %d with %llu iterations here, and kind %d with %llu on another thread", at.works,
          static_cast<int>(kind), static_cast<unsigned long long>(count), static_cast<int>(work.kind),
          static_cast<unsigned long long>(work.count));
}

void ConstructCounts::add_iterations(const Position& at, std::uint64_t iterations) {
  const std::lock_guard<std::mutex> guard(guard_);
  if (at.works != 0) works_[at.works - 1].handed_out += iterations;
}

void ConstructCounts::expect_all_iterations() {
  const std::lock_guard<std::mutex> guard(guard_);
  if (is_cancelled_) return;
  for (const Work& work : works_) {
    // Of a static loop each thread tells its first chunk alone.
    const bool tells_all = work.kind == ompt_work_loop_dynamic || work.kind == ompt_work_loop_guided || work.kind == ompt_work_sections;
    if (work.handed_out > work.count || (tells_all && work.handed_out != work.count))
      violate("work: kind %d with %llu iterations, %llu were handed out", static_cast<int>(work.kind),
              static_cast<unsigned long long>(work.count), static_cast<unsigned long long>(work.handed_out));
  }
}

void ConstructCounts::cancel() {
  const std::lock_guard<std::mutex> guard(guard_);
  is_cancelled_ = true;
}

}  // namespace checker
