// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_ORA_FILE_H
#define NET8_ORA_FILE_H

#include "net8-name-value.h"
#include "net8-text-error.h"

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ns3::net8
{

/**
 * @ingroup net8
 * One parameter of a connect file, or one entry of tnsnames.ora.
 */
struct OraParameter
{
    std::vector<std::string> names; ///< as written before "="
    NameValue content;              ///< what follows "=", with its place
    std::string file;               ///< file that contains it
    TextError error;                ///< why it has no content, if it could not be read

    /** @return whether it contains addresses, like an alias or a listener */
    bool HoldsAddresses() const;
};

/**
 * @ingroup net8
 * tnsnames.ora, listener.ora or sqlnet.ora, including files named by IFILE.
 *
 * If a name occurs twice, the later one counts. A parameter that cannot be read, including an
 * IFILE, is kept with its error and does not affect the others.
 */
class OraFile
{
  public:
    static constexpr size_t MAX_INCLUDES = 8; ///< maximum nesting of IFILE
    static constexpr size_t MAX_FILES = 100;  ///< maximum number of files included by IFILE

    /**
     * Returns the content of a file, or nothing if it cannot be read. These classes access files
     * only through it.
     */
    using Reader = std::function<std::optional<std::string>(const std::string& path)>;

    /**
     * Read a file and the files it includes.
     * @param path the file; relative paths in IFILE are relative to the folder of the including
     * file
     * @param reader returns the content of a file
     * @param[out] out receives the parameters
     * @return the error that concerns the file as a whole, if any
     */
    static TextError Read(const std::string& path, const Reader& reader, OraFile& out);

    /**
     * Read a file from disk.
     * @param path the file
     * @return its content, or nothing if it cannot be read
     */
    static std::optional<std::string> ReadFromDisk(const std::string& path);

    /**
     * Find a parameter or an alias.
     * @param name its name, in any case
     * @return the last one of that name, or nullptr
     */
    const OraParameter* Find(std::string_view name) const;

    /**
     * @return the available entries, for an error message: the first names that have addresses, and
     * the first parameter that cannot be read
     */
    std::string ListEntries() const;

    std::vector<OraParameter> parameters; ///< in the order read

  private:
    /**
     * Read a file and add its parameters.
     * @param path the file to add
     * @param reader returns the content of a file
     * @param[in,out] chain files that are open, outermost first
     * @return the error that concerns the file as a whole, if any
     */
    TextError Add(const std::string& path, const Reader& reader, std::vector<std::string>& chain);

    /**
     * Read the file named by an IFILE parameter.
     * @param node an IFILE parameter
     * @param reader returns the content of a file
     * @param[in,out] chain files that are open, outermost first
     * @return the error, if any
     */
    TextError Include(const NameValue& node, const Reader& reader, std::vector<std::string>& chain);

    size_t m_included{0}; ///< number of files included by IFILE so far
};

} // namespace ns3::net8

#endif // NET8_ORA_FILE_H
