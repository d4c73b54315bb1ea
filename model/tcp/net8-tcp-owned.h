// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_TCP_OWNED_H
#define NET8_TCP_OWNED_H

#include <memory>
#include <utility>

namespace ns3::net8
{

/**
 * @ingroup net8
 * A pointer to a part that is copied along with its owner.
 *
 * @tparam T class of the part
 */
template <typename T>
class TcpOwned : public std::unique_ptr<T>
{
  public:
    using std::unique_ptr<T>::unique_ptr;
    using std::unique_ptr<T>::operator=;
    TcpOwned() = default;
    ~TcpOwned() = default;

    /// @param other the part to copy, if there is one
    TcpOwned(const TcpOwned& other)
        : std::unique_ptr<T>(other ? std::make_unique<T>(*other) : nullptr)
    {
    }

    /**
     * @param other the part to take over, if there is one
     */
    TcpOwned(TcpOwned&& other) noexcept
        : std::unique_ptr<T>(std::move(other))
    {
    }

    TcpOwned& operator=(const TcpOwned& other) = delete;
};

} // namespace ns3::net8

#endif // NET8_TCP_OWNED_H
