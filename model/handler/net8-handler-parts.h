// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_HANDLER_PARTS_H
#define NET8_HANDLER_PARTS_H

#include "ns3/object-factory.h"
#include "ns3/object.h"

#include <map>

namespace ns3::net8
{

/**
 * @ingroup net8
 * Makes the parts of handlers, with the attributes that an instance was given for them.
 */
class Net8HandlerParts
{
  public:
    /**
     * Set the attributes of one kind of part.
     *
     * @param factory makes parts of that kind
     */
    void SetFactory(const ObjectFactory& factory)
    {
        m_factories[factory.GetTypeId()] = factory;
    }

    /**
     * @tparam T a kind of part
     * @return a new part, with the attributes of its factory
     */
    template <typename T>
    Ptr<T> Create() const
    {
        const auto found = m_factories.find(T::GetTypeId());
        return found == m_factories.end() ? CreateObject<T>() : found->second.template Create<T>();
    }

  private:
    std::map<TypeId, ObjectFactory> m_factories; ///< Factories, by kind of part.
};

} // namespace ns3::net8

#endif /* NET8_HANDLER_PARTS_H */
