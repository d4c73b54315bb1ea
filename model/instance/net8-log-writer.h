// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_LOG_WRITER_H
#define NET8_LOG_WRITER_H

#include "ns3/data-rate.h"
#include "ns3/event-id.h"
#include "ns3/nstime.h"
#include "ns3/object.h"
#include "ns3/random-variable-stream.h"

#include <cstdint>
#include <functional>
#include <map>
#include <vector>

namespace ns3::net8
{

class Net8RedoTransport;

/**
 * @ingroup net8
 * The log writer (LGWR) of an instance that ships redo to standbys.
 *
 * 1. One write is under way at a time. Redo that comes meanwhile waits, and the next write takes
 * all of it: commits of many sessions share a write (group commit).
 * 2. A write takes WriteTime and its bytes at WriteRate, and at the same time all destinations get
 * them. It is over when the log file has it and each synchronous destination has confirmed it, or
 * was given up.
 * 3. Redo of sessions that are not simulated comes at BackgroundRate, in pieces, and nobody waits
 * for it.
 */
class Net8LogWriter : public Object
{
  public:
    /// Number of a commit, counted from 1.
    using Ticket = uint32_t;

    /// What it has done so far.
    struct Counters
    {
        uint64_t commits{0}; ///< Commits that waited for a write until it was over.
        uint64_t writes{0};  ///< Writes that are over.
        uint64_t bytes{0};   ///< Redo in these writes, bytes.
        Time waits;          ///< Sum of the waits of these commits ("log file sync").
    };

    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();
    Net8LogWriter();
    ~Net8LogWriter() override;

    /**
     * @param destination where redo is shipped to
     */
    void AddDestination(const Ptr<Net8RedoTransport>& destination);

    /**
     * Let the redo of sessions that are not simulated begin. Further calls change nothing.
     */
    void Start();

    /**
     * Write the redo of a commit.
     *
     * @param done called once when the commit is safe, never from within this method
     * @return number of the commit
     */
    Ticket Commit(std::function<void()> done);

    /**
     * Forget who waits for a commit; its redo is written all the same.
     *
     * @param ticket number of a commit; one that nobody waits for changes nothing
     */
    void Cancel(Ticket ticket);

    /**
     * @return what it has done so far
     */
    const Counters& GetCounters() const;

    /**
     * Set the random stream of the time of writes; a constant uses none.
     *
     * @param stream number of what it is, from which its streams follow (see StreamOf)
     * @return number of random streams used
     */
    int64_t AssignStreams(int64_t stream);

  protected:
    void DoDispose() override;

  private:
    /// A commit that waits.
    struct Waiting
    {
        Time since;                 ///< When it came.
        std::function<void()> done; ///< Called when it is safe.
    };

    /**
     * Add redo to the log buffer.
     *
     * @param bytes how much
     */
    void Add(uint64_t bytes);

    /**
     * Take a piece of the redo of sessions that are not simulated, and await the next one.
     */
    void AddBackground();

    /**
     * Begin a write, if there is redo and none is under way.
     */
    void Begin();

    /**
     * Handle the end of one of the parts of a write: the log file or a destination.
     */
    void FinishPart();

    // ATTRIBUTES
    uint64_t m_commitSize{4096};           ///< Redo of a commit, bytes.
    Ptr<RandomVariableStream> m_writeTime; ///< Time of a write, s.
    DataRate m_writeRate;                  ///< Rate of the log file; 0: no limit.
    DataRate m_backgroundRate;             ///< Redo of sessions that are not simulated; 0: none.
    uint64_t m_backgroundSize{65536};      ///< Piece of it, bytes.

    // STATE
    std::vector<Ptr<Net8RedoTransport>> m_destinations; ///< Where redo is shipped to.
    std::map<Ticket, Waiting> m_waiting;                ///< Commits that wait.
    Ticket m_last{0};                                   ///< Commits so far.
    Ticket m_writing{0};    ///< Last commit in the write under way, or in the last one.
    uint64_t m_buffered{0}; ///< Redo that waits for a write, bytes.
    uint64_t m_inWrite{0};  ///< Redo of the write under way, bytes.
    uint32_t m_parts{0};    ///< Parts of it that are not over; 0: none is under way.
    bool m_started{false};  ///< Start was called.
    EventId m_file;         ///< The log file has the write.
    EventId m_background;   ///< The next piece of background redo.
    Counters m_counters;    ///< What it has done.
};

} // namespace ns3::net8

#endif /* NET8_LOG_WRITER_H */
