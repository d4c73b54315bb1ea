// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_VALUE_READER_H
#define NET8_VALUE_READER_H

#include "net8-duration.h"
#include "net8-name-value.h"

#include <cstdint>
#include <optional>
#include <string>

namespace ns3::net8
{

/**
 * @ingroup net8
 * Turns the value of one parameter, which may stand in brackets, into a number, a switch, a
 * duration or a text. The first thing that is wrong is kept as the error.
 */
class ValueReader
{
  public:
    /**
     * @param node node whose value is read; must outlive the reader
     */
    explicit ValueReader(const NameValue& node);

    /**
     * @param minimum smallest number allowed
     * @param maximum largest number allowed
     * @param unit what is counted, for the error
     * @return the number; @p minimum when there is an error
     */
    uint32_t Number(uint32_t minimum, uint32_t maximum, const std::string& unit);

    /** @return the value as a number of bytes from 1 to 2147483647 */
    uint32_t Bytes();

    /**
     * @return the value as a switch: on, yes, true against off, no, false; nothing for 1 and 0,
     * which people write and no documentation gives a meaning
     */
    std::optional<bool> Switch();

    /** @return whether the value was a 1 or 0 for a switch */
    bool IsMeaningless() const;

    /**
     * @param unitMs milliseconds of a number without a unit
     * @return the value as a duration
     */
    Duration Time(uint64_t unitMs = 1000);

    /** @return the value as it is */
    std::string Text();

    /**
     * @param words the words allowed, separated by commas, in small letters
     * @return the value in small letters
     */
    std::string OneOf(const std::string& words);

    /** @return the first thing that was wrong */
    const TextError& GetError() const;

  private:
    /**
     * @param expected what would be right
     */
    void Fail(const std::string& expected);

    /** @return whether the node has a single value */
    bool HasValue() const;

    /** @return that value; empty when there is none */
    std::string GetValue() const;

    const NameValue& m_node;     ///< what is read
    TextError m_error;           ///< first thing that was wrong
    bool m_isMeaningless{false}; ///< whether a switch was 1 or 0
};

/**
 * @ingroup net8
 * @param text any text
 * @return it with A to Z made small
 */
std::string ToLower(std::string text);

} // namespace ns3::net8

#endif // NET8_VALUE_READER_H
