// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_PROFILE_FIELDS_H
#define NET8_PROFILE_FIELDS_H

#include "net8-profile-file.h"

#include <algorithm>
#include <cstdint>
#include <string>
#include <variant>
#include <vector>

namespace ns3::net8
{

/**
 * @ingroup net8
 * The members of a profile that a file can set, one per key.
 *
 * @tparam T type of the profile
 */
template <typename T>
class ProfileFields
{
  public:
    /// A member of the profile.
    using Member = std::variant<bool T::*,
                                uint8_t T::*,
                                uint16_t T::*,
                                uint32_t T::*,
                                int64_t T::*,
                                std::string T::*,
                                std::vector<std::string> T::*>;

    /// A member with named values: accessors for the number of the value.
    struct Choice
    {
        std::vector<std::string> names;          ///< The names, in order of their numbers.
        void (*set)(T& profile, uint32_t value); ///< Sets it.
        uint32_t (*get)(const T& profile);       ///< Gets it.
    };

    /// A key and its member.
    struct Field
    {
        std::string key;                     ///< The key.
        std::variant<Member, Choice> target; ///< The member.
        int64_t low;                         ///< Minimum of a number.
        int64_t high;                        ///< Maximum of a number.
        std::vector<std::string> texts;      ///< Allowed elements of a list; empty: any.

        /**
         * Create a field.
         *
         * @param name the key
         * @param sets the member
         * @param from minimum of a number
         * @param to maximum of a number
         * @param elements allowed elements of a list; empty: any
         */
        Field(std::string name,
              std::variant<Member, Choice> sets,
              int64_t from = 0,
              int64_t to = 0,
              std::vector<std::string> elements = {})
            : key(std::move(name)),
              target(std::move(sets)),
              low(from),
              high(to),
              texts(std::move(elements))
        {
        }
    };

    /**
     * Create the fields of a profile.
     *
     * @param fields the fields
     */
    explicit ProfileFields(std::vector<Field> fields)
        : m_fields(std::move(fields))
    {
    }

    /**
     * Check the values of a layer.
     *
     * @param file the file, for error messages
     * @param layer the layer
     * @return the first error, if any
     */
    TextError Check(const ProfileFile& file, const ProfileLayer& layer) const
    {
        for (const auto& [key, value] : layer.values)
        {
            const auto* field = Find(key);
            const auto wrong = field ? GetWrong(*field, value) : GetUnknown(key);
            if (!wrong.empty())
            {
                return MakeProfileError(file.source, value, wrong);
            }
        }
        return {};
    }

    /**
     * Apply the values of a layer.
     *
     * @param layer a checked layer
     * @param profile receives the values
     */
    void Apply(const ProfileLayer& layer, T& profile) const
    {
        for (const auto& [key, value] : layer.values)
        {
            Set(*Find(key), value, profile);
        }
    }

    /**
     * Get the values of a profile.
     *
     * @param profile a profile
     * @return its values by key
     */
    std::map<std::string, ProfileValue> Get(const T& profile) const
    {
        std::map<std::string, ProfileValue> values;
        for (const auto& field : m_fields)
        {
            if (const auto* choice = std::get_if<Choice>(&field.target))
            {
                values[field.key].value = choice->names.at(choice->get(profile));
                continue;
            }
            std::visit([&](auto member) { Store(profile.*member, values[field.key]); },
                       std::get<Member>(field.target));
        }
        return values;
    }

  private:
    /**
     * Convert a member to a value.
     *
     * @param from value of a member
     * @param to receives the value
     */
    template <typename V>
    static void Store(const V& from, ProfileValue& to)
    {
        if constexpr (std::is_integral_v<V> && !std::is_same_v<V, bool>)
        {
            to.value = int64_t{from};
        }
        else
        {
            to.value = from;
        }
    }

    /**
     * Find a field.
     *
     * @param key a key
     * @return its field, or null if there is none
     */
    const Field* Find(const std::string& key) const
    {
        const auto found = std::ranges::find(m_fields, key, &Field::key);
        return found == m_fields.end() ? nullptr : &*found;
    }

    /**
     * Describe an unknown key.
     *
     * @param key the key
     * @return the error message
     */
    std::string GetUnknown(const std::string& key) const
    {
        std::string known;
        for (const auto& field : m_fields)
        {
            known += (known.empty() ? "" : ", ") + field.key;
        }
        return "there is no key '" + key + "'; use one of " + known;
    }

    /**
     * Check a value.
     *
     * @param field a field
     * @param value the value
     * @return what is wrong and what would be right; empty: no error
     */
    static std::string GetWrong(const Field& field, const ProfileValue& value)
    {
        const auto is = field.key + " is " + Print(value) + "; ";
        if (const auto* choice = std::get_if<Choice>(&field.target))
        {
            const auto* text = std::get_if<std::string>(&value.value);
            const bool known =
                text && std::ranges::find(choice->names, *text) != choice->names.end();
            return known ? "" : is + "use one of " + Join(choice->names);
        }
        return std::visit([&](auto member) { return GetWrong<decltype(member)>(field, value, is); },
                          std::get<Member>(field.target));
    }

    /**
     * Check a value for a member.
     *
     * @tparam M type of the member
     * @param field a field
     * @param value the value
     * @param is start of the message
     * @return the error message; empty: no error
     */
    template <typename M>
    static std::string GetWrong(const Field& field,
                                const ProfileValue& value,
                                const std::string& is)
    {
        if constexpr (std::is_same_v<M, bool T::*>)
        {
            return std::holds_alternative<bool>(value.value) ? "" : is + "write true or false";
        }
        else if constexpr (std::is_same_v<M, std::string T::*>)
        {
            return std::holds_alternative<std::string>(value.value)
                       ? ""
                       : is + "write a text in quotation marks";
        }
        else if constexpr (std::is_same_v<M, std::vector<std::string> T::*>)
        {
            const auto* list = std::get_if<std::vector<std::string>>(&value.value);
            const bool good = list && std::ranges::all_of(*list, [&](const auto& text) {
                                  return field.texts.empty() ||
                                         std::ranges::find(field.texts, text) != field.texts.end();
                              });
            const auto of = field.texts.empty() ? std::string("texts") : Join(field.texts);
            return good ? "" : is + "write a list of " + of;
        }
        else
        {
            const auto* number = std::get_if<int64_t>(&value.value);
            return number && *number >= field.low && *number <= field.high
                       ? ""
                       : is + "use a whole number from " + std::to_string(field.low) + " to " +
                             std::to_string(field.high);
        }
    }

    /**
     * Set a member to a value.
     *
     * @param field a field
     * @param value the checked value
     * @param profile profile to change
     */
    static void Set(const Field& field, const ProfileValue& value, T& profile)
    {
        if (const auto* choice = std::get_if<Choice>(&field.target))
        {
            const auto found = std::ranges::find(choice->names, std::get<std::string>(value.value));
            choice->set(profile, static_cast<uint32_t>(found - choice->names.begin()));
            return;
        }
        std::visit([&](auto member) { Load(value, profile.*member); },
                   std::get<Member>(field.target));
    }

    /**
     * Convert a value to a member.
     *
     * @param from a checked value
     * @param to receives the value
     */
    template <typename V>
    static void Load(const ProfileValue& from, V& to)
    {
        if constexpr (std::is_integral_v<V> && !std::is_same_v<V, bool>)
        {
            to = static_cast<V>(std::get<int64_t>(from.value));
        }
        else
        {
            to = std::get<V>(from.value);
        }
    }

    /**
     * Join texts.
     *
     * @param texts the texts
     * @return the texts, comma-separated
     */
    static std::string Join(const std::vector<std::string>& texts)
    {
        std::string joined;
        for (const auto& text : texts)
        {
            joined += (joined.empty() ? "" : ", ") + text;
        }
        return joined;
    }

    /**
     * Print a value.
     *
     * @param value a value
     * @return the value as written in a file
     */
    static std::string Print(const ProfileValue& value)
    {
        if (const auto* flag = std::get_if<bool>(&value.value))
        {
            return *flag ? "true" : "false";
        }
        if (const auto* number = std::get_if<int64_t>(&value.value))
        {
            return std::to_string(*number);
        }
        if (const auto* text = std::get_if<std::string>(&value.value))
        {
            return "'" + *text + "'";
        }
        return "[" + Join(std::get<std::vector<std::string>>(value.value)) + "]";
    }

    std::vector<Field> m_fields; ///< The fields.
};

} // namespace ns3::net8

#endif /* NET8_PROFILE_FIELDS_H */
