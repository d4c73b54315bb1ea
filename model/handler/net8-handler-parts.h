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
 * The parts that handlers are made of, with the attributes that an instance was told for them.
 */
class Net8HandlerParts
{
  public:
    /**
     * @param factory attributes of one kind of part
     */
    void SetFactory(const ObjectFactory& factory)
    {
        m_factories[factory.GetTypeId()] = factory;
    }

    /**
     * @tparam T a kind of part
     * @return one, made as its factory says
     */
    template <typename T>
    Ptr<T> Create() const
    {
        const auto found = m_factories.find(T::GetTypeId());
        return found == m_factories.end() ? CreateObject<T>() : found->second.template Create<T>();
    }

  private:
    std::map<TypeId, ObjectFactory> m_factories; ///< Attributes by kind of part.
};

} // namespace ns3::net8

#endif /* NET8_HANDLER_PARTS_H */
