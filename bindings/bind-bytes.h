// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_BIND_BYTES_H
#define NET8_BIND_BYTES_H

#include <cstdint>
#include <pybind11/pybind11.h>
#include <span>
#include <string_view>

namespace ns3::net8
{

/**
 * @ingroup net8
 * Look at bytes of Python.
 *
 * @param data the bytes, which must outlive the view
 * @return a view of them
 */
inline std::span<const uint8_t>
View(const pybind11::bytes& data)
{
    const auto view = static_cast<std::string_view>(data);
    return {reinterpret_cast<const uint8_t*>(view.data()), view.size()};
}

/**
 * @ingroup net8
 * Hand bytes to Python.
 *
 * @tparam BYTES a container of bytes
 * @param bytes the bytes
 * @return a copy of them
 */
template <class BYTES>
pybind11::bytes
ToBytes(const BYTES& bytes)
{
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

} // namespace ns3::net8

#endif /* NET8_BIND_BYTES_H */
