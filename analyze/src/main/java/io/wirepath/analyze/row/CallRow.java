package io.wirepath.analyze.row;

import io.wirepath.analyze.field.Family;
import io.wirepath.analyze.field.Field;
import io.wirepath.analyze.field.Fields;
import io.wirepath.causes.CallEnd;
import io.wirepath.causes.MessageTable;
import io.wirepath.flows.Outcome;
import io.wirepath.flows.Protocol;
import io.wirepath.flows.Role;
import io.wirepath.flows.SightingCodec;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** A call of an analysis, by its number; a one-way message is a call without a response. */
public record CallRow(CallFacts of, int call) {

    /** Both ends of a call, its place among the causes, how it ended and how long it took. */
    public static final Fields<CallRow> COURSE = Fields.<CallRow>of("CallCourse", "Ends and course of a call.")
            .text("host", "Name of the server, where it happens.", CallRow::server)
            .text("client", "Name of the caller.", CallRow::client)
            .text("server", "Name of the called.", CallRow::server)
            .text(
                    "clientAddress",
                    "Address of the caller.",
                    c -> c.of.address(c.messages().source(c.request())))
            .text(
                    "serverAddress",
                    "Address of the called.",
                    c -> c.of.address(c.messages().destination(c.request())))
            .text("clientRole", "Role of the caller; CLIENT for those who serve nobody.", CallRow::clientRole)
            .text(
                    "serverRole",
                    "Role of the called.",
                    c -> c.of.role(c.messages().destination(c.request())))
            .count("clientPort", "Port of the caller.", c -> c.messages().sourcePort(c.request()))
            .count("serverPort", "Port of the called.", c -> c.messages().destinationPort(c.request()))
            .truth("answered", "Whether a response was seen.", CallRow::isAnswered)
            .truth("oneWay", "Whether no response is wanted.", c -> c.messages().role(c.request()) == Role.ONE_WAY)
            .orAbsent()
            .truth("root", "Whether it has no likely cause.", c -> c.parent() == MessageTable.NONE)
            .count("depth", "Calls above it on its most likely path.", c -> c.of.depth(c.call))
            .number("linkProbability", "Probability of its most likely cause, or of none.", CallRow::probability)
            .text("outcome", "How it ended, such as http 503; empty where nothing says it.", CallRow::outcomeText)
            .orAbsent()
            .text("verdict", "ok, refused, failed or unknown.", c -> CallFacts.verdict(c.outcome()))
            .duration(
                    "latency",
                    "From the sending of the request to the receipt of the response, by the caller.",
                    c -> c.of.served().roundTripNanos(c.call))
            .duration(
                    "service",
                    "From the receipt of the request to the sending of the response, by the server.",
                    c -> c.of.served().serviceNanos(c.call))
            .duration(
                    "own",
                    "The service time minus the time in which a call made for it was open.",
                    c -> c.of.served().ownNanos(c.call))
            .count(
                    "status",
                    "Number of its outcome, such as 503; 0 where nothing says it.",
                    c -> Outcome.code(c.outcome()))
            .text("path", "Path that it asks for; this and the next two with --operations.", c -> c.about(About.PATH))
            .orAbsent()
            .text("table", "First table of its statement.", c -> c.about(About.TABLE))
            .orAbsent()
            .text("topic", "Topic of a broker.", c -> c.about(About.TOPIC))
            .orAbsent()
            .everywhere()
            .text(
                    "operation",
                    "What it asks for, with --operations; else empty.",
                    c -> c.messages().operation(c.request()))
            .orAbsent();

    /** A call. Of the fields before {@code everywhere} each output has its own choice, as it ever was. */
    public static final Fields<CallRow> FIELDS = Fields.<CallRow>of("Call", "A call.")
            .time("time", "When its request was sent, or received where nobody saw the sending.", CallRow::beginNanos)
            .all(COURSE, c -> c)
            .text("protocol", "Protocol, such as http1.", c -> c.of.protocol(c.request()))
            .text("transport", "tcp or udp.", c -> c.of.transport(c.request()))
            .count("connection", "Number of the connection.", CallRow::connection)
            .count("call", "Its number, as in calls.csv.", CallRow::call)
            .bytes("requestBytes", "Payload of the request.", c -> c.messages().lengthBytes(c.request()))
            .bytes(
                    "responseBytes",
                    "Payload of the response.",
                    c -> c.ofResponse(c.messages()::lengthBytes, Field.UNKNOWN))
            .ifKnown()
            .bytes("bytes", "Payload of both.", c -> c.both(c.messages()::lengthBytes))
            .duration(
                    "setUp",
                    "How long the handshake made for it took.",
                    c -> c.messages().setUpNanos(c.request()))
            .orAbsent()
            .text("kind", "call or one_way.", c -> c.isOneWay() ? "one_way" : "call")
            .count("parent", "Number of the call that it was made for.", c -> MessageRow.known(c.parent()))
            .count(
                    "rootCall",
                    "Number of the call at the top of its tree.",
                    c -> c.of.calls.root()[c.call])
            .layout(
                    Family.QUERY,
                    "time host client server clientAddress serverAddress clientRole serverRole clientPort serverPort",
                    "answered oneWay root depth linkProbability outcome verdict latency service own status path table topic protocol",
                    "transport connection call parent rootCall requestBytes responseBytes bytes setUp")
            .text(
                    "knownVerdict",
                    "ok, refused or failed; absent where the response says nothing.",
                    CallRow::knownVerdict)
            .orAbsent()
            .text(
                    "protocolName",
                    "Protocol, such as http1.",
                    c -> c.protocol().name().toLowerCase(Locale.ROOT))
            .text("protocolWords", "Protocol, such as http1; empty where it is not known.", c -> words(c.protocol()))
            .duration("duration", "From its request to the end of its answer.", CallRow::durationNanos)
            .ifKnown()
            .duration(
                    "requestNetwork",
                    "The request's way, where two sniffers or both ends tell.",
                    c -> c.wayNanos(c.request()))
            .ifKnown()
            .duration(
                    "responseNetwork",
                    "The response's way, where two sniffers or both ends tell.",
                    c -> c.wayNanos(c.response()))
            .ifKnown()
            .count(
                    "resentSegments",
                    "Segments sent again, of both messages.",
                    c -> c.both(c.messages()::resentSegments))
            .orAbsent()
            .count(
                    "responseResentSegments",
                    "Those of the response.",
                    c -> c.ofResponse(c.messages()::resentSegments, 0))
            .orAbsent()
            .duration("resentWait", "Wait for segments sent again.", c -> c.both(c.messages()::resentWaitNanos))
            .orAbsent()
            .duration(
                    "responseResentWait", "That of the response.", c -> c.ofResponse(c.messages()::resentWaitNanos, 0))
            .orAbsent()
            .duration("zeroWindow", "Wait for a closed window.", c -> c.both(c.messages()::zeroWindowNanos))
            .orAbsent()
            .duration(
                    "responseZeroWindow", "That of the response.", c -> c.ofResponse(c.messages()::zeroWindowNanos, 0))
            .orAbsent()
            .duration(
                    "acknowledgmentWait",
                    "Wait for delayed acknowledgments, at most, of both messages.",
                    c -> c.both(c.messages()::acknowledgmentWaitNanos))
            .orAbsent()
            .truth("reset", "Whether a reset ended it or one of its messages.", CallRow::isReset)
            .orAbsent()
            .everywhere()
            .text(
                    "endedBy",
                    "Of a call without a response, who ended its connection: caller or called; empty where no end was"
                            + " seen.",
                    CallRow::endedBy)
            .orAbsent()
            .duration("endedAfter", "From its request until then.", CallRow::endedAfterNanos)
            .ifKnown();

    /** Number of its connection. */
    public int connection() {
        return messages().connection(request());
    }

    /** What an operation is about. */
    private enum About {
        PATH,
        TABLE,
        TOPIC;

        static About of(Protocol protocol) {
            return switch (protocol) {
                case POSTGRESQL, MYSQL -> TABLE;
                case KAFKA -> TOPIC;
                default -> PATH;
            };
        }
    }

    /** What a long is of a row of the table. */
    @FunctionalInterface
    private interface OfRow {
        long of(int row);
    }

    private MessageTable messages() {
        return of.messages;
    }

    /** Row of its request. */
    public int request() {
        return of.calls.request()[call];
    }

    /** Row of its response, or {@link MessageTable#NONE}. */
    public int response() {
        return of.calls.response()[call];
    }

    /** The call that it was made for, or {@link MessageTable#NONE}. */
    public int parent() {
        return of.calls.parent()[call];
    }

    private String client() {
        return of.name(of.messages.source(request()));
    }

    private String server() {
        return of.name(of.messages.destination(request()));
    }

    private String clientRole() {
        return of.role(of.messages.source(request()));
    }

    /** Probability of its most likely cause, or of none. */
    public double probability() {
        return of.calls.probability()[call];
    }

    /** What stands behind the first word of its operation, if it is that; of a path with the slash. */
    private String about(About what) {
        String operation = of.messages.operation(request());
        int slash = operation.indexOf(" /");
        int from = slash + (what == About.PATH ? 1 : 2);
        return slash < 0 || About.of(protocol()) != what ? "" : operation.substring(from);
    }

    private int outcome() {
        return of.calls.outcome(of.messages, call);
    }

    /** How it ended; empty where nothing says it. */
    public String outcomeText() {
        return Outcome.text(outcome());
    }

    private @Nullable String knownVerdict() {
        return outcome() == Outcome.UNKNOWN ? null : CallFacts.verdict(outcome());
    }

    /** Whether a response was seen. */
    public boolean isAnswered() {
        return response() != MessageTable.NONE;
    }

    /** Whether nobody waits for an answer. */
    public boolean isOneWay() {
        return of.calls.isOneWay(of.messages, call);
    }

    private Protocol protocol() {
        return of.messages.protocol(request());
    }

    /** A protocol as the page names it; empty where it is not known. */
    public static String words(Protocol protocol) {
        return protocol == Protocol.UNKNOWN
                ? ""
                : protocol.name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }

    private boolean isReset() {
        int flags = of.messages.flags(request()) | (isAnswered() ? of.messages.flags(response()) : 0);
        CallEnd end = of.messages.callEnd(request());
        return (flags & SightingCodec.FLAG_RST) != 0 || end != null && end.reset();
    }

    private String endedBy() {
        CallEnd end = of.messages.callEnd(request());
        return end == null ? "" : end.byCaller() ? "caller" : "called";
    }

    private long endedAfterNanos() {
        CallEnd end = of.messages.callEnd(request());
        return end == null ? Field.UNKNOWN : end.nanos() - beginNanos();
    }

    private long both(OfRow quantity) {
        return quantity.of(request()) + ofResponse(quantity, 0);
    }

    private long ofResponse(OfRow quantity, long otherwise) {
        return isAnswered() ? quantity.of(response()) : otherwise;
    }

    /** When the request was sent, ns since the epoch. */
    public long beginNanos() {
        return of.messages.timeNanos(request());
    }

    /** From then until the answer had come; {@link Field#UNKNOWN} where one is wanted and none was seen. */
    public long durationNanos() {
        return isAnswered() || isOneWay() ? tookNanos() : Field.UNKNOWN;
    }

    /** When its answer had come, or the request itself where none did. */
    public long endNanos() {
        int row = isAnswered() ? response() : request();
        long received = of.messages.receivedNanos(row);
        return received == MessageTable.NIL ? of.messages.timeNanos(row) : received;
    }

    /** From its request until then. */
    public long tookNanos() {
        return Math.max(0, endNanos() - beginNanos());
    }

    private long wayNanos(int row) {
        return row == MessageTable.NONE ? Field.UNKNOWN : wayNanos(of.messages, row);
    }

    /** How long a message was on its way; {@link Field#UNKNOWN} where neither two sniffers nor both ends tell. */
    public static long wayNanos(MessageTable messages, int row) {
        long transit = messages.transitNanos(row);
        return transit == MessageTable.NIL ? Field.UNKNOWN : transit;
    }
}
