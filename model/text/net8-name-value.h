// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_NAME_VALUE_H
#define NET8_NAME_VALUE_H

#include "net8-text-error.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace ns3::net8
{

struct FileEntry;

/**
 * @ingroup net8
 * A node of the notation that connect descriptors and the .ora files share:
 * `(NAME=value)`, `(NAME=(NAME=value)(NAME=value))`, `(value, value)`.
 *
 * Names keep their spelling and compare without regard to case. Blanks and line breaks around
 * brackets, names and values do not count; "#" at the start of a line or behind a blank begins a
 * comment; values in quotes keep blanks, brackets and "=". A value may go on in the next line,
 * without quotes only if that line is indented; the break reads as one blank.
 */
class NameValue
{
  public:
    static constexpr uint32_t MAX_DEPTH = 64; ///< brackets inside each other, at most

    /// What stands behind the name.
    enum class Kind
    {
        VALUE, ///< one value, which may be empty
        GROUP, ///< nodes in brackets
        LIST,  ///< values in one pair of brackets, separated by commas; such a node has no name
    };

    NameValue() = default;

    /**
     * @param nodeName name
     * @param nodeValue its one value
     */
    NameValue(std::string nodeName, std::string nodeValue);

    /**
     * @param nodeName name
     * @param nodes the nodes behind it
     */
    NameValue(std::string nodeName, std::vector<NameValue> nodes);

    /**
     * Read nodes in brackets, one or more, up to the end of the text.
     * @param text a connect descriptor
     * @param[out] out the nodes
     * @return what is wrong
     */
    static TextError ParseNodes(std::string_view text, std::vector<NameValue>& out);

    /**
     * Read a file of parameters: `name = value` and `name, name = (...)`, one after the other. Each
     * stands alone: behind one that is wrong, reading goes on at the next name in column 1.
     * @param text content of the file
     * @param[out] out the parameters, in the order written
     */
    static void ParseFile(std::string_view text, std::vector<FileEntry>& out);

    /**
     * @param other a name
     * @return whether this node has that name, in any case
     */
    bool Is(std::string_view other) const;

    /**
     * @param other a name
     * @return the first node of that name in this group, or nullptr
     */
    const NameValue* Find(std::string_view other) const;

    /** @return the one value, also where brackets stand around it, `(XE)`; nullptr if it is none */
    const std::string* GetScalar() const;

    /** @return words with commas, blanks or brackets between them: `(A, B)`, `A, B`, `(A)(B)` */
    std::vector<std::string> GetItems() const;

    /** @return the node in brackets without blanks, quoted where it must be */
    std::string Print() const;

    /**
     * @param message what is wrong with this node
     * @return an error that carries the node's place
     */
    TextError Error(const std::string& message) const;

    std::string name;                ///< name as written
    Kind kind{Kind::VALUE};          ///< what stands behind the name
    std::string value;               ///< the value, without quotes
    bool isRaw{false};               ///< whether the value has "=" or a line break without quotes
    std::vector<NameValue> children; ///< nodes of a group
    std::vector<std::string> list;   ///< values of a list; names of a parameter in ParseFile
    uint32_t line{0};                ///< line of the name, counted from 1
    uint32_t column{0};              ///< column of the name in bytes, counted from 1
};

/**
 * @ingroup net8
 * One parameter of a file. What is wrong with it concerns no other one.
 */
struct FileEntry
{
    NameValue node;  ///< the parameter, its list holding all its names
    TextError error; ///< what is wrong; then the node has names and place alone, or not even those
};

/**
 * @ingroup net8
 * @param left a word
 * @param right a word
 * @return whether they are equal but for the case of the letters A to Z
 */
bool EqualNoCase(std::string_view left, std::string_view right);

} // namespace ns3::net8

#endif // NET8_NAME_VALUE_H
