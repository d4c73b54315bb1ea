// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_BIND_RECORD_H
#define NET8_BIND_RECORD_H

#include "bind-bytes.h"

#include "ns3/net8-ttc-layout.h"

#include <pybind11/pybind11.h>
#include <stdexcept>
#include <string>

namespace ns3::net8
{

/**
 * @ingroup net8
 * Bytes that are not a valid message; `TtcError` in Python.
 */
class TtcError : public std::runtime_error
{
  public:
    using std::runtime_error::runtime_error;
};

/**
 * @ingroup net8
 * Make an object of its fields.
 *
 * @tparam RECORD a class that Python knows
 * @param fields some of its fields
 * @return an object with these fields, and defaults for the others
 */
template <class RECORD>
RECORD
FromKeywords(const pybind11::kwargs& fields)
{
    pybind11::object record = pybind11::cast(RECORD{});
    for (const auto& [name, value] : fields)
    {
        pybind11::setattr(record, name, value);
    }
    return record.cast<RECORD>();
}

/**
 * @ingroup net8
 * Defines a class of fields for Python.
 *
 * @tparam RECORD the class
 */
template <class RECORD>
class [[gnu::visibility("hidden")]] Record
{
  public:
    /**
     * @param module module to add the class to
     * @param name its name
     * @param sentence its docstring
     */
    Record(pybind11::module_& module, const char* name, const char* sentence)
        : m_name(name),
          m_class(module, name, sentence)
    {
        m_class.def(pybind11::init(&FromKeywords<RECORD>));
    }

    /**
     * @param name name of a field
     * @param field a number, a flag or a record
     * @return this object
     */
    template <class FIELD>
    Record& Has(const char* name, FIELD RECORD::* field)
    {
        m_class.def_readwrite(name, field);
        return *this;
    }

    /**
     * @param name name of a field
     * @param field bytes, which may be text
     * @return this object
     */
    Record& Has(const char* name, std::string RECORD::* field)
    {
        m_class.def_property(
            name,
            [field](const RECORD& record) { return pybind11::bytes(record.*field); },
            [field](RECORD& record, const pybind11::bytes& bytes) {
                record.*field = static_cast<std::string>(bytes);
            });
        return *this;
    }

    /**
     * @param name name of a method without arguments
     * @param method the method
     * @return this object
     */
    template <class METHOD>
    Record& Tells(const char* name, METHOD method)
    {
        m_class.def_property_readonly(name, method);
        return *this;
    }

    /**
     * Add the methods of a message.
     *
     * @return this object
     */
    Record& IsMessage()
    {
        m_class.def("size",
                    &RECORD::Size,
                    pybind11::arg("layout") = TtcLayout{},
                    "Bytes of encode().");
        m_class.def(
            "encode",
            [](const RECORD& message, const TtcLayout& layout) {
                return ToBytes(message.Encode(layout));
            },
            pybind11::arg("layout") = TtcLayout{},
            "The message in the layout of a session.");
        m_class.def_static(
            "decode",
            [name = m_name](const pybind11::bytes& data, const TtcLayout& layout) {
                auto message = RECORD::Decode(View(data), layout);
                if (!message)
                {
                    throw TtcError(std::to_string(View(data).size()) + " bytes do not decode as " +
                                   name);
                }
                return *message;
            },
            pybind11::arg("data"),
            pybind11::arg("layout") = TtcLayout{},
            "The message that starts the bytes; TtcError if it does not.");
        return *this;
    }

    /** @return the class */
    pybind11::class_<RECORD>& Get()
    {
        return m_class;
    }

  private:
    std::string m_name;               ///< Its name.
    pybind11::class_<RECORD> m_class; ///< The class.
};

} // namespace ns3::net8

#endif /* NET8_BIND_RECORD_H */
