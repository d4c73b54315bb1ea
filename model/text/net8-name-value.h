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
 * A node of the notation shared by connect descriptors and the .ora files:
 * `(NAME=value)`, `(NAME=(NAME=value)(NAME=value))`, `(value, value)`.
 *
 * Names keep their spelling and compare case-insensitively. Blanks and line breaks around brackets,
 * names and values are ignored; "#" at the start of a line or after a blank starts a comment;
 * quoted values keep blanks, brackets and "=". A value may continue on the next line, unquoted only
 * if that line is indented; the line break is read as one blank.
 */
class NameValue
{
  public:
    static constexpr uint32_t MAX_DEPTH = 64; ///< maximum nesting of brackets

    /// What follows the name.
    enum class Kind
    {
        VALUE, ///< one value, which may be empty
        GROUP, ///< nodes in brackets
        LIST,  ///< comma-separated values in one pair of brackets; such a node has no name
    };

    NameValue() = default;

    /**
     * Create a node with one value.
     * @param nodeName name
     * @param nodeValue value
     */
    NameValue(std::string nodeName, std::string nodeValue);

    /**
     * Create a node that holds other nodes.
     * @param nodeName name
     * @param nodes the nodes
     */
    NameValue(std::string nodeName, std::vector<NameValue> nodes);

    /**
     * Read one or more nodes in brackets, up to the end of the text.
     * @param text a connect descriptor
     * @param[out] out receives the nodes
     * @return the error, if any
     */
    static TextError ParseNodes(std::string_view text, std::vector<NameValue>& out);

    /**
     * Read a parameter file: `name = value` and `name, name = (...)`, one after the other. Each
     * parameter is read on its own: after an error, reading resumes at the next name in column 1.
     * @param text content of the file
     * @param[out] out receives the parameters, in the order written
     */
    static void ParseFile(std::string_view text, std::vector<FileEntry>& out);

    /**
     * Check the name of this node.
     * @param other a name
     * @return whether the node has that name, ignoring case
     */
    bool Is(std::string_view other) const;

    /**
     * Find a node in this group.
     * @param other its name
     * @return the first node of that name, or nullptr
     */
    const NameValue* Find(std::string_view other) const;

    /** @return the single value, with or without brackets as in `(XE)`; nullptr if there is none */
    const std::string* GetScalar() const;

    /** @return words separated by commas, blanks or brackets: `(A, B)`, `A, B`, `(A)(B)` */
    std::vector<std::string> GetItems() const;

    /** @return the node in brackets without blanks, quoted where necessary */
    std::string Print() const;

    /**
     * Make an error located at this node.
     * @param message what is wrong with the node
     * @return the error, with the line and column of the node
     */
    TextError Error(const std::string& message) const;

    std::string name;                ///< name as written
    Kind kind{Kind::VALUE};          ///< what follows the name
    std::string value;               ///< the value, without quotes
    bool isRaw{false};               ///< whether the unquoted value contains "=" or a line break
    std::vector<NameValue> children; ///< nodes of a group
    std::vector<std::string> list;   ///< values of a list; names of a parameter in ParseFile
    uint32_t line{0};                ///< line of the name, counted from 1
    uint32_t column{0};              ///< column of the name in bytes, counted from 1
};

/**
 * @ingroup net8
 * One parameter of a file. An error in it does not affect the others.
 */
struct FileEntry
{
    NameValue node;  ///< the parameter; its list holds all its names
    TextError error; ///< what is wrong; the node then has at most its names and its place
};

/**
 * @ingroup net8
 * Compare two words, ignoring the case of the letters A to Z.
 * @param left a word
 * @param right a word
 * @return whether they are equal
 */
bool EqualNoCase(std::string_view left, std::string_view right);

} // namespace ns3::net8

#endif // NET8_NAME_VALUE_H
