// What stochastic EP asks of a shape of Gaussians: steps of its one site. The order of rows and the
// passes are stochastic_ep.hpp's.
#pragma once

#include <cstdint>
#include <span>

#include "renyi/core/communicator.hpp"
#include "renyi/core/matrix.hpp"
#include "renyi/core/state_archive.hpp"

namespace renyi {

class SepMethod {
 public:
  SepMethod() = default;
  SepMethod(const SepMethod&) = delete;
  SepMethod& operator=(const SepMethod&) = delete;
  virtual ~SepMethod() = default;

  // Moves the site by a share `step` of the way to the mean of what these rows ask for. False, and
  // nothing has moved, where the cavity or the result is no distribution.
  virtual bool step(std::span<const Index> rows, double step) = 0;
  // Steps of `batch` rows each, the last one's fewer, of a size of `step_a_row` for each of its
  // rows and at most 1. How many of them were false.
  virtual std::int64_t steps(std::span<const Index> rows, Index batch, double step_a_row);
  // The rows of the step after the next: nothing is asked of who hears it.
  virtual void expect(std::span<const Index> /*rows*/) {}
  // From here on what rows ask for is averaged too, every row alike.
  virtual void start_average() = 0;
  // The average in the place of the site; as it is where there is none.
  virtual void take_average() = 0;

  virtual Vector mean() const = 0;
  virtual Matrix covariance() const = 0;
  Vector sd() const { return covariance().diagonal().cwiseSqrt(); }
  // Of the prior times the factor that each row asks for, scaled as EP's sites are: exact where the
  // likelihood is such a factor, the variational bound at beta = 0.
  // Of the rows of all processes where there are others (null: none), who all ask for it.
  virtual double log_evidence(Communicator* others) const = 0;
  virtual std::int64_t site_numbers() const = 0;

  // Where rows are spread over processes, each with its own site: natural parameters of the site to
  // the power of its rows, site_numbers() of them, and what the others' come to, which stands
  // beside the prior.
  virtual void write_factors(std::span<double> out) const = 0;
  virtual void set_others(std::span<const double> factors) = 0;
  // Which of so many this process is, before the first step: each has its own random numbers.
  virtual void set_process(int /*rank*/, int /*processes*/) {}

  // All that it has between two steps.
  virtual void archive(StateArchive& archive) = 0;
};

}  // namespace renyi
