package io.wirepath.analyze.query.event;

import io.wirepath.analyze.field.Fields;
import io.wirepath.analyze.finding.Finding;
import io.wirepath.analyze.host.HostLog;
import io.wirepath.analyze.query.cause.CausalOrder;
import io.wirepath.analyze.row.CallFacts;
import io.wirepath.analyze.row.CallRow;
import io.wirepath.analyze.row.ConnectionRow;
import io.wirepath.analyze.row.FindingRow;
import io.wirepath.analyze.row.MessageRow;
import io.wirepath.analyze.row.SeriesRow;
import io.wirepath.analyze.row.Translations;
import io.wirepath.analyze.whole.Analysis;
import io.wirepath.analyze.whole.LinkMeasure;
import io.wirepath.causes.CallTable;
import io.wirepath.causes.MessageTable;
import io.wirepath.causes.TimeSpan;
import io.wirepath.causes.fanin.BatchedMessages;
import io.wirepath.flows.Protocol;
import io.wirepath.flows.Role;
import io.wirepath.flows.SightingCodec;
import io.wirepath.nat.Translation;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.function.IntPredicate;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** The sources of queries about one analysis, made when they are first asked for. Not thread-safe. */
public final class AnalysisEvents implements EventSet {

    /** A message of a call, with what is said of both. */
    private static final Fields<OfCall> MESSAGE_OF_CALL = Fields.<OfCall>of("MessageOfCall", "A message of a call.")
            .all(MessageRow.TIMES, OfCall::message)
            .all(CallRow.COURSE, OfCall::ofCall)
            .all(MessageRow.WIRE, OfCall::message);

    private final Analysis analysis;
    private final List<Translation> translations;
    private final MessageTable messages;
    private final CallTable calls;
    private final CallFacts facts;
    private final Map<String, Supplier<EventSource>> makers = new LinkedHashMap<>();
    private final Map<String, EventSource> made = new LinkedHashMap<>();
    private boolean stated;
    private @Nullable CausalOrder order;

    /** The events of this analysis, of which hosts logged nothing. */
    public AnalysisEvents(Analysis analysis, List<Translation> translations) {
        this(analysis, translations, HostLog.NONE);
    }

    /** The events of this analysis, and what hosts logged. */
    public AnalysisEvents(Analysis analysis, List<Translation> translations, HostLog hosts) {
        this.analysis = analysis;
        this.translations = translations;
        messages = analysis.messages();
        calls = analysis.calls();
        facts = new CallFacts(analysis);
        makers.put("messages", this::messages);
        makers.put("requests", this::requests);
        makers.put("responses", this::responses);
        makers.put("calls", this::calls);
        makers.put("connections", this::connections);
        makers.put("retransmissions", this::retransmissions);
        makers.put("losses", this::losses);
        makers.put("dns", this::dns);
        makers.put("translations", this::translations);
        makers.put("findings", this::findings);
        makers.put("series", this::series);
        makers.put("loads", () -> HostSources.loads(hosts.loads()));
        makers.put("events", () -> HostSources.events(hosts.events(), messages, calls));
    }

    /** Takes the links for stated, and not inferred: they have no doubt beyond their own. Gives itself. */
    public AnalysisEvents withStatedLinks() {
        stated = true;
        return this;
    }

    @Override
    public List<String> names() {
        return List.copyOf(makers.keySet());
    }

    @Override
    public @Nullable EventSource source(String name) {
        String key = name.toLowerCase(Locale.ROOT);
        Supplier<EventSource> maker = makers.get(key);
        if (maker != null && !made.containsKey(key)) {
            made.put(key, maker.get());
        }
        return made.get(key);
    }

    @Override
    public CausalOrder order() {
        if (order == null) {
            BatchedMessages gathered = analysis.joins().gathered();
            order = stated
                    ? CausalOrder.stated(analysis.messages(), analysis.calls(), analysis.links(), gathered)
                    : CausalOrder.of(analysis.messages(), analysis.calls(), analysis.links(), gathered);
        }
        return Objects.requireNonNull(order);
    }

    @Override
    public LinkMeasure measure() {
        return analysis.measure();
    }

    @Override
    public TimeSpan counted() {
        return analysis.counted();
    }

    private EventSource messages() {
        return new TableSource(
                "messages",
                "Everything that was sent.",
                EventField.of(MessageRow.FIELDS, row -> new MessageRow(facts, row)),
                messages.size(),
                messages::timeNanos,
                facts::callOf,
                this::place);
    }

    private EventSource requests() {
        return ofCalls(
                "requests",
                "Requests and one-way messages, as they are sent.",
                IntStream.range(0, calls.size()).toArray(),
                calls.request(),
                EventSource.REQUEST);
    }

    private EventSource responses() {
        return responses("responses", "Responses, as they are sent.", row -> true);
    }

    private EventSource dns() {
        return responses("dns", "Answers of name servers.", row -> messages.protocol(row) == Protocol.DNS);
    }

    private EventSource responses(String name, String sentence, IntPredicate which) {
        int[] response = calls.response();
        int[] answered = IntStream.range(0, response.length)
                .filter(call -> response[call] != MessageTable.NONE && which.test(response[call]))
                .toArray();
        return ofCalls(name, sentence, answered, response, EventSource.RESPONSE);
    }

    /** Messages of these calls; their rows are given by call. */
    private EventSource ofCalls(String name, String sentence, int[] of, int[] rowOf, int place) {
        int[] rows = IntStream.of(of).map(call -> rowOf[call]).toArray();
        return new TableSource(
                name,
                sentence,
                EventField.of(MESSAGE_OF_CALL, event -> new OfCall(facts, of[event], rows[event])),
                rows.length,
                event -> messages.timeNanos(rows[event]),
                event -> of[event],
                event -> place);
    }

    private EventSource retransmissions() {
        return befallen(
                "retransmissions",
                "Messages of which segments were sent again.",
                row -> messages.resentSegments(row) > 0);
    }

    private EventSource losses() {
        int lost = SightingCodec.FLAG_GAP | SightingCodec.FLAG_CUT;
        return befallen(
                "losses", "Messages of which no sniffer captured all bytes.", row -> (messages.flags(row) & lost) != 0);
    }

    private EventSource befallen(String name, String sentence, IntPredicate which) {
        int[] rows = IntStream.range(0, messages.size()).filter(which).toArray();
        return new TableSource(
                name,
                sentence,
                EventField.of(MessageRow.FIELDS, event -> new MessageRow(facts, rows[event])),
                rows.length,
                event -> messages.timeNanos(rows[event]),
                event -> facts.callOf(rows[event]),
                event -> place(rows[event]) + 1);
    }

    private int place(int row) {
        return messages.role(row) == Role.RESPONSE ? EventSource.RESPONSE : EventSource.REQUEST;
    }

    private EventSource calls() {
        int[] request = calls.request();
        return new TableSource(
                "calls",
                "Calls, at the time of their requests; one-way messages are calls without a response.",
                EventField.of(CallRow.FIELDS, call -> new CallRow(facts, call)),
                request.length,
                call -> messages.timeNanos(request[call]),
                call -> call,
                call -> EventSource.REQUEST);
    }

    private EventSource connections() {
        List<ConnectionRow> rows = ConnectionRow.of(facts);
        return new TableSource(
                "connections",
                "Connections, at the time of their first message.",
                EventField.of(ConnectionRow.FIELDS, rows::get),
                rows.size(),
                event -> rows.get(event).beginNanos(),
                event -> facts.callOf(rows.get(event).first()),
                event -> EventSource.BEFORE);
    }

    private EventSource series() {
        List<SeriesRow> rows = SeriesRow.of(analysis.series(), number -> number);
        return new TableSource(
                "series",
                "What nodes, roles, edges, links, patterns and sniffers did in each interval.",
                EventField.of(SeriesRow.FIELDS, rows::get),
                rows.size(),
                event -> rows.get(event).beginNanos(),
                null,
                event -> EventSource.REQUEST);
    }

    private EventSource translations() {
        return new TableSource(
                "translations",
                "Rewritten addresses that were found.",
                EventField.of(Translations.FIELDS, translations::get),
                translations.size(),
                event -> analysis.counted().holds(translations.get(event).firstNanos())
                        ? translations.get(event).firstNanos()
                        : analysis.counted().fromNanos(),
                null,
                event -> EventSource.REQUEST);
    }

    private EventSource findings() {
        List<Finding> found = analysis.findings();
        return new TableSource(
                "findings",
                "What the analysis found.",
                EventField.of(FindingRow.FIELDS, found::get),
                found.size(),
                event -> analysis.counted().fromNanos(),
                null,
                event -> EventSource.REQUEST);
    }

    private record OfCall(CallFacts facts, int call, int row) {

        MessageRow message() {
            return new MessageRow(facts, row);
        }

        CallRow ofCall() {
            return new CallRow(facts, call);
        }
    }
}
