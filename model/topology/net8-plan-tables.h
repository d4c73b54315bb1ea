// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_PLAN_TABLES_H
#define NET8_PLAN_TABLES_H

#include <map>
#include <set>
#include <stdexcept>
#include <string>
#include <utility>

namespace ns3::net8
{

/**
 * @ingroup net8
 * Sections or lists of a plan, by name. They record which of them were read, so that a misspelt
 * name, or one that nothing in this plan uses, is reported rather than ignored.
 *
 * @tparam T contents of a section or list
 */
template <typename T>
class PlanTables : public std::map<std::string, T>
{
  public:
    using std::map<std::string, T>::map;

    PlanTables() = default;

    /**
     * @param tables contents by name
     */
    explicit PlanTables(std::map<std::string, T> tables)
        : std::map<std::string, T>(std::move(tables))
    {
    }

    /**
     * @param name a section or list
     * @return its contents; empty if there are none
     */
    const T& Read(const std::string& name) const
    {
        static const T NONE{};
        m_read.insert(name);
        const auto found = this->find(name);
        return found == this->end() ? NONE : found->second;
    }

    /**
     * Check that everything was read. Must be called when everything that reads plans has read this
     * one.
     *
     * @param kind what they are, "section" or "list"
     * @throw std::invalid_argument with one sentence if one that is not empty was not read
     */
    void CheckAllRead(const std::string& kind) const
    {
        for (const auto& [name, table] : *this)
        {
            if (!table.empty() && !m_read.contains(name))
            {
                std::string sentence =
                    "Nothing in this plan reads the " + kind + " '" + name + "'; use one of ";
                for (const auto& known : m_read)
                {
                    sentence += (known == *m_read.begin() ? "" : ", ") + known;
                }
                throw std::invalid_argument(sentence + ".");
            }
        }
    }

  private:
    mutable std::set<std::string> m_read; ///< Names that were read.
};

} // namespace ns3::net8

#endif /* NET8_PLAN_TABLES_H */
