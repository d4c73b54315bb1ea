// SPDX-License-Identifier: GPL-2.0-only
#include "net8-name-value.h"

#include <algorithm>
#include <boost/spirit/home/x3.hpp>
#include <functional>
#include <optional>
#include <utility>

namespace ns3::net8
{

namespace
{

namespace x3 = boost::spirit::x3;

using Range = boost::iterator_range<const char*>; ///< a part of the text

/**
 * Join the lines of a value.
 * @param text a value as written
 * @return it with each line break and the surrounding blanks replaced by one blank
 */
std::string
Fold(const std::string& text)
{
    std::string folded;
    for (std::size_t i = 0; i < text.size();)
    {
        const auto word = std::min(text.find_first_not_of(" \t\r\n", i), text.size());
        const auto blanks = text.substr(i, word - i);
        const bool broken = blanks.find('\n') != std::string::npos;
        folded += broken ? (folded.empty() || word == text.size() ? "" : " ") : blanks;
        i = std::min(text.find_first_of(" \t\r\n", word), text.size());
        folded += text.substr(word, i - word);
    }
    return folded;
}

/**
 * Collects what the grammar recognises. The grammar never backtracks over an action, so every call
 * is final.
 */
class Builder
{
  public:
    /** @param text the text that is parsed; must outlive the builder */
    explicit Builder(std::string_view text)
        : m_text(text)
    {
        for (size_t i = 0; i < text.size(); ++i)
        {
            if (text[i] == '\n')
            {
                m_lineStarts.push_back(i + 1);
            }
        }
    }

    /**
     * Open a bracket.
     * @param behind position after the bracket
     * @return false if the brackets are nested too deeply
     */
    bool Open(const char* behind)
    {
        Push(behind - 1);
        m_tooDeep = m_stack.size() > NameValue::MAX_DEPTH;
        return !m_tooDeep;
    }

    /** @param word first word inside a bracket: a name, or the first value of a list */
    void FirstWord(const Range& word)
    {
        m_stack.back().name = Unquote(word);
        Place(word.begin(), m_stack.back());
    }

    /**
     * Add a value of a list, other than the first.
     * @param word the value
     */
    void ListWord(const Range& word)
    {
        m_stack.back().list.push_back(Unquote(word));
    }

    /** Mark the current bracket as a list. */
    void IsList()
    {
        NameValue& node = m_stack.back();
        node.kind = NameValue::Kind::LIST;
        node.list.insert(node.list.begin(), std::exchange(node.name, {}));
    }

    /**
     * Set the value after "=".
     * @param word the value
     */
    void Value(const Range& word)
    {
        const std::string written{word.begin(), word.end()};
        NameValue& node = m_stack.back();
        node.value = Fold(Unquote(word));
        // Base64 pads with "=" at the end.
        const auto equals = written.find('=');
        const auto body = written.find_last_not_of('=');
        const bool assigns = equals != std::string::npos && equals < body;
        node.isRaw = !IsQuoted(written) && (assigns || written.find('\n') != std::string::npos);
    }

    /** Close a bracket, or end a parameter. */
    void Close()
    {
        NameValue node = std::move(m_stack.back());
        m_stack.pop_back();
        m_opened.pop_back();
        if (m_stack.empty())
        {
            m_roots.push_back(std::move(node));
            return;
        }
        m_stack.back().kind = NameValue::Kind::GROUP;
        m_stack.back().children.push_back(std::move(node));
    }

    /**
     * Start a parameter.
     * @param word its first name
     */
    void Parameter(const Range& word)
    {
        Push(word.begin());
        m_stack.back().name = Unquote(word);
        m_stack.back().list.push_back(m_stack.back().name);
    }

    /** @return all nodes that are complete */
    std::vector<NameValue> Take()
    {
        return std::exchange(m_roots, {});
    }

    /**
     * Skip the parameter in which, or after which, the grammar stopped.
     * @param where position at which it stopped
     * @param expected what the grammar expected there
     * @param[out] entry the parameter: its names and what is wrong
     * @return position at which to look for the next parameter
     */
    const char* GiveUp(const char* where, const std::string& expected, FileEntry& entry)
    {
        const char* begin = m_opened.empty() ? where : m_opened.front();
        const bool isRest = m_stack.size() == 1 && expected == "'='" && !IsInFirstColumn(begin);
        if (m_stack.empty() || (isRest && !m_roots.empty()))
        {
            // Indented text belongs to the preceding parameter.
            entry = {{}, Fail(begin, "the name of the next parameter")};
            begin = SkipBlanks(begin);
            if (m_roots.empty())
            {
                Place(begin, entry.node);
                entry.node.name = Found(begin);
            }
            else
            {
                Forget(m_roots.back(), entry.node);
                m_roots.pop_back();
            }
        }
        else
        {
            entry = {{}, Fail(where, expected)};
            Forget(m_stack.front(), entry.node);
            // If "=" is missing, the value follows the name.
            for (auto& name : entry.node.list)
            {
                name.resize(expected == "'='" ? std::min(name.find_first_of(" \t"), name.size())
                                              : name.size());
            }
            entry.node.name = entry.node.list.front();
        }
        if (!entry.node.list.empty())
        {
            entry.error.message = "the entry " + entry.node.name + " of line " +
                                  std::to_string(entry.node.line) +
                                  " is broken: " + entry.error.message;
        }
        m_stack.clear();
        m_opened.clear();
        m_tooDeep = false;
        return begin;
    }

    /**
     * Find the next line.
     * @param where a position in the text
     * @return the start of the next line, or the end
     */
    const char* NextLine(const char* where) const
    {
        const auto offset = static_cast<size_t>(where - m_text.data());
        const auto next = std::upper_bound(m_lineStarts.begin(), m_lineStarts.end(), offset);
        return m_text.data() + (next == m_lineStarts.end() ? m_text.size() : *next);
    }

    /**
     * Describe a syntax error.
     * @param where position at which the grammar stopped
     * @param expected what the grammar expected there
     * @return the error
     */
    TextError Fail(const char* where, const std::string& expected) const
    {
        where = SkipBlanks(where);
        NameValue place;
        Place(where, place);
        if (m_tooDeep)
        {
            return place.Error("found more than " + std::to_string(NameValue::MAX_DEPTH) +
                               " brackets inside each other, where at most that many are read");
        }
        std::string message = "found " + Found(where) + " where " + expected + " was expected";
        if (expected == "')'" && !m_opened.empty())
        {
            NameValue opened;
            Place(m_opened.back(), opened);
            message += " to close the '(' of line " + std::to_string(opened.line) + ", column " +
                       std::to_string(opened.column);
        }
        return place.Error(message);
    }

  private:
    /**
     * Keep only the names and the place of a parameter.
     * @param node a parameter
     * @param[out] out receives its names and its place
     */
    static void Forget(const NameValue& node, NameValue& out)
    {
        out.name = node.name;
        out.list = node.list;
        out.line = node.line;
        out.column = node.column;
    }

    /**
     * Check whether a position is in the first column.
     * @param where a position in the text
     * @return whether a line starts there
     */
    bool IsInFirstColumn(const char* where) const
    {
        const auto offset = static_cast<size_t>(where - m_text.data());
        return std::binary_search(m_lineStarts.begin(), m_lineStarts.end(), offset);
    }

    /** @param where position of a new node */
    void Push(const char* where)
    {
        m_opened.push_back(where);
        Place(where, m_stack.emplace_back());
    }

    /**
     * Set the line and column of a node.
     * @param where a position in the text
     * @param[out] node receives its line and column
     */
    void Place(const char* where, NameValue& node) const
    {
        const auto offset = static_cast<size_t>(where - m_text.data());
        const auto next = std::upper_bound(m_lineStarts.begin(), m_lineStarts.end(), offset);
        node.line = static_cast<uint32_t>(next - m_lineStarts.begin());
        node.column = static_cast<uint32_t>(offset - *(next - 1) + 1);
    }

    /**
     * Skip blanks and comments.
     * @param where a position in the text
     * @return the next position that is neither blank nor comment
     */
    const char* SkipBlanks(const char* where) const
    {
        const char* end = m_text.data() + m_text.size();
        while (
            where != end &&
            (std::string_view{" \t\r\n"}.find(*where) != std::string_view::npos || *where == '#'))
        {
            where = *where == '#' ? std::find(where, end, '\n') : where + 1;
        }
        return where;
    }

    /**
     * Quote the word at a position, for an error message.
     * @param where a position in the text
     * @return the word in quotes, shortened, or "the end"
     */
    std::string Found(const char* where) const
    {
        const char* end = m_text.data() + m_text.size();
        if (where == end)
        {
            return "the end of the text";
        }
        if (const auto code = static_cast<unsigned char>(*where); code < 0x20 || code == 0x7f)
        {
            constexpr std::string_view DIGITS = "0123456789abcdef";
            return std::string{"the control character 0x"} + DIGITS[code / 16] + DIGITS[code % 16];
        }
        constexpr std::string_view STOPS = " \t\r\n()=,";
        constexpr size_t LONGEST = 30;
        const char* stop = where + 1;
        while (stop != end && static_cast<size_t>(stop - where) < LONGEST &&
               STOPS.find(*where) == std::string_view::npos &&
               STOPS.find(*stop) == std::string_view::npos)
        {
            ++stop;
        }
        std::string word{where, stop};
        std::replace_if(
            word.begin(),
            word.end(),
            [](unsigned char c) { return c < 0x20 || c > 0x7e; },
            '?');
        return "'" + word + "'";
    }

    /**
     * Check whether a word is quoted.
     * @param text a word
     * @return whether it is
     */
    static bool IsQuoted(const std::string& text)
    {
        return text.size() >= 2 && (text.front() == '"' || text.front() == '\'') &&
               text.back() == text.front();
    }

    /**
     * Remove the quotes of a word.
     * @param word a word, quoted or not
     * @return it without quotes
     */
    static std::string Unquote(const Range& word)
    {
        std::string text{word.begin(), word.end()};
        return IsQuoted(text) ? text.substr(1, text.size() - 2) : text;
    }

    std::string_view m_text;             ///< what is parsed
    std::vector<size_t> m_lineStarts{0}; ///< offset of the first byte of each line
    std::vector<NameValue> m_stack;      ///< nodes that are open, outermost first
    std::vector<const char*> m_opened;   ///< where each of them began
    std::vector<NameValue> m_roots;      ///< nodes that are complete
    bool m_tooDeep{false};               ///< whether MAX_DEPTH was passed
};

/// Key of the Builder in the context of the parsers.
struct BuilderTag;

/// @cond GRAMMAR
const auto BUILDER = [](auto& context) -> Builder& { return x3::get<BuilderTag>(context).get(); };

const auto OPEN = [](auto& context) {
    x3::_pass(context) = BUILDER(context).Open(&*x3::_where(context).begin());
};
const auto FIRST_WORD = [](auto& context) { BUILDER(context).FirstWord(x3::_attr(context)); };
const auto LIST_WORD = [](auto& context) { BUILDER(context).ListWord(x3::_attr(context)); };
const auto IS_LIST = [](auto& context) { BUILDER(context).IsList(); };
const auto VALUE = [](auto& context) { BUILDER(context).Value(x3::_attr(context)); };
const auto CLOSE = [](auto& context) { BUILDER(context).Close(); };
const auto PARAMETER = [](auto& context) { BUILDER(context).Parameter(x3::_attr(context)); };

// Blanks and comments between tokens.
const auto SKIPPER = x3::char_(" \t\r\n") | ('#' >> *(x3::char_ - '\n'));

// Characters that no word contains, quoted or not.
const auto CONTROL = x3::char_('\0') | x3::char_("\x01-\x08\x0b\x0c\x0e-\x1f\x7f");
const auto BLANK = x3::char_(" \t");
const auto LINE_BREAK = -x3::char_('\r') >> '\n';

// A missing closing quote must not swallow the next parameter.
const auto NEXT_PARAMETER = +(~x3::char_("\r\n()=#\"'")) >> '=' >> *x3::char_(" \t\r\n") >> '(';
const auto BREAK_IN_QUOTES = LINE_BREAK >> !NEXT_PARAMETER;
const auto DOUBLE_LETTER = ~x3::char_("\"\r\n") - CONTROL;
const auto SINGLE_LETTER = ~x3::char_("'\r\n") - CONTROL;
const auto QUOTED = ('"' >> *DOUBLE_LETTER >> '"') | ('\'' >> *SINGLE_LETTER >> '\'');
const auto QUOTED_VALUE = ('"' >> *(DOUBLE_LETTER | BREAK_IN_QUOTES) >> '"') |
                          ('\'' >> *(SINGLE_LETTER | BREAK_IN_QUOTES) >> '\'');

// The next line if it is indented; blank lines are skipped.
const auto NEXT_LINE = *BLANK >> LINE_BREAK >> *(*BLANK >> LINE_BREAK) >> +BLANK;

/**
 * Parse a run of words separated by blanks; "#" after a blank ends it.
 * @param letters parser for the letters of a word
 * @param between parser for what separates two words
 * @return the parser
 */
constexpr auto WORDS = [](auto letters, auto between) {
    return !x3::char_("\"'#") >> +(letters - CONTROL) >>
           *(between >> !x3::char_('#') >> +(letters - CONTROL));
};

const x3::rule<class CloseBracket> CLOSE_BRACKET{"')'"};
const x3::rule<class EqualsSign> EQUALS_SIGN{"'='"};
const x3::rule<class Name, Range> NAME{"a name"};
const x3::rule<class FirstName> FIRST_NAME{"a name"};
const x3::rule<class ListItem> LIST_ITEM{"a value"};
const x3::rule<class BracketValue, Range> BRACKET_VALUE{"a value"};
const x3::rule<class LineValue, Range> LINE_VALUE{"a value"};
const x3::rule<class Inside> INSIDE{"'=', ',' or ')'"};
const x3::rule<class Node> NODE{"'('"};
const x3::rule<class Parameter> PARAMETERS{"a parameter"};

const auto CLOSE_BRACKET_def = x3::lit(')');
const auto EQUALS_SIGN_def = x3::lit('=');
const auto NAME_def = x3::raw[x3::lexeme[QUOTED | WORDS(~x3::char_(" \t\r\n()=,"), +BLANK)]];
const auto FIRST_NAME_def = NAME[FIRST_WORD];
const auto LIST_ITEM_def = NAME[LIST_WORD];
const auto BRACKET_VALUE_def =
    x3::raw[x3::lexeme[QUOTED_VALUE | WORDS(~x3::char_(" \t\r\n()"), NEXT_LINE | +BLANK)]];
// The rest of the line, or of the next line if that is indented; further indented lines, too, if
// they assign nothing.
const auto FURTHER_LINE = NEXT_LINE >> !(+~x3::char_("\r\n()=") >> '=');
const auto LINE_VALUE_def =
    x3::no_skip[x3::omit[*BLANK] >> x3::omit[-(LINE_BREAK >> +BLANK)] >>
                x3::raw[-(QUOTED_VALUE | WORDS(~x3::char_(" \t\r\n"), FURTHER_LINE | +BLANK))]];
const auto GROUP_OR_VALUE = +NODE | BRACKET_VALUE[VALUE] | x3::eps;
const auto LIST = x3::eps[IS_LIST] >> *(',' > LIST_ITEM) >> &x3::lit(')');
const auto INSIDE_def = ('=' > GROUP_OR_VALUE) | LIST;
const auto NODE_def = (x3::lit('(')[OPEN]) > FIRST_NAME > INSIDE > CLOSE_BRACKET > x3::eps[CLOSE];
const auto PARAMETERS_def = (NAME[PARAMETER] >> *(',' > LIST_ITEM)) > EQUALS_SIGN >
                            (+NODE | LINE_VALUE[VALUE]) > x3::eps[CLOSE];

BOOST_SPIRIT_DEFINE(CLOSE_BRACKET,
                    EQUALS_SIGN,
                    NAME,
                    FIRST_NAME,
                    LIST_ITEM,
                    BRACKET_VALUE,
                    LINE_VALUE,
                    INSIDE,
                    NODE,
                    PARAMETERS)

/// @endcond

/**
 * Parse a text to its end.
 * @tparam PARSER a parser
 * @param text what to parse
 * @param parser parser to use
 * @param expected what would be right where it stops early
 * @param[out] out receives the nodes
 * @return the error, if any
 */
template <class PARSER>
TextError
Run(std::string_view text,
    const PARSER& parser,
    const std::string& expected,
    std::vector<NameValue>& out)
{
    Builder builder{text};
    const char* position = text.data();
    const char* end = text.data() + text.size();
    try
    {
        const auto grammar = x3::with<BuilderTag>(std::ref(builder))[parser];
        if (!x3::phrase_parse(position, end, grammar, SKIPPER) || position != end)
        {
            return builder.Fail(position, expected);
        }
    }
    catch (const x3::expectation_failure<const char*>& failure)
    {
        return builder.Fail(failure.where(), failure.which());
    }
    out = builder.Take();
    return {};
}

// A parameter starts here, if this is the first column of a line.
const auto BEGINNING = NAME % ',' >> '=';

/**
 * Find the next parameter after an error.
 * @param where a position in the text
 * @param end end of the text
 * @param builder knows its lines
 * @return the next parameter that starts in column 1 of a later line, or the end
 */
const char*
FindNext(const char* where, const char* end, const Builder& builder)
{
    constexpr std::string_view NO_NAME = " \t\r\n()=,#";
    for (where = builder.NextLine(where); where != end; where = builder.NextLine(where))
    {
        const char* position = where;
        if (NO_NAME.find(*where) == std::string_view::npos &&
            x3::phrase_parse(position, end, BEGINNING, SKIPPER))
        {
            break;
        }
    }
    return where;
}

} // namespace

TextError
NameValue::ParseNodes(std::string_view text, std::vector<NameValue>& out)
{
    return Run(text, +NODE, "'('", out);
}

void
NameValue::ParseFile(std::string_view text, std::vector<FileEntry>& out)
{
    Builder builder{text};
    const char* end = text.data() + text.size();
    for (const char* position = text.data(); position != end;)
    {
        std::optional<FileEntry> broken;
        const char* stopped = position;
        std::string expected;
        try
        {
            const auto grammar = x3::with<BuilderTag>(std::ref(builder))[*PARAMETERS];
            x3::phrase_parse(stopped, end, grammar, SKIPPER);
        }
        catch (const x3::expectation_failure<const char*>& failure)
        {
            stopped = failure.where();
            expected = failure.which();
        }
        position = end;
        if (stopped != end || !expected.empty())
        {
            stopped = builder.GiveUp(stopped, expected, broken.emplace());
            position = FindNext(stopped, end, builder);
        }
        for (auto& node : builder.Take())
        {
            out.push_back({std::move(node), {}});
        }
        if (broken)
        {
            out.push_back(std::move(*broken));
        }
    }
}

} // namespace ns3::net8
