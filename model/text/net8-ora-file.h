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
    std::vector<std::string> names; ///< as written, in front of "="
    NameValue content;              ///< what stands behind "=", with its place
    std::string file;               ///< file that it stands in
    TextError error;                ///< why it has no content, if it cannot be read

    /** @return whether addresses stand behind it, as behind an alias or a listener */
    bool HoldsAddresses() const;
};

/**
 * @ingroup net8
 * tnsnames.ora, listener.ora or sqlnet.ora, files named by IFILE included.
 *
 * When a name occurs twice, the later one counts. A parameter that cannot be read, an IFILE among
 * them, is kept with its error and leaves the others as they are.
 */
class OraFile
{
  public:
    static constexpr size_t MAX_INCLUDES = 8; ///< files inside each other by IFILE, at most
    static constexpr size_t MAX_FILES = 100;  ///< files that IFILE names, at most

    /**
     * Returns the content of a file, or nothing when it cannot be read. The only way by which these
     * classes reach a file.
     */
    using Reader = std::function<std::optional<std::string>(const std::string& path)>;

    /**
     * @param path the file; relative paths of IFILE count from the folder of the file they are in
     * @param reader gives the content of files
     * @param[out] out the parameters
     * @return what is wrong with the file as a whole
     */
    static TextError Read(const std::string& path, const Reader& reader, OraFile& out);

    /**
     * Read a file of the machine.
     * @param path the file
     * @return its content, or nothing
     */
    static std::optional<std::string> ReadFromDisk(const std::string& path);

    /**
     * @param name a parameter or an alias, in any case
     * @return the last one of that name, or nullptr
     */
    const OraParameter* Find(std::string_view name) const;

    /**
     * @return what can be asked for, for a message: the first names in front of addresses, and the
     * first parameter that cannot be read
     */
    std::string ListEntries() const;

    std::vector<OraParameter> parameters; ///< in the order in which they are read

  private:
    /**
     * @param path the file to add
     * @param reader gives the content of files
     * @param[in,out] chain files that are open, outermost first
     * @return what is wrong with the file as a whole
     */
    TextError Add(const std::string& path, const Reader& reader, std::vector<std::string>& chain);

    /**
     * @param node an IFILE parameter
     * @param reader gives the content of files
     * @param[in,out] chain files that are open, outermost first
     * @return what is wrong
     */
    TextError Include(const NameValue& node, const Reader& reader, std::vector<std::string>& chain);

    size_t m_included{0}; ///< files that IFILE has named so far
};

} // namespace ns3::net8

#endif // NET8_ORA_FILE_H
