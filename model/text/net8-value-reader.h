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
 * Converts the value of one parameter, with or without brackets, to a number, a switch, a duration
 * or a text. The first error is kept.
 */
class ValueReader
{
  public:
    /**
     * Create a reader for a node.
     * @param node node to read; must outlive the reader
     */
    explicit ValueReader(const NameValue& node);

    /**
     * Read the value as a number.
     * @param minimum smallest number allowed
     * @param maximum largest number allowed
     * @param unit unit of the number, for the error message
     * @return the number; @p minimum on error
     */
    uint32_t Number(uint32_t minimum, uint32_t maximum, const std::string& unit);

    /** @return the value as a size, 1 to 2147483647 bytes */
    uint32_t Bytes();

    /**
     * @return the value as a switch: on, yes, true or off, no, false; nothing for 1 and 0, which
     * are common in practice but have no documented meaning
     */
    std::optional<bool> Switch();

    /** @return whether the switch was written as 1 or 0 */
    bool IsMeaningless() const;

    /**
     * Read the value as a duration.
     * @param unitMs unit of a bare number, milliseconds
     * @return the duration
     */
    Duration Time(uint64_t unitMs = 1000);

    /** @return the value unchanged */
    std::string Text();

    /**
     * Read the value as one of several words.
     * @param words the words allowed, comma-separated, in lower case
     * @return the value in lower case
     */
    std::string OneOf(const std::string& words);

    /** @return the first error */
    const TextError& GetError() const;

  private:
    /**
     * Record an error, unless there already is one.
     * @param expected what would be right
     */
    void Fail(const std::string& expected);

    /** @return whether the node has a single value */
    bool HasValue() const;

    /** @return that value; empty if there is none */
    std::string GetValue() const;

    const NameValue& m_node;     ///< the node to read
    TextError m_error;           ///< the first error
    bool m_isMeaningless{false}; ///< whether a switch was written as 1 or 0
};

/**
 * @ingroup net8
 * Convert a text to lower case.
 * @param text the text
 * @return the text with A to Z in lower case
 */
std::string ToLower(std::string text);

} // namespace ns3::net8

#endif // NET8_VALUE_READER_H
