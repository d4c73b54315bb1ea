// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_HOST_MEMORY_H
#define NET8_HOST_MEMORY_H

#include "ns3/object.h"
#include "ns3/traced-callback.h"
#include "ns3/traced-value.h"

#include <cstdint>
#include <functional>
#include <map>
#include <string>

namespace ns3::net8
{

/**
 * @ingroup net8
 * The memory of a host, to be aggregated to its node: a limit, and accounts of what was reserved
 * for what.
 *
 * An account is a name such as "process" or "session"; it exists from the first time on that it is
 * named. What a process or a session takes is said by who reserves it. A reservation that does not
 * fit is refused as a whole and counted, as an operating system without overcommitment would do.
 */
class Net8HostMemory : public Object
{
  public:
    /**
     * What is known of one account, or of all of them.
     */
    struct Account
    {
        uint64_t usedBytes{0}; ///< Reserved now.
        uint64_t peakBytes{0}; ///< The most that ever was.
        uint64_t refusals{0};  ///< Reservations that did not fit.
    };

    /// Accounts by name.
    using Accounts = std::map<std::string, Account, std::less<>>;

    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();
    Net8HostMemory();
    ~Net8HostMemory() override;

    /**
     * @param name name of the account
     * @param bytes how much
     * @return true if there was room; if not, nothing is reserved
     */
    bool Reserve(const std::string& name, uint64_t bytes);

    /**
     * Release what was reserved; it is an error of the caller to release more.
     *
     * @param name name of the account
     * @param bytes how much
     */
    void Release(const std::string& name, uint64_t bytes);

    /**
     * The host went down: nothing is reserved any more. Peaks and refusals stay.
     */
    void Clear();

    /**
     * @return bytes reserved now
     */
    uint64_t GetUsed() const;

    /**
     * @return the most bytes that ever were reserved at a time
     */
    uint64_t GetPeak() const;

    /**
     * @return reservations that did not fit
     */
    uint64_t GetRefusals() const;

    /**
     * @return bytes that can be reserved now
     */
    uint64_t GetFree() const;

    /**
     * @return what is known of each account
     */
    const Accounts& GetAccounts() const;

    /**
     * TracedCallback signature for a reservation that did not fit.
     *
     * @param [in] name name of the account
     * @param [in] bytes what was asked for
     */
    typedef void (*RefusedTracedCallback)(const std::string& name, uint64_t bytes);

  private:
    // ATTRIBUTES
    uint64_t m_limit{0}; ///< Bytes; 0: no limit.

    Accounts m_accounts; ///< By name.
    Account m_total;     ///< All of them together.

    // TRACE SOURCES
    TracedValue<uint64_t> m_used{0};                             ///< Bytes reserved.
    TracedCallback<const std::string&, uint64_t> m_refusedTrace; ///< A reservation did not fit.
};

} // namespace ns3::net8

#endif /* NET8_HOST_MEMORY_H */
