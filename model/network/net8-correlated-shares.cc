// SPDX-License-Identifier: GPL-2.0-only
#include "net8-correlated-shares.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <span>
#include <utility>

namespace ns3::net8
{

namespace
{

/// Points at which a distribution is looked at, as many as a table of netem has.
constexpr int POINTS = 4096;
/// Terms of the expansion in Hermite polynomials. Of a Pareto table, the worst, those left out are
/// worth less than 0.01.
constexpr std::size_t TERMS = 40;
/// Numbers that a draw can give.
constexpr double RANGE = 4294967296.0;

/**
 * @param factors of a polynomial, the highest power last
 * @param at where it is evaluated
 * @return its value
 */
double
Evaluate(std::span<const double> factors, double at)
{
    return std::accumulate(factors.rbegin(), factors.rend(), 0.0, [at](double sum, double factor) {
        return sum * at + factor;
    });
}

} // namespace

CorrelatedShares::CorrelatedShares(LinkDraw draw,
                                   double correlation,
                                   const std::function<double(double)>& quantile)
    : m_draw(std::move(draw)),
      m_normal(FindNormalCorrelation(correlation, quantile))
{
}

double
CorrelatedShares::Next()
{
    const double fresh = GetNormal((m_draw() + 0.5) / RANGE);
    m_last = m_last ? m_normal * *m_last + std::sqrt(1 - m_normal * m_normal) * fresh : fresh;
    return std::min(std::erfc(-*m_last / std::sqrt(2.0)) / 2, std::nextafter(1.0, 0.0));
}

double
CorrelatedShares::GetNormal(double share)
{
    // Wichura 1988, algorithm AS 241, PPND7: seven digits.
    constexpr std::array MIDDLE{3.3871327179, 50.434271938, 159.29113202, 59.109374720};
    constexpr std::array MIDDLE_BELOW{1.0, 17.895169469, 78.757757664, 67.187563600};
    constexpr std::array TAIL{1.4234372777, 2.7568153900, 1.3067284816, 0.17023821103};
    constexpr std::array TAIL_BELOW{1.0, 0.73700164250, 0.12021132975};
    constexpr std::array FAR{6.6579051150, 3.0812263860, 0.42868294337, 0.017337203997};
    constexpr std::array FAR_BELOW{1.0, 0.24197894225, 0.012258202635};
    const double from = share - 0.5;
    if (std::abs(from) <= 0.425)
    {
        const double at = 0.180625 - from * from;
        return from * Evaluate(MIDDLE, at) / Evaluate(MIDDLE_BELOW, at);
    }
    const double root = std::sqrt(-std::log(std::min(share, 1 - share)));
    const double value = root <= 5 ? Evaluate(TAIL, root - 1.6) / Evaluate(TAIL_BELOW, root - 1.6)
                                   : Evaluate(FAR, root - 5) / Evaluate(FAR_BELOW, root - 5);
    return from < 0 ? -value : value;
}

double
CorrelatedShares::FindNormalCorrelation(double correlation,
                                        const std::function<double(double)>& quantile)
{
    // Values with the Hermite coefficients c_k have the correlation sum c_k^2 r^k / sum c_k^2, k >
    // 0.
    std::array<double, TERMS> coefficients{};
    for (int point = 0; point < POINTS; ++point)
    {
        const double share = (point + 0.5) / POINTS;
        const double value = quantile(share) / POINTS;
        const double z = GetNormal(share);
        double before = 0;
        double polynomial = 1;
        for (std::size_t k = 0; k < TERMS; ++k)
        {
            coefficients[k] += value * polynomial;
            const auto degree = static_cast<double>(k);
            const double next =
                (z * polynomial - std::sqrt(degree) * before) / std::sqrt(degree + 1);
            before = std::exchange(polynomial, next);
        }
    }
    coefficients[0] = 0;
    for (auto& each : coefficients)
    {
        each *= each;
    }
    const double all = Evaluate(coefficients, 1);
    double low = 0;
    double high = 1;
    while (high - low > 1e-6)
    {
        const double middle = (low + high) / 2;
        (Evaluate(coefficients, middle) < correlation * all ? low : high) = middle;
    }
    return high > 1 - 1e-6 ? 1 : low;
}

} // namespace ns3::net8
