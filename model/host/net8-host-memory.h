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
 * The memory of a host, to be aggregated to its node: a limit, and accounts of what is reserved for
 * which purpose.
 *
 * An account is a name such as "process" or "session"; it exists from its first use. The caller
 * decides how much a process or a session takes. A reservation that does not fit is refused as a
 * whole and counted, as by an operating system without overcommitment.
 */
class Net8HostMemory : public Object
{
  public:
    /**
     * State of one account, or of all of them together.
     */
    struct Account
    {
        uint64_t usedBytes{0}; ///< Bytes reserved now.
        uint64_t peakBytes{0}; ///< Largest value of usedBytes so far.
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
     * Reserve memory.
     *
     * @param name name of the account
     * @param bytes number of bytes
     * @return true if there was room; otherwise nothing is reserved
     */
    bool Reserve(const std::string& name, uint64_t bytes);

    /**
     * Release memory that was reserved. Releasing more than that is an error of the caller.
     *
     * @param name name of the account
     * @param bytes number of bytes
     */
    void Release(const std::string& name, uint64_t bytes);

    /**
     * Release everything, because the host went down. Peaks and refusals are kept.
     */
    void Clear();

    /**
     * @return bytes reserved now
     */
    uint64_t GetUsed() const;

    /**
     * @return the most bytes ever reserved at one time
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
     * @return the state of each account
     */
    const Accounts& GetAccounts() const;

    /**
     * TracedCallback signature for a reservation that did not fit.
     *
     * @param [in] name name of the account
     * @param [in] bytes number of bytes asked for
     */
    typedef void (*RefusedTracedCallback)(const std::string& name, uint64_t bytes);

  private:
    // ATTRIBUTES
    uint64_t m_limit{0}; ///< Limit, bytes; 0: none.

    Accounts m_accounts; ///< Accounts by name.
    Account m_total;     ///< Sum of all accounts.

    // TRACE SOURCES
    TracedValue<uint64_t> m_used{0};                             ///< Bytes reserved.
    TracedCallback<const std::string&, uint64_t> m_refusedTrace; ///< A reservation was refused.
};

} // namespace ns3::net8

#endif /* NET8_HOST_MEMORY_H */
