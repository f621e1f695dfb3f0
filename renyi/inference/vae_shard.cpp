#include "renyi/inference/vae_shard.hpp"

#include <algorithm>
#include <type_traits>

#include "renyi/core/grow.hpp"
#include "renyi/models/vae_model.hpp"

namespace renyi {
template <class T>
void VaeShard<T>::load(const VaeStep<T>& step, Index begin, Index end) {
  begin_ = begin;
  end_ = end;
  const Index pixels = step.networks.spec().pixels;
  grow(pixels_, images() * pixels);
  grow(binary_, pixels);
  const VaeNetwork& encoder = step.networks.encoder(0);
  encoder_.reserve(encoder.layout, images());
  draws_.reserve(step.networks, std::min(most_draws, images() * step.draws));
  grow(raw_, images() * pixels);
  step.images.copy(
      step.rows.subspan(static_cast<std::size_t>(begin), static_cast<std::size_t>(images())),
      raw_.data());
  for (Index i = 0; i < images(); ++i) {
    const float* image = raw_.data() + i * pixels;
    if (step.binarise) {
      const std::span<float> binary(binary_.data(), static_cast<std::size_t>(pixels));
      binarise_image({step.stream.seed, Purpose::binarise, step.stream.step},
                     static_cast<std::uint64_t>(row(step, i)), image, binary);
      image = binary.data();
    }
    std::copy_n(image, pixels, pixels_.data() + i * pixels);
  }
  encoder_.forward(encoder.layout, step.parameters + encoder.offset, pixels_.data(), images());
}

template <class T>
VaeImages<T> VaeShard<T>::some_images(const VaeStep<T>& step, Index first, Index count) const {
  return {.images = pixels_.data() + first * step.networks.spec().pixels,
          .heads = encoder_.outputs() + first * 2 * step.networks.latents(0),
          .per_image = step.draws,
          .draws = count * step.draws};
}

// Single precision in either case, so that both see the same draws.
template <class T>
void VaeShard<T>::fill_noise(const VaeStep<T>& step, Index image, Index first_draw, Index count,
                             T* noise) {
  const Index latents = step.networks.all_latents();
  const Position position{.row = static_cast<std::uint64_t>(row(step, image)),
                          .draw = static_cast<std::uint32_t>(first_draw)};
  if constexpr (std::is_same_v<T, float>) {
    fill_normal(step.stream, position, Eigen::Map<MatrixF>(noise, count, latents));
  } else {
    grow(float_noise_, count * latents);
    fill_normal(step.stream, position, Eigen::Map<MatrixF>(float_noise_.data(), count, latents));
    std::copy_n(float_noise_.data(), count * latents, noise);
  }
}

template <class T>
void VaeShard<T>::forward(const VaeStep<T>& step, Index first, Index count, double* log_weights,
                          typename VaeDraws<T>::Keep keep) {
  const Index each = step.draws * step.networks.all_latents();
  for (Index i = 0; i < count; ++i)
    fill_noise(step, first + i, 0, step.draws, draws_.noise() + i * each);
  draws_.forward(step.networks, step.parameters, some_images(step, first, count), log_weights,
                 keep);
}

template <class T>
void VaeShard<T>::draw(const VaeStep<T>& step, double* log_weights) {
  using Keep = typename VaeDraws<T>::Keep;
  if (step.draws <= most_draws) {
    const Index at_once = images_at_once(step.draws);
    for (Index i = 0; i < images(); i += at_once)
      forward(step, i, std::min(at_once, images() - i), log_weights + i * step.draws,
              Keep::nothing);
    return;
  }
  for (Index i = 0; i < images(); ++i) draw_parts(step, i, log_weights + i * step.draws);
}

template <class T>
void VaeShard<T>::draw_parts(const VaeStep<T>& step, Index image, double* log_weights) {
  for (Index k = 0; k < step.draws; k += most_draws) {
    const Index count = std::min(most_draws, step.draws - k);
    fill_noise(step, image, k, count, draws_.noise());
    VaeImages<T> in = some_images(step, image, 1);
    in.per_image = in.draws = count;
    draws_.forward(step.networks, step.parameters, in, log_weights + k, VaeDraws<T>::Keep::nothing);
  }
}

template <class T>
void VaeShard<T>::start_gradient(const VaeStep<T>& step, T* gradient) {
  if (gradient == nullptr) grow(own_gradient_, step.networks.parameters());
  gradient_ = gradient == nullptr ? own_gradient_.data() : gradient;
  head_gradients_.assign(static_cast<std::size_t>(images() * 2 * step.networks.latents(0)), T{0});
  has_gradient_ = false;
  again_.clear();
  for (std::vector<double>* part : {&model_, &path_, &score_}) part->clear();
}

template <class T>
void VaeShard<T>::remember(const GradientCoefficients& coefficients, Index first_column,
                           Index first_image, Index count) {
  for (Index i = 0; i < count; ++i)
    for (Index k = 0; k < coefficients.model.rows(); ++k) {
      const Index column = first_column + i;
      const double model = coefficients.model(k, column), path = coefficients.path(k, column),
                   score = coefficients.score(k, column);
      if (model == 0.0 && path == 0.0 && score == 0.0) continue;
      again_.push_back({first_image + i, k});
      model_.push_back(model);
      path_.push_back(path);
      score_.push_back(score);
    }
}

template <class T>
void VaeShard<T>::pull_back_remembered(const VaeStep<T>& step) {
  const Index pixels = step.networks.spec().pixels, head = 2 * step.networks.latents(0);
  const Index all = std::ssize(again_), at_once = std::min(most_draws, all);
  draws_.reserve(step.networks, at_once);
  grow(again_pixels_, at_once * pixels);
  grow(again_heads_, at_once * head);
  grow(again_head_gradients_, at_once * head);
  grow(again_log_weights_, at_once);
  for (Index begin = 0; begin < all; begin += at_once) {
    const Index count = std::min(at_once, all - begin);
    for (Index r = 0; r < count; ++r) {
      const auto [image, draw] = again_[static_cast<std::size_t>(begin + r)];
      std::copy_n(pixels_.data() + image * pixels, pixels, again_pixels_.data() + r * pixels);
      std::copy_n(encoder_.outputs() + image * head, head, again_heads_.data() + r * head);
      fill_noise(step, image, draw, 1, draws_.noise() + r * step.networks.all_latents());
    }
    std::fill_n(again_head_gradients_.begin(), count * head, T{0});
    const VaeImages<T> in{again_pixels_.data(), again_heads_.data(), 1, count};
    draws_.forward(step.networks, step.parameters, in, again_log_weights_.data(),
                   VaeDraws<T>::Keep::slopes);
    draws_.backward(step.networks, step.parameters, in,
                    {model_.data() + begin, path_.data() + begin, score_.data() + begin},
                    {gradient_, !has_gradient_, again_head_gradients_.data()});
    has_gradient_ = true;
    for (Index r = 0; r < count; ++r) {
      const Index image = again_[static_cast<std::size_t>(begin + r)].image;
      for (Index j = 0; j < head; ++j)
        head_gradients_[static_cast<std::size_t>(image * head + j)] +=
            again_head_gradients_[static_cast<std::size_t>(r * head + j)];
    }
  }
}

template <class T>
void VaeShard<T>::pull_back_encoder(const VaeStep<T>& step) {
  if (!has_gradient_) std::fill_n(gradient_, step.networks.parameters(), T{0});
  const VaeNetwork& encoder = step.networks.encoder(0);
  std::copy(head_gradients_.begin(), head_gradients_.end(), encoder_.outputs());
  encoder_.backward(encoder.layout, step.parameters + encoder.offset, pixels_.data(), images(),
                    {gradient_ + encoder.offset, nullptr, true});
}

template <class T>
void VaeShard<T>::pull_back(const VaeStep<T>& step, const GradientCoefficients& coefficients,
                            Index first_column) {
  start_gradient(step);
  remember(coefficients, first_column, 0, images());
  pull_back_remembered(step);
  pull_back_encoder(step);
}

template <class T>
void VaeShard<T>::draw_and_pull_back(const VaeStep<T>& step, Weigher& weigher, Index first_block,
                                     T* gradient) {
  using Keep = typename VaeDraws<T>::Keep;
  start_gradient(step, gradient);
  const Index at_once = images_at_once(step.draws);
  const bool fits = step.draws <= most_draws, is_sparse = weigher.is_sparse();
  const Index blocks = (images() + at_once - 1) / at_once;
  log_weights_.resize(std::max(log_weights_.size(), static_cast<std::size_t>(blocks)));
  for (Index block = 0; block < blocks; ++block) {
    const Index first = block * at_once, count = std::min(at_once, images() - first);
    Matrix& log_weights = log_weights_[static_cast<std::size_t>(block)];
    log_weights.resize(step.draws, count);
    if (fits)
      forward(step, first, count, log_weights.data(), is_sparse ? Keep::nothing : Keep::slopes);
    else
      draw_parts(step, first, log_weights.data());
    const GradientCoefficients& coefficients =
        weigher.weigh(first_block + block, begin_ + first, log_weights);
    // A draw of weight 0 may have left the numbers; it is not pulled back, so as not to multiply by
    // 0 what is infinite.
    if (is_sparse || !fits || !log_weights.allFinite()) {
      remember(coefficients, 0, first, count);
      continue;
    }
    draws_.backward(
        step.networks, step.parameters, some_images(step, first, count),
        {coefficients.model.data(), coefficients.path.data(), coefficients.score.data()},
        {gradient_, !has_gradient_, head_gradients_.data() + first * 2 * step.networks.latents(0)});
    has_gradient_ = true;
  }
  if (!again_.empty()) pull_back_remembered(step);
  pull_back_encoder(step);
}

template class VaeShard<float>;
template class VaeShard<double>;

}  // namespace renyi
