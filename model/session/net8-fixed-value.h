// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_FIXED_VALUE_H
#define NET8_FIXED_VALUE_H

#include "ns3/attribute.h"
#include "ns3/random-variable-stream.h"

namespace ns3::net8
{

/**
 * @ingroup net8
 * A random variable that always has the same value and cannot be changed, so that one object can be
 * shared by all who use that value. An ns3::ConstantRandomVariable has a stream of random numbers
 * that is never drawn from, and setting one up takes longer than simulating a packet.
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
     * Find the shared variable for a constant.
     *
     * @param text a constant in ns-3's notation: "ns3::ConstantRandomVariable[Constant=0.002]"
     * @return the variable shared by all uses of the same text, or null if the text is not a
     * constant
     */
    static Ptr<Net8FixedValue> Find(const std::string& text);

    double GetValue() override;

  private:
    double m_value{0}; //!< The value.
};

/**
 * @ingroup net8
 * Make the checker of an attribute that holds a random variable. For constants set as text, and for
 * defaults, it makes one object per value (Net8FixedValue).
 *
 * @return the checker
 */
Ptr<const AttributeChecker> MakeRandomChecker();

} // namespace ns3::net8

#endif /* NET8_FIXED_VALUE_H */
