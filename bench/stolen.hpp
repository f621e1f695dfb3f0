// How much of this machine's time others took: on a virtual one, what its host gave to neighbours.
#pragma once

namespace renyi::bench {

class StolenTime {
 public:
  StolenTime();
  // The share of all processors' time since this was made; 0 where the system does not tell.
  double share() const;

 private:
  double stolen_ = 0.0, all_ = 0.0;
};

}  // namespace renyi::bench
