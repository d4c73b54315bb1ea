// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_QUEUEING_CASE_H
#define NET8_QUEUEING_CASE_H

#include "ns3/nstime.h"
#include "ns3/random-variable-stream.h"
#include "ns3/simulator.h"
#include "ns3/test.h"

#include <functional>
#include <sstream>
#include <string>

namespace ns3::net8
{

/**
 * @ingroup net8-test
 * Erlang's loss formula by its recursion, B(0) = 1, B(k) = A B(k-1) / (k + A B(k-1)).
 *
 * @param servers number of servers
 * @param load offered load, erlang
 * @return share of requests that are lost
 */
double ErlangB(uint32_t servers, double load);

/**
 * @ingroup net8-test
 * @param servers number of servers
 * @param load offered load, erlang, less than servers
 * @return share of requests that wait
 */
double ErlangC(uint32_t servers, double load);

/**
 * @ingroup net8-test
 * Poisson arrivals with exponential service in independent replications, and the confidence
 * interval of their means.
 */
class ReplicationTestCase : public TestCase
{
  public:
    using TestCase::TestCase;

  protected:
    /// Number of replications.
    static constexpr uint32_t REPLICATIONS = 30;
    /// Student's t for 29 degrees of freedom and 95 %, two sides (any table).
    static constexpr double STUDENT_T = 2.045;
    /// Arrivals per replication.
    static constexpr uint32_t ARRIVALS = 20000;
    /// Arrivals at its start that are not counted.
    static constexpr uint32_t WARM_UP = 1000;

    /**
     * @param interarrival mean time between arrivals
     * @param service mean service time
     * @param expected expected mean of all replications
     * @param what name of the measured quantity
     */
    void Check(Time interarrival, Time service, double expected, const std::string& what);

    /**
     * @return whether the warm-up is over, so that arrivals count
     */
    bool IsWarm() const
    {
        return m_left + WARM_UP < ARRIVALS;
    }

  private:
    /**
     * Create what is measured.
     */
    virtual void SetUp() = 0;

    /**
     * Handle an arrival.
     *
     * @param service service time of the request
     */
    virtual void Arrive(Time service) = 0;

    /**
     * @return the measured value
     */
    virtual double TearDown() = 0;

    /**
     * @param mean mean of the variable
     * @param stream its stream
     * @return an exponential variable, s
     */
    static Ptr<ExponentialRandomVariable> MakeExponential(Time mean, int64_t stream);

    /**
     * Add a request, and schedule the next one.
     */
    void HandleArrival();

    Ptr<ExponentialRandomVariable> m_interarrival; ///< Time between arrivals, s.
    Ptr<ExponentialRandomVariable> m_service;      ///< Service time, s.
    uint32_t m_left{0};                            ///< Arrivals left.
};

/**
 * @ingroup net8-test
 * A test case that records what happens when.
 */
class CourseTestCase : public TestCase
{
  public:
    using TestCase::TestCase;

  protected:
    /**
     * @param what name of the event that happened
     */
    void Note(const std::string& what)
    {
        m_course << what << "@" << Simulator::Now().GetSeconds() << " ";
    }

    /**
     * @param what name of an event
     * @return a callback that records it
     */
    std::function<void()> MakeNote(const std::string& what)
    {
        return [this, what] { Note(what); };
    }

    /**
     * @return everything recorded so far: events and their times in s
     */
    std::string GetCourse() const
    {
        return m_course.str();
    }

  private:
    std::ostringstream m_course; ///< Events recorded.
};

} // namespace ns3::net8

#endif /* NET8_QUEUEING_CASE_H */
