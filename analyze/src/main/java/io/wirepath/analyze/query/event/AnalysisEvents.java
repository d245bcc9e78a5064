package io.wirepath.analyze.query.event;

import io.wirepath.analyze.finding.Finding;
import io.wirepath.analyze.host.HostLog;
import io.wirepath.analyze.query.cause.CausalOrder;
import io.wirepath.analyze.whole.Analysis;
import io.wirepath.analyze.whole.LinkMeasure;
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
import java.util.function.IntFunction;
import java.util.function.IntPredicate;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** The sources of queries about one analysis, made when they are first asked for. Not thread-safe. */
public final class AnalysisEvents implements EventSet {

    private final Analysis analysis;
    private final List<Translation> translations;
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
        facts = new CallFacts(analysis);
        makers.put("messages", this::messages);
        makers.put("requests", this::requests);
        makers.put("responses", this::responses);
        makers.put("calls", this::calls);
        makers.put("connections", () -> ConnectionSource.of(facts));
        makers.put("retransmissions", this::retransmissions);
        makers.put("losses", this::losses);
        makers.put("dns", this::dns);
        makers.put("translations", this::translations);
        makers.put("findings", this::findings);
        makers.put("series", () -> SeriesSource.of(analysis.series()));
        makers.put("loads", () -> HostSources.loads(hosts.loads()));
        makers.put("events", () -> HostSources.events(hosts.events(), facts.messages, facts.calls));
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
        MessageTable messages = facts.messages;
        return new TableSource(
                "messages",
                "Everything that was sent.",
                EventFields.message(facts, row -> row).all(),
                messages.size(),
                messages::timeNanos,
                facts::callOf,
                this::place);
    }

    private EventSource requests() {
        return ofCalls(
                "requests",
                "Requests and one-way messages, as they are sent.",
                IntStream.range(0, facts.calls.size()).toArray(),
                facts.calls.request(),
                EventSource.REQUEST);
    }

    private EventSource responses() {
        return responses("responses", "Responses, as they are sent.", row -> true);
    }

    private EventSource dns() {
        return responses("dns", "Answers of name servers.", row -> facts.messages.protocol(row) == Protocol.DNS);
    }

    private EventSource responses(String name, String sentence, IntPredicate which) {
        int[] response = facts.calls.response();
        int[] calls = IntStream.range(0, response.length)
                .filter(call -> response[call] != MessageTable.NONE && which.test(response[call]))
                .toArray();
        return ofCalls(name, sentence, calls, response, EventSource.RESPONSE);
    }

    /** Messages of these calls; their rows are given by call. */
    private EventSource ofCalls(String name, String sentence, int[] calls, int[] rowOf, int place) {
        int[] rows = IntStream.of(calls).map(call -> rowOf[call]).toArray();
        return new TableSource(
                name,
                sentence,
                EventFields.ofCall(facts, event -> calls[event], event -> rows[event])
                        .all(),
                rows.length,
                event -> facts.messages.timeNanos(rows[event]),
                event -> calls[event],
                event -> place);
    }

    private EventSource retransmissions() {
        return befallen(
                "retransmissions",
                "Messages of which segments were sent again.",
                row -> facts.messages.resentSegments(row) > 0);
    }

    private EventSource losses() {
        int lost = SightingCodec.FLAG_GAP | SightingCodec.FLAG_CUT;
        return befallen(
                "losses",
                "Messages of which no sniffer captured all bytes.",
                row -> (facts.messages.flags(row) & lost) != 0);
    }

    private EventSource befallen(String name, String sentence, IntPredicate which) {
        int[] rows = IntStream.range(0, facts.messages.size()).filter(which).toArray();
        return new TableSource(
                name,
                sentence,
                EventFields.message(facts, event -> rows[event]).all(),
                rows.length,
                event -> facts.messages.timeNanos(rows[event]),
                event -> facts.callOf(rows[event]),
                event -> place(rows[event]) + 1);
    }

    private int place(int row) {
        return facts.messages.role(row) == Role.RESPONSE ? EventSource.RESPONSE : EventSource.REQUEST;
    }

    private EventSource calls() {
        int[] request = facts.calls.request();
        return new TableSource(
                "calls",
                "Calls, at the time of their requests; one-way messages are calls without a response.",
                EventFields.call(facts).all(),
                request.length,
                call -> facts.messages.timeNanos(request[call]),
                call -> call,
                call -> EventSource.REQUEST);
    }

    private EventSource translations() {
        IntFunction<Translation> its = translations::get;
        FieldList fields = new FieldList();
        fields.time("time", "When it was first seen.", e -> its.apply(e).firstNanos())
                .time("last", "When it was last seen.", e -> its.apply(e).lastNanos())
                .text(
                        "kind",
                        "destination, source or both.",
                        e -> its.apply(e).kind().name().toLowerCase(Locale.ROOT))
                .text(
                        "fromSource",
                        "The caller's address and port on its own side; * for what varies.",
                        e -> its.apply(e).fromSource())
                .text(
                        "fromDestination",
                        "The address and port that it calls.",
                        e -> its.apply(e).fromDestination())
                .text("toSource", "What its address becomes.", e -> its.apply(e).toSource())
                .text(
                        "toDestination",
                        "What the called address becomes.",
                        e -> its.apply(e).toDestination())
                .number(
                        "connections",
                        "Connections on which it was seen.",
                        e -> its.apply(e).connections())
                .number(
                        "evidence",
                        "Messages seen on both sides of it.",
                        e -> its.apply(e).evidence())
                .number(
                        "confidence",
                        "Probability that it is not by chance.",
                        e -> its.apply(e).confidence())
                .truth(
                        "rule",
                        "Whether it is a rule of the operator.",
                        e -> its.apply(e).rule());
        return new TableSource(
                "translations",
                "Rewritten addresses that were found.",
                fields.all(),
                translations.size(),
                event -> analysis.counted().holds(translations.get(event).firstNanos())
                        ? translations.get(event).firstNanos()
                        : analysis.counted().fromNanos(),
                null,
                event -> EventSource.REQUEST);
    }

    private EventSource findings() {
        List<Finding> found = analysis.findings();
        FieldList fields = new FieldList();
        fields.time("time", "When what it tells began; unknown where it is no change.", e -> began(found.get(e)))
                .text(
                        "severity",
                        "problem, notice or fact.",
                        e -> found.get(e).severity().name().toLowerCase(Locale.ROOT))
                .text("kind", "Name of the detector.", e -> found.get(e).kind())
                .text("title", "What was found.", e -> found.get(e).title())
                .text("detail", "How it was found.", e -> found.get(e).detail())
                .text(
                        "nodes",
                        "The nodes concerned, with commas.",
                        e -> String.join(", ", found.get(e).nodes()))
                .duration(
                        "effect",
                        "Size of the effect where it is a time.",
                        e -> found.get(e).effectNanos())
                .duration(
                        "uncertainty",
                        "Half of its 95 % interval.",
                        e -> found.get(e).uncertaintyNanos());
        return new TableSource(
                "findings",
                "What the analysis found.",
                fields.all(),
                found.size(),
                event -> analysis.counted().fromNanos(),
                null,
                event -> EventSource.REQUEST);
    }

    private static long began(Finding finding) {
        return finding.change() == null ? EventColumn.NO_TIME : finding.change().onsetNanos();
    }
}
