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
 * What a listener knows about services, instances and handlers, and how it chooses among them.
 *
 * 1. AddStatic adds an entry of SID_LIST. The listener knows nothing about the state of such an
 * instance (status UNKNOWN), so it never blocks it.
 * 2. Register adds or updates what an instance reports about itself. Between two updates the
 * listener counts the sessions it hands over, but does not learn about those that end: a handler
 * whose count has reached its limit is blocked until the next update, even if its sessions ended
 * long ago.
 * 3. Pick finds a handler for a request, or the error to refuse it with:
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
 * Without SERVER, an unblocked dispatcher is preferred over a dedicated server. With SID, only an
 * instance of that name qualifies, which also registers under its own name. Entries of SID_LIST are
 * used only if no registered instance has a handler available.
 *
 * Among instances, the goal of the service decides: LONG, fewest sessions; SHORT, lowest goodness,
 * to which each new session adds delta until the next update; LOAD, least loaded node, then fewest
 * sessions. Then the dispatcher with the fewest sessions is chosen. Ties go to whichever was
 * registered first.
 *
 * Sources: Net Services Administrator's Guide 23ai, "Understanding Connection Load Balancing" and
 * "About Blocked Connection Requests"; note 240710.1 for the stale count; texts of the errors in
 * Oracle's error messages. That 12516 belongs to SERVICE_NAME and 12519 to SID is how the two are
 * reported in public; the message texts leave it open.
 *
 * All names are compared ignoring case. The cost of a request is linear in the handlers of its
 * service.
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
        RegisteredHandler registered; ///< What its instance last reported.
        uint64_t admitted{0};         ///< Sessions handed over since then.
        uint64_t established{0};      ///< Total number of sessions handed over.
        uint64_t refused{0};          ///< Requests refused while it was blocked.

        /**
         * @return number of sessions that the listener assumes it has
         */
        uint64_t GetSessions() const;

        /**
         * @return whether it accepts no more sessions until the next update
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
        uint64_t sessions{0};                      ///< Sessions at the last update plus those
                                                   ///< since.
        InstanceState state{InstanceState::READY}; ///< Whether it accepts connections.
        bool present{false};                       ///< It is registered, or in SID_LIST.
        std::vector<Handler> handlers;             ///< Its handlers.
        std::vector<std::string> services;         ///< Its services, in lower case.
    };

    /**
     * The result of a request.
     */
    struct Choice
    {
        uint32_t error{0};    ///< Oracle error number; 0: a handler was found.
        uint32_t instance{0}; ///< Number of the instance.
        uint32_t handler{0};  ///< Number of the handler within the instance.
    };

    /**
     * Set the default service.
     *
     * @param service DEFAULT_SERVICE, for requests that name none; empty: none
     */
    void SetDefaultService(const std::string& service);

    /**
     * Add one SID_DESC of SID_LIST.
     *
     * @param sid SID_NAME
     * @param service GLOBAL_DBNAME; empty: none, so that only the SID is known
     * @return number of the instance
     */
    uint32_t AddStatic(const std::string& sid, const std::string& service);

    /**
     * Add or update an instance: its reported numbers replace what the listener had counted.
     *
     * @param registration what the instance reports
     * @return number of the instance, the same for all its updates
     */
    uint32_t Register(const ServiceRegistration& registration);

    /**
     * Remove what an instance registered, as when it ends.
     *
     * @param instance name of the instance
     * @return whether it was known
     */
    bool Deregister(std::string_view instance);

    /**
     * Find a handler and count the session as handed over.
     *
     * @param request the request
     * @return the handler, or the error
     */
    Choice Pick(const HandlerRequest& request);

    /**
     * @return number of instances known so far
     */
    uint32_t GetInstanceCount() const;

    /**
     * Get an instance.
     *
     * @param instance number of an instance
     * @return what is known about it
     */
    const Instance& GetInstance(uint32_t instance) const;

    /**
     * Get the handler of a choice.
     *
     * @param choice result of Pick, without an error
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
        BalanceGoal goal{BalanceGoal::LONG}; ///< How to choose.
        double goodness{0};                  ///< At the last update, plus what was added since.
        double delta{0};                     ///< What each new session adds.
    };

    /// The instances of one service, in order of registration.
    using Members = std::vector<Member>;

    /**
     * A suitable kind of handler.
     */
    struct Query
    {
        HandlerType type{HandlerType::DEDICATED}; ///< What it is.
        std::string service;                      ///< Service it must serve, in lower case.
        std::string protocol;                     ///< Protocol it must speak; empty: any.
    };

    /**
     * Criteria for choosing an instance and its handler; lower is better.
     */
    struct Rank
    {
        double first{0};         ///< The most important criterion.
        uint64_t sessions{0};    ///< Sessions of the instance.
        uint32_t instance{0};    ///< Its number.
        uint64_t handlerLoad{0}; ///< Sessions of the handler.

        /**
         * Compare two ranks.
         *
         * @param other another rank
         * @return whether this one is better
         */
        bool operator<(const Rank& other) const;
    };

    /**
     * Find or add an instance.
     *
     * @param name name of the instance, in lower case
     * @return its number
     */
    uint32_t FindOrAdd(const std::string& name);

    /**
     * Remove an instance from all its services.
     *
     * @param instance number of an instance
     */
    void ForgetServices(uint32_t instance);

    /**
     * Remove an instance from a service or a SID.
     *
     * @param[in,out] groups services or SIDs
     * @param name one of them, in lower case
     * @param instance number of the instance to remove from it
     */
    static void Leave(std::map<std::string, Members>& groups,
                      const std::string& name,
                      uint32_t instance);

    /**
     * Pick a handler without counting refusals.
     *
     * @param request the request
     * @return the handler, or the error
     */
    Choice Find(const HandlerRequest& request);

    /**
     * Narrow down the instances of a service to those that qualify.
     *
     * @param[in,out] members instances of the service; unsuitable ones are removed
     * @param request the request
     * @return the error if none is left, else 0
     */
    uint32_t Narrow(std::vector<Member*>& members, const HandlerRequest& request) const;

    /**
     * Check whether a handler matches a query.
     *
     * @param handler a handler
     * @param query the query
     * @return whether it could serve the request, blocked or not
     */
    static bool Suits(const Handler& handler, const Query& query);

    /**
     * Find the best handler for a query.
     *
     * @param members ready instances of the service
     * @param query the query
     * @param registered true for registered instances, false for those of SID_LIST
     * @param[out] best receives the best unblocked handler and its instance
     * @return whether there is one
     */
    bool FindBest(const std::vector<Member*>& members,
                  const Query& query,
                  bool registered,
                  std::pair<Member*, uint32_t>& best) const;

    /**
     * Explain why no handler is available although there are instances; counts it for each blocked
     * one.
     *
     * @param members ready instances of the service
     * @param request the request
     * @param service the service, in lower case
     * @return Oracle error number
     */
    uint32_t Explain(const std::vector<Member*>& members,
                     const HandlerRequest& request,
                     const std::string& service);

    /**
     * Get the suitable kinds of handlers.
     *
     * @param server SERVER of a request
     * @return the suitable kinds, the preferred one first
     */
    static std::vector<HandlerType> GetTypes(HandlerRequest::Server server);

    /**
     * Rank a handler.
     *
     * @param member an instance of a service
     * @param handler one of its handlers
     * @return its rank
     */
    Rank MakeRank(const Member& member, const Handler& handler) const;

    std::string m_defaultService;                 ///< DEFAULT_SERVICE; empty: none.
    std::vector<Instance> m_instances;            ///< Instances in order of first registration.
    std::map<std::string, uint32_t> m_registered; ///< Registered ones by name in lower case.
    std::map<std::string, Members> m_services;    ///< Instances by service in lower case.
    std::map<std::string, Members> m_sids;        ///< Instances by SID in lower case.
    std::map<uint32_t, uint64_t> m_refusals;      ///< Refused requests by error.
};

} // namespace ns3::net8

#endif /* NET8_SERVICE_REGISTRY_H */
