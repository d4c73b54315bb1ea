// SPDX-License-Identifier: GPL-2.0-only
#include "net8-stream-bytes.h"

#include <algorithm>
#include <utility>

namespace ns3::net8
{

StreamBytes
StreamBytes::Take(uint32_t most)
{
    if (most >= GetSize())
    {
        return std::exchange(*this, {});
    }
    const auto count = std::min<std::size_t>(most, real.size());
    const auto end = real.begin() + static_cast<std::ptrdiff_t>(count);
    StreamBytes taken{{real.begin(), end}, most - static_cast<uint32_t>(count)};
    real.erase(real.begin(), end);
    zeros -= taken.zeros;
    return taken;
}

} // namespace ns3::net8
