// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_SERVICE_REGISTRY_H
#define NET8_SERVICE_REGISTRY_H

#include "net8-service-registration.h"

#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace ns3::net8
{

/**
 * @ingroup net8
 * What a listener knows of services, instances and handlers, and how it chooses among them.
 *
 * 1. AddStatic enters what stands in SID_LIST. Of such an instance the listener knows nothing
 * (status UNKNOWN), so it never blocks it.
 * 2. Register enters what an instance tells of itself, or brings it up to date. Between two such
 * updates the listener counts the sessions that it hands over, and does not learn of those that
 * end: a handler whose count has reached its limit is blocked until the next update, even if its
 * sessions are long gone.
 * 3. Pick finds a handler for a request, or the error that refuses it:
 *
 * | error | raised when                                                                        |
 * | ----- | ---------------------------------------------------------------------------------- |
 * | 12504 | neither SERVICE_NAME nor SID is given, and there is no default service             |
 * | 12514 | no instance has the service                                                        |
 * | 12505 | no instance has the SID                                                            |
 * | 12521 | the service has no instance of the INSTANCE_NAME                                   |
 * | 12526 | all instances are restricted                                                       |
 * | 12528 | all instances are blocked                                                          |
 * | 12527 | all instances are one or the other                                                 |
 * | 12520 | no handler of the kind asked for by SERVER is there, or all of them are blocked    |
 * | 12516 | no handler speaks the protocol; or SERVICE_NAME without SERVER, all are blocked    |
 * | 12519 | SID without SERVER, and all handlers are blocked                                   |
 *
 * Without SERVER the choice is a dispatcher if there is one that is not blocked, else a dedicated
 * server. With SID only an instance of that name is meant, which also registers under its own
 * name. Entries of SID_LIST are the choice where no registered instance has a handler to give.
 *
 * Among instances the goal of the service decides: LONG, fewest sessions; SHORT, least goodness,
 * to which each new session adds delta until the next update; LOAD, least loaded node, then fewest
 * sessions. Then the dispatcher with fewest sessions is chosen. Ties go to whoever was registered
 * first.
 *
 * Sources: Net Services Administrator's Guide 23ai, "Understanding Connection Load Balancing" and
 * "About Blocked Connection Requests"; note 240710.1 for the count that goes stale; texts of the
 * errors in Oracle's error messages. That 12516 goes with SERVICE_NAME and 12519 with SID is how
 * the two are reported in public; the texts leave it open.
 *
 * All names are compared without case. A request costs time in the handlers of its service.
 */
class Net8ServiceRegistry
{
  public:
    static constexpr uint32_t ERROR_NO_SERVICE_NAME = 12504;     ///< No service was asked for.
    static constexpr uint32_t ERROR_UNKNOWN_SID = 12505;         ///< SID is not known.
    static constexpr uint32_t ERROR_UNKNOWN_SERVICE = 12514;     ///< SERVICE_NAME is not known.
    static constexpr uint32_t ERROR_NO_MATCHING_HANDLER = 12516; ///< None left, by service.
    static constexpr uint32_t ERROR_NO_HANDLER = 12519;          ///< None left, by SID.
    static constexpr uint32_t ERROR_NO_SERVER_TYPE = 12520;      ///< None left of that SERVER.
    static constexpr uint32_t ERROR_UNKNOWN_INSTANCE = 12521;    ///< INSTANCE_NAME is not known.
    static constexpr uint32_t ERROR_RESTRICTED = 12526;          ///< All are restricted.
    static constexpr uint32_t ERROR_NONE_READY = 12527;          ///< Restricted or blocked.
    static constexpr uint32_t ERROR_BLOCKED = 12528;             ///< All are blocked.

    /**
     * A handler, as the listener sees it.
     */
    struct Handler
    {
        RegisteredHandler registered; ///< What its instance told last.
        uint64_t admitted{0};         ///< Sessions handed over since then.
        uint64_t established{0};      ///< Sessions handed over in all.
        uint64_t refused{0};          ///< Requests refused while it was blocked.

        /**
         * @return sessions that the listener believes it has
         */
        uint64_t GetSessions() const;

        /**
         * @return whether it takes no more until the next update
         */
        bool IsBlocked() const;
    };

    /**
     * An instance, as the listener sees it.
     */
    struct Instance
    {
        std::string name;                          ///< Its name.
        std::string node;                          ///< Host it runs on.
        uint64_t nodeLoad{0};                      ///< Load of that host.
        uint64_t sessions{0};                      ///< Sessions at the last update, and since.
        InstanceState state{InstanceState::READY}; ///< Whether it takes connections.
        bool present{false};                       ///< It is registered, or stands in SID_LIST.
        std::vector<Handler> handlers;             ///< Its handlers.
        std::vector<std::string> services;         ///< Its services, in small letters.
    };

    /**
     * What a request comes to.
     */
    struct Choice
    {
        uint32_t error{0};    ///< Oracle error number; 0: there is a handler.
        uint32_t instance{0}; ///< Number of its instance.
        uint32_t handler{0};  ///< Number of the handler within the instance.
    };

    /**
     * @param service DEFAULT_SERVICE, for requests that name none; empty: none
     */
    void SetDefaultService(const std::string& service);

    /**
     * Enter one SID_DESC of SID_LIST.
     *
     * @param sid SID_NAME
     * @param service GLOBAL_DBNAME; empty: none, so that only the SID is known
     * @return number of the instance
     */
    uint32_t AddStatic(const std::string& sid, const std::string& service);

    /**
     * Enter an instance, or bring it up to date: from now on its numbers count, not what the
     * listener had counted.
     *
     * @param registration what it tells
     * @return number of the instance; the same for all updates
     */
    uint32_t Register(const ServiceRegistration& registration);

    /**
     * Forget what an instance registered, as at its end.
     *
     * @param instance name of the instance
     * @return whether it was known
     */
    bool Deregister(std::string_view instance);

    /**
     * Find a handler and count the session as handed over.
     *
     * @param request what is asked for
     * @return the handler, or why there is none
     */
    Choice Pick(const HandlerRequest& request);

    /**
     * @return number of instances ever known
     */
    uint32_t GetInstanceCount() const;

    /**
     * @param instance number of an instance
     * @return what is known of it
     */
    const Instance& GetInstance(uint32_t instance) const;

    /**
     * @param choice what Pick gave, without an error
     * @return the handler
     */
    const Handler& GetHandler(const Choice& choice) const;

    /**
     * @return requests refused so far, by Oracle error number
     */
    const std::map<uint32_t, uint64_t>& GetRefusals() const;

  private:
    /**
     * An instance of a service.
     */
    struct Member
    {
        uint32_t instance{0};                ///< Its number.
        BalanceGoal goal{BalanceGoal::LONG}; ///< By what to choose.
        double goodness{0};                  ///< At the last update, and since.
        double delta{0};                     ///< What each new session adds.
    };

    /// The instances of one service, first registered first.
    using Members = std::vector<Member>;

    /**
     * A kind of handler that would do.
     */
    struct Query
    {
        HandlerType type{HandlerType::DEDICATED}; ///< What it is.
        std::string service;                      ///< Service it is to serve, in small letters.
        std::string protocol;                     ///< Protocol it is to speak; empty: any.
    };

    /**
     * What an instance and a handler of it are chosen by; less is better.
     */
    struct Rank
    {
        double first{0};         ///< What counts most.
        uint64_t sessions{0};    ///< Sessions of the instance.
        uint32_t instance{0};    ///< Its number.
        uint64_t handlerLoad{0}; ///< Sessions of the handler.

        /**
         * @param other another one
         * @return whether this one is better
         */
        bool operator<(const Rank& other) const;
    };

    /**
     * @param name name of an instance, in small letters
     * @return its number; a new one if need be
     */
    uint32_t FindOrAdd(const std::string& name);

    /**
     * @param instance number of an instance
     */
    void ForgetServices(uint32_t instance);

    /**
     * @param[in,out] groups services or SIDs
     * @param name one of them, in small letters
     * @param instance number of an instance that is no longer one of its instances
     */
    static void Leave(std::map<std::string, Members>& groups,
                      const std::string& name,
                      uint32_t instance);

    /**
     * Do what Pick does, without counting refusals.
     *
     * @param request what is asked for
     * @return the handler, or why there is none
     */
    Choice Find(const HandlerRequest& request);

    /**
     * @param[in,out] members instances of the service; those that do not matter are taken out
     * @param request what is asked for
     * @return why there is none left; 0: there are some
     */
    uint32_t Narrow(std::vector<Member*>& members, const HandlerRequest& request) const;

    /**
     * @param handler a handler
     * @param query what is asked for
     * @return whether it is one that may serve the request, blocked or not
     */
    static bool Suits(const Handler& handler, const Query& query);

    /**
     * @param members ready instances of the service
     * @param query what is asked for
     * @param registered whether to look at instances that registered, or at those of SID_LIST
     * @param[out] best the best handler that is not blocked, and its instance
     * @return whether there is one
     */
    bool FindBest(const std::vector<Member*>& members,
                  const Query& query,
                  bool registered,
                  std::pair<Member*, uint32_t>& best) const;

    /**
     * Why there is no handler, though there are instances; counts it with each blocked one.
     *
     * @param members ready instances of the service
     * @param request what is asked for
     * @param service the service, in small letters
     * @return Oracle error number
     */
    uint32_t Explain(const std::vector<Member*>& members,
                     const HandlerRequest& request,
                     const std::string& service);

    /**
     * @param server SERVER of a request
     * @return kinds of handlers that would do, the preferred one first
     */
    static std::vector<HandlerType> GetTypes(HandlerRequest::Server server);

    /**
     * @param member an instance of a service
     * @param handler one of its handlers
     * @return what it is chosen by
     */
    Rank MakeRank(const Member& member, const Handler& handler) const;

    std::string m_defaultService;                 ///< DEFAULT_SERVICE; empty: none.
    std::vector<Instance> m_instances;            ///< Instances in order of first registration.
    std::map<std::string, uint32_t> m_registered; ///< Registered ones by name in small letters.
    std::map<std::string, Members> m_services;    ///< Instances by service in small letters.
    std::map<std::string, Members> m_sids;        ///< Instances by SID in small letters.
    std::map<uint32_t, uint64_t> m_refusals;      ///< Refused requests by error.
};

} // namespace ns3::net8

#endif /* NET8_SERVICE_REGISTRY_H */
