// SPDX-License-Identifier: GPL-2.0-only
#include "net8-handler-set.h"

#include "ns3/net8-stream-name.h"

#include <algorithm>
#include <map>

namespace ns3::net8
{

namespace
{

/**
 * @param text words, separated by commas
 * @return the words, without surrounding blanks
 */
std::vector<std::string>
SplitWords(const std::string& text)
{
    constexpr const char* BLANKS = " \t";
    std::vector<std::string> words;
    for (std::size_t start = 0; start <= text.size();)
    {
        const auto end = std::min(text.find(',', start), text.size());
        const auto word = text.substr(start, end - start);
        const auto first = word.find_first_not_of(BLANKS);
        const auto last = word.find_last_not_of(BLANKS);
        words.push_back(first == std::string::npos ? "" : word.substr(first, last - first + 1));
        start = end + 1;
    }
    return words;
}

/**
 * @param words kinds of handlers
 * @return their words as a list
 */
std::string
JoinWords(const std::vector<HandlerWord>& words)
{
    std::string text;
    for (std::size_t i = 0; i < words.size(); ++i)
    {
        text += i == 0 ? "" : i + 1 < words.size() ? ", " : " and ";
        text += words[i].word;
    }
    return text;
}

} // namespace

Net8HandlerSet::Net8HandlerSet()
    : m_words(GetHandlerKinds())
{
}

Net8HandlerSet::~Net8HandlerSet()
{
    Dispose();
}

void
Net8HandlerSet::SetFactory(const ObjectFactory& factory)
{
    m_parts.SetFactory(factory);
}

void
Net8HandlerSet::AddKind(const HandlerWord& kind)
{
    m_words.push_back(kind);
}

// Make

std::string
Net8HandlerSet::Make(const HandlerSettings& settings)
{
    m_processes = settings.processes;
    for (const auto& word : SplitWords(settings.kinds))
    {
        if (auto problem = MakeKind(word, settings); !problem.empty())
        {
            return problem;
        }
    }
    // The order in which they start does not depend on the order of the list.
    std::ranges::stable_sort(m_made, {}, [this](const Made& made) {
        return std::ranges::find(m_words, made.word, &HandlerWord::word) - m_words.begin();
    });
    return GetProblem(settings);
}

std::string
Net8HandlerSet::MakeKind(const std::string& word, const HandlerSettings& settings)
{
    const auto known = std::ranges::find(m_words, word, &HandlerWord::word);
    if (known == m_words.end() || Has(word))
    {
        return "Net8Instance: Handlers '" + settings.kinds + "' names '" + word + "'; use " +
               JoinWords(m_words) + ", each at most once and with commas between them.";
    }
    auto kind = known->make();
    const auto handlers = kind->Make(settings, m_parts);
    // Listeners and SID_LIST use the first handler for dedicated servers.
    const bool isDedicated =
        !handlers.empty() && handlers.front()->GetRegistration().type == HandlerType::DEDICATED;
    m_handlers.insert(isDedicated ? m_handlers.begin() : m_handlers.end(),
                      handlers.begin(),
                      handlers.end());
    const auto problem = kind->GetProblem();
    m_made.push_back({word, std::move(kind)});
    return problem;
}

bool
Net8HandlerSet::Has(const std::string& word) const
{
    return std::ranges::find(m_made, word, &Made::word) != m_made.end();
}

std::string
Net8HandlerSet::GetProblem(const HandlerSettings& settings) const
{
    if (Has("dedicated") && Has("prespawned"))
    {
        return "Net8Instance: Handlers '" + settings.kinds +
               "' names both dedicated and prespawned; use prespawned alone, because "
               "where none is idle a dedicated server is made anyway.";
    }
    const bool isDedicated =
        !m_handlers.empty() && m_handlers.front()->GetRegistration().type == HandlerType::DEDICATED;
    if (settings.isStatic && !isDedicated)
    {
        return "Net8Instance: Handlers '" + settings.kinds +
               "' has no dedicated server, the only kind that SID_LIST knows; use Registration "
               "dynamic or one more handler.";
    }
    return "";
}

int64_t
Net8HandlerSet::AssignStreams(int64_t stream)
{
    int64_t used = 0;
    std::map<HandlerType, uint64_t> equal;
    for (const auto& handler : m_handlers)
    {
        const auto type = handler->GetRegistration().type;
        const auto own = StreamOf(StreamOf(stream, "handler"), static_cast<uint64_t>(type));
        used += handler->AssignStreams(StreamOf(own, equal[type]++));
    }
    for (const auto& [word, kind] : m_made)
    {
        used += kind->AssignStreams(StreamOf(StreamOf(stream, "kind"), word));
    }
    return used;
}

// Open and close

void
Net8HandlerSet::Open(const HostResources& resources)
{
    for (const auto& handler : m_handlers)
    {
        handler->Open(resources);
    }
    for (const auto& [word, kind] : m_made)
    {
        kind->Open(resources);
    }
    Reopen();
}

void
Net8HandlerSet::Reopen()
{
    m_hasRoom = std::ranges::all_of(m_made, [](const Made& made) { return made.kind->Start(); });
    if (!m_hasRoom)
    {
        Close();
    }
}

void
Net8HandlerSet::Close()
{
    for (const auto& [word, kind] : m_made)
    {
        kind->Clear();
    }
}

void
Net8HandlerSet::Dispose()
{
    Close();
    for (const auto& handler : m_handlers)
    {
        handler->Dispose();
    }
    m_handlers.clear();
    m_disposed.swap(m_made);
}

// What there is

const std::vector<Ptr<Net8Handler>>&
Net8HandlerSet::GetHandlers() const
{
    return m_handlers;
}

std::unique_ptr<Net8CallExecutor>
Net8HandlerSet::Admit(uint32_t handler, const HandlerRequest& request)
{
    return m_hasRoom ? m_handlers[handler]->Admit(request) : nullptr;
}

RegisteredHandler
Net8HandlerSet::GetRegistration(uint32_t handler) const
{
    auto registration = m_handlers[handler]->GetRegistration();
    if (registration.type == HandlerType::DEDICATED)
    {
        registration.limit = m_processes;
    }
    return registration;
}

uint32_t
Net8HandlerSet::GetProcesses() const
{
    uint32_t processes = 0;
    for (const auto& [word, kind] : m_made)
    {
        processes += kind->GetServers();
    }
    for (const auto& handler : m_handlers)
    {
        const bool isProcess = handler->GetRegistration().type != HandlerType::DEDICATED;
        processes += isProcess ? 1 : 0;
    }
    return processes;
}

std::map<std::string, uint64_t>
Net8HandlerSet::GetCounters() const
{
    std::map<std::string, uint64_t> counters;
    for (const auto& [word, kind] : m_made)
    {
        counters.merge(kind->GetCounters());
    }
    std::erase_if(counters, [](const auto& entry) { return entry.second == 0; });
    return counters;
}

} // namespace ns3::net8
