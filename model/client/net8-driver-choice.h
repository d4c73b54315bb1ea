// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_DRIVER_CHOICE_H
#define NET8_DRIVER_CHOICE_H

#include "ns3/net8-client-settings.h"
#include "ns3/net8-text-error.h"
#include "ns3/object.h"

#include <string>

namespace ns3::net8
{

/**
 * @ingroup net8
 * The driver that a client uses, and the settings in which it differs from the driver's defaults.
 */
class Net8DriverChoice : public Object
{
  public:
    /**
     * How many rows the calls of a query ask for: the driver's default, or one of the values of
     * FetchHabit.
     */
    enum class FetchChoice : uint8_t
    {
        DEFAULT,      ///< Driver's default.
        ARRAY,        ///< FetchHabit::ARRAY.
        SHORT_SECOND, ///< FetchHabit::SHORT_SECOND.
        GROWING,      ///< FetchHabit::GROWING.
        ROUNDED       ///< FetchHabit::ROUNDED.
    };

    /**
     * Whether the end of the data is reported with the last row.
     */
    enum class LookAheadChoice : uint8_t
    {
        DEFAULT, ///< Driver's default.
        NO,      ///< A full last array is followed by an empty one.
        YES      ///< A full last array is not followed by an empty one.
    };

    /**
     * How rows with LOBs travel: the driver's default, or one of the values of LobRows.
     */
    enum class LobRowsChoice : uint8_t
    {
        DEFAULT,       ///< Driver's default.
        AS_OTHERS,     ///< LobRows::AS_OTHERS.
        FETCHED,       ///< LobRows::FETCHED.
        DEFINED,       ///< LobRows::DEFINED.
        DEFINED_APART, ///< LobRows::DEFINED_APART.
        ONE            ///< LobRows::ONE.
    };

    /**
     * Whether a LOB whose size did not come with its row is asked for it.
     */
    enum class LobLengthChoice : uint8_t
    {
        DEFAULT, ///< Driver's default.
        NO,      ///< It is read without.
        YES      ///< It takes a call of its own.
    };

    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();
    Net8DriverChoice();
    ~Net8DriverChoice() override;

    /**
     * Read the driver's profile.
     *
     * @param[out] out the driver with the attributes applied
     * @return the error in its name, release or file; an empty TextError if there is none
     */
    TextError Read(DriverProfile& out) const;

    /**
     * @return the options that are independent of the driver
     */
    const DriverOptions& GetOptions() const;

  private:
    /**
     * Apply the attributes of LOBs.
     *
     * @param out the driver
     */
    void SetLobs(DriverProfile& out) const;

    DriverOptions m_options;      ///< Options independent of the driver.
    std::string m_driver;         ///< Driver.
    std::string m_release;        ///< Release of the driver; empty: its default.
    uint32_t m_sdu{0};            ///< SDU, bytes; 0: the driver's.
    uint32_t m_tdu{0};            ///< TDU, bytes; 0: the driver's.
    uint32_t m_arraySize{0};      ///< Rows per fetch; 0: the driver's.
    int64_t m_prefetchRows{-1};   ///< Rows returned with the execute; -1: the driver's.
    int64_t m_statementCache{-1}; ///< Size of the statement cache; -1: the driver's.
    FetchChoice m_habit{FetchChoice::DEFAULT}; ///< Rows per call.
    LookAheadChoice m_lookAhead{
        LookAheadChoice::DEFAULT};                   ///< End of data reported with the last row.
    LobRowsChoice m_lobRows{LobRowsChoice::DEFAULT}; ///< How rows with LOBs travel.
    LobLengthChoice m_lobLength{LobLengthChoice::DEFAULT}; ///< Length calls.
    bool m_fetchLobs{true};                                ///< LOBs come as locators.
    int64_t m_lobAmount{-1};              ///< Bytes of a LOB per call; -1: the driver's.
    int64_t m_lobLimit{-1};               ///< Bytes of a LOB at most; -1: the driver's.
    uint32_t m_lobArrayRead{1};           ///< LOBs that one call reads.
    Platform m_platform{Platform::LINUX}; ///< Operating system.
    AuthenticationService m_authentication{
        AuthenticationService::NONE}; ///< Service that authenticates the user.
    bool m_disableOobAuto{false};     ///< Do not ask for the out-of-band check.
    bool m_disableOob{false};         ///< Do without urgent data.
};

} // namespace ns3::net8

#endif /* NET8_DRIVER_CHOICE_H */
