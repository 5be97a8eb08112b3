// Exchange: one value for many ranks along a tree (spread.h).
#ifndef XOMP_TTG_RANKS_EXCHANGE_SPREAD_H
#define XOMP_TTG_RANKS_EXCHANGE_SPREAD_H

#include "ttg/ranks/exchange.h"

namespace ttg::ranks {

// Any thread. `value` begins with the place for an offer's number; make_offer(rank) makes an offer for each rank that fetches the
// value's pieces.
template <class MakeOffer>
void Exchange::spread(Form form, Reader value, std::span<const Part> parts, MakeOffer&& make_offer) {
  for_each_branch(parts, [&](std::span<const Part> branch) {
    RecordHead head{};
    head.kind = Kind::spread;
    head.form = form;
    Bytes body;
    write_spread(body, value, branch);
    const int to = static_cast<int>(branch.front().head.rank);
    if (form == Form::outside) body.put_at(sizeof(std::uint64_t), make_offer(to));
    post(to, head, body);
  });
}

// This rank has the value now, but its tasks have not.
inline void Exchange::send_on(Form form, const SpreadBody& spread, const Arrival& arrival) {
  const std::span<const Part> others = std::span(spread.parts).subspan(1);
  this->spread(form, spread.value, others, [&](int to) {
    auto offer = std::make_unique<Offers::Offer>();
    offer->pieces = arrival.pieces;
    host_.hold(arrival, *offer);
    return this->offer(to, std::move(offer));
  });
}

}  // namespace ttg::ranks

#endif
