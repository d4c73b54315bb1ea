// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_TEXT_ERROR_H
#define NET8_TEXT_ERROR_H

#include <cstdint>
#include <string>

namespace ns3::net8
{

/**
 * @ingroup net8
 * What is wrong with a text: a connect string or one of the connect files. A default-constructed
 * TextError means no error.
 */
struct TextError
{
    std::string file;    ///< name of the file; empty for a connect string
    uint32_t line{0};    ///< line, counted from 1; 0 if the error has no location
    uint32_t column{0};  ///< column in bytes, counted from 1; 0 if the error has no location
    std::string message; ///< what was found and what would be right; empty if nothing is wrong

    /** @return whether there is an error */
    bool IsError() const;

    /** @return one sentence with file, line, what was found and what would be right */
    std::string GetSentence() const;
};

} // namespace ns3::net8

#endif // NET8_TEXT_ERROR_H
