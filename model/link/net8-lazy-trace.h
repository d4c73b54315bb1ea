// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_LAZY_TRACE_H
#define NET8_LAZY_TRACE_H

#include "ns3/object-base.h"
#include "ns3/ptr.h"
#include "ns3/trace-source-accessor.h"

#include <string>
#include <utility>

namespace ns3::net8
{

/**
 * @ingroup net8
 * Accessor of a trace source that its owner makes when somebody connects to it: each source of
 * ns-3 takes 24 bytes, of which most objects need none.
 *
 * @tparam OWNER class of the owner
 * @tparam GET callable that takes the owner and returns a reference to the source
 */
template <typename OWNER, typename GET>
class Net8LazyTrace : public TraceSourceAccessor
{
  public:
    /**
     * @param get returns the source
     */
    explicit Net8LazyTrace(GET get)
        : m_get(std::move(get))
    {
    }

    bool ConnectWithoutContext(ObjectBase* object, const CallbackBase& callback) const override
    {
        return On(object, [&](auto& source) { source.ConnectWithoutContext(callback); });
    }

    bool Connect(ObjectBase* object,
                 std::string context,
                 const CallbackBase& callback) const override
    {
        return On(object, [&](auto& source) { source.Connect(callback, context); });
    }

    bool DisconnectWithoutContext(ObjectBase* object, const CallbackBase& callback) const override
    {
        return On(object, [&](auto& source) { source.DisconnectWithoutContext(callback); });
    }

    bool Disconnect(ObjectBase* object,
                    std::string context,
                    const CallbackBase& callback) const override
    {
        return On(object, [&](auto& source) { source.Disconnect(callback, context); });
    }

  private:
    /**
     * @param object an object
     * @param work done on the source
     * @return whether the object has the source
     */
    template <typename WORK>
    bool On(ObjectBase* object, WORK work) const
    {
        auto* const owner = dynamic_cast<OWNER*>(object);
        if (!owner)
        {
            return false;
        }
        work(m_get(*owner));
        return true;
    }

    GET m_get; ///< Returns the source.
};

/**
 * @ingroup net8
 * @tparam OWNER class of the owner
 * @param get callable that takes the owner and returns a reference to the source
 * @return accessor of the source
 */
template <typename OWNER, typename GET>
Ptr<const TraceSourceAccessor>
MakeLazyTrace(GET get)
{
    return Ptr<const TraceSourceAccessor>(new Net8LazyTrace<OWNER, GET>(std::move(get)), false);
}

} // namespace ns3::net8

#endif // NET8_LAZY_TRACE_H
