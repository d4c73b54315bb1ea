// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_FIELD_ACCESSOR_H
#define NET8_FIELD_ACCESSOR_H

#include "net8-chrono.h"

#include "ns3/attribute-accessor-helper.h"

#include <chrono>
#include <type_traits>

namespace ns3::net8
{

/**
 * @ingroup net8
 * Attribute accessor for a field of a struct that an object holds. The attributes can then be
 * passed on as that struct, without copying them field by field. Make it with MakeFieldAccessor.
 *
 * @tparam V value of the attribute
 * @tparam T class of the object
 * @tparam S the struct
 * @tparam U type of the field; a TimeValue also sets std::chrono::nanoseconds
 */
template <typename V, typename T, typename S, typename U>
class Net8FieldAccessor : public AccessorHelper<T, V>
{
  public:
    /**
     * @param part the struct in the object
     * @param field the field in the struct
     */
    Net8FieldAccessor(S T::* part, U S::* field)
        : m_part(part),
          m_field(field)
    {
    }

    bool HasGetter() const override
    {
        return true;
    }

    bool HasSetter() const override
    {
        return true;
    }

  private:
    /// Whether the field holds a std::chrono time.
    static constexpr bool IS_CHRONO = std::is_same_v<U, std::chrono::nanoseconds>;

    bool DoSet(T* object, const V* value) const override
    {
        U& field = object->*m_part.*m_field;
        if constexpr (IS_CHRONO)
        {
            field = ToChrono(value->Get());
            return true;
        }
        else
        {
            return value->GetAccessor(field);
        }
    }

    bool DoGet(const T* object, V* value) const override
    {
        const U& field = object->*m_part.*m_field;
        if constexpr (IS_CHRONO)
        {
            value->Set(ToTime(field));
        }
        else
        {
            value->Set(field);
        }
        return true;
    }

    S T::* m_part;  ///< Member of the object that is the struct.
    U S::* m_field; ///< Member of the struct.
};

/**
 * @ingroup net8
 * Make an accessor for an attribute that is a field of a struct.
 *
 * @tparam V value of the attribute
 * @tparam T class of the object
 * @tparam S a struct
 * @tparam B the struct, or one that it is derived from
 * @tparam U type of a field
 * @param part the struct in the object
 * @param field the field in the struct
 * @return the accessor
 */
template <typename V, typename T, typename S, typename B, typename U>
Ptr<const AttributeAccessor>
MakeFieldAccessor(S T::* part, U B::* field)
{
    return Ptr<const AttributeAccessor>(new Net8FieldAccessor<V, T, S, U>(part, field), false);
}

} // namespace ns3::net8

#endif /* NET8_FIELD_ACCESSOR_H */
