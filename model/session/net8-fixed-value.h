// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_FIXED_VALUE_H
#define NET8_FIXED_VALUE_H

#include "ns3/attribute.h"
#include "ns3/random-variable-stream.h"

namespace ns3::net8
{

/**
 * @ingroup net8
 * A variable that is always the same and cannot be changed, so that all who say the same value can
 * share one object. An ns3::ConstantRandomVariable has a stream of random numbers that nobody
 * draws from, and setting one up takes longer than to simulate a packet.
 */
class Net8FixedValue : public RandomVariableStream
{
  public:
    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();

    /**
     * @param text how ns-3 writes a constant: "ns3::ConstantRandomVariable[Constant=0.002]"
     * @return the value that all share who say the same text, or null where it is something else
     */
    static Ptr<Net8FixedValue> Find(const std::string& text);

    double GetValue() override;

  private:
    double m_value{0}; //!< the value
};

/**
 * @ingroup net8
 * @return the checker of an attribute that holds a random variable; of constants that are set as
 * text, and of defaults, it makes one object for each value (Net8FixedValue)
 */
Ptr<const AttributeChecker> MakeRandomChecker();

} // namespace ns3::net8

#endif /* NET8_FIXED_VALUE_H */
