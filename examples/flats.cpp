// Rents of flats that do not exist, by a formula with noise, as a table that `renyi fit` reads.
// Made with
//   build/release/flats 0 120 > examples/flats.csv
//   build/release/flats 120 60 > examples/flats_test.csv
//
//   rent = 150 + 8.5 area + 25 rooms + {north 0, south 60, centre 180} + 1.2 (year - 1975) + noise
//
// with noise of sd 60. Large flats have more rooms, so that the data tell less about each of the
// two than about both together.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <renyi/renyi.hpp>

int main(int count, char** arguments) {
  if (count != 3) {
    std::fprintf(stderr, "usage: flats FIRST COUNT\n");
    return EXIT_FAILURE;
  }
  const int first = std::atoi(arguments[1]);
  const int flats = std::atoi(arguments[2]);
  renyi::Matrix noise(first + flats, 5);
  renyi::fill_normal({.seed = 3, .purpose = renyi::Purpose::draws}, {},
                     Eigen::Ref<renyi::Matrix>(noise));
  std::printf("area,rooms,district,year,rent\n");
  for (int i = first; i < first + flats; ++i) {
    const double area = std::round(std::exp(4.1 + 0.35 * noise(i, 0)));
    const double rooms = std::max(1.0, std::round(area / 25.0 + 0.5 * noise(i, 1)));
    const int district = noise(i, 2) < -0.4 ? 0 : noise(i, 2) < 0.4 ? 1 : 2;
    const double year = std::round(1975.0 + 18.0 * noise(i, 3));
    constexpr const char* names[] = {"north", "south", "centre"};
    constexpr double extra[] = {0.0, 60.0, 180.0};
    const double rent = 150.0 + 8.5 * area + 25.0 * rooms + extra[district] +
                        1.2 * (year - 1975.0) + 60.0 * noise(i, 4);
    std::printf("%.0f,%.0f,%s,%.0f,%.1f\n", area, rooms, names[district], year, rent);
  }
  return EXIT_SUCCESS;
}
