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
 * Which driver a client uses, and in what it differs from that driver as it comes.
 */
class Net8DriverChoice : public Object
{
  public:
    /**
     * How many rows the calls of a query ask for: the values of FetchHabit, behind the driver's
     * own.
     */
    enum class FetchChoice : uint8_t
    {
        DEFAULT,      ///< As the driver does.
        ARRAY,        ///< FetchHabit::ARRAY.
        SHORT_SECOND, ///< FetchHabit::SHORT_SECOND.
        GROWING,      ///< FetchHabit::GROWING.
        ROUNDED       ///< FetchHabit::ROUNDED.
    };

    /**
     * Whether the end of the data comes with the last row.
     */
    enum class LookAheadChoice : uint8_t
    {
        DEFAULT, ///< As the driver does.
        NO,      ///< A full last array is followed by an empty one.
        YES      ///< It is not.
    };

    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();
    Net8DriverChoice();
    ~Net8DriverChoice() override;

    /**
     * @param[out] out the driver with the attributes applied
     * @return what is wrong with its name, its release or its file
     */
    TextError Read(DriverProfile& out) const;

    /**
     * @return what the attributes say beside the driver
     */
    const DriverOptions& GetOptions() const;

  private:
    DriverOptions m_options;                   ///< What holds beside the driver.
    std::string m_driver;                      ///< Driver.
    std::string m_release;                     ///< Release of the driver; empty: its default.
    uint32_t m_sdu{0};                         ///< SDU, bytes; 0: the driver's.
    uint32_t m_tdu{0};                         ///< TDU, bytes; 0: the driver's.
    uint32_t m_arraySize{0};                   ///< Rows a fetch; 0: the driver's.
    int64_t m_prefetchRows{-1};                ///< Rows with the execute; -1: the driver's.
    int64_t m_statementCache{-1};              ///< Statements that are kept; -1: the driver's.
    FetchChoice m_habit{FetchChoice::DEFAULT}; ///< Rows a call.
    LookAheadChoice m_lookAhead{LookAheadChoice::DEFAULT}; ///< End of data with the last row.
    Platform m_platform{Platform::LINUX};                  ///< Operating system.
    AuthenticationService m_authentication{
        AuthenticationService::NONE}; ///< Who authenticates the user.
    bool m_disableOobAuto{false};     ///< Does not ask for the out-of-band check.
};

} // namespace ns3::net8

#endif /* NET8_DRIVER_CHOICE_H */
