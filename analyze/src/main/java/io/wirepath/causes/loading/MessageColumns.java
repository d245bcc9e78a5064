package io.wirepath.causes.loading;

import io.wirepath.causes.LongPolls;
import io.wirepath.causes.MessageTable;
import io.wirepath.causes.MessageTableBuilder;
import io.wirepath.causes.NodeTable;
import io.wirepath.causes.budget.Callers;
import io.wirepath.causes.loading.AttemptColumns.Address;
import io.wirepath.flows.AddressText;
import io.wirepath.flows.Outcome;
import io.wirepath.flows.SightingCodec;
import io.wirepath.merge.MessageCodec;
import io.wirepath.merge.MessageRecord;
import java.util.HashMap;
import java.util.Map;
import org.agrona.collections.IntHashSet;
import org.agrona.collections.Long2LongHashMap;

/**
 * From message records to the columns of the analysis. A time that nobody stood near enough to see becomes nil (WAP5
 * §5.1, {@link Vantage}), unless that would leave a message without any.
 */
public final class MessageColumns {

    private static final long NANOS_PER_MICRO = 1000;

    private final Vantage vantage;
    private final Map<String, String> names;
    private final AnalysisMemory memory;
    private final NodeTable nodes = new NodeTable();
    private final MessageTableBuilder builder = new MessageTableBuilder(nodes);
    private final MessageDetails details = new MessageDetails();
    private final AttemptColumns attempts;
    private final Map<Address, Integer> nodeOf = new HashMap<>();
    private final Map<Integer, String> operations = new HashMap<>();
    private final IntHashSet groups = new IntHashSet();
    private final Long2LongHashMap connections = new Long2LongHashMap(MessageTable.NONE);

    /**
     * Starts without messages.
     *
     * @param vantage where the sniffers stood, from a first pass over the same messages
     * @param names name by address, as text
     * @param memory has counted the same messages
     */
    public MessageColumns(Vantage vantage, Map<String, String> names, AnalysisMemory memory) {
        this.vantage = vantage;
        this.names = names;
        this.memory = memory;
        builder.longPolls(new LongPolls());
        attempts = new AttemptColumns(names);
        memory.begin();
    }

    /** Goes by what is known of long polls from before. */
    public void longPolls(LongPolls known) {
        builder.longPolls(known);
    }

    /** What messages with this number ask for, from now on. */
    public void template(int number, String template) {
        operations.put(number, template);
    }

    /** Adds a message or what befell a connection, where there is room for it. */
    public void add(MessageRecord message) {
        if (Outcome.isOfConnection(message.outcome())) {
            if (memory.admitsEvent(message)) {
                addEvent(message);
            }
            return;
        }
        boolean fromCaller = Callers.isSource(message);
        int source = node(message.sourceHigh(), message.sourceLow(), fromCaller);
        int destination = node(message.destinationHigh(), message.destinationLow(), !fromCaller);
        boolean addedUp = groups.contains(source) || groups.contains(destination);
        if (memory.admits(fromCaller ? source : destination, addedUp)) {
            put(message, source, destination);
        }
    }

    private void addEvent(MessageRecord event) {
        if (Outcome.isAttempt(event.outcome())) {
            attempts.add(event);
            return;
        }
        builder.end(
                connection(event.connection()),
                event.sentNanos() == MessageCodec.NIL ? event.receivedNanos() : event.sentNanos(),
                event.sourcePort(),
                (event.flags() & SightingCodec.FLAG_FROM_OPENER) != 0,
                event.callId(),
                event.outcome() == Outcome.RESET);
    }

    private void put(MessageRecord message, int source, int destination) {
        boolean sentSeen = vantage.isAt(message.sourceHigh(), message.sourceLow(), message.senderSniffer())
                && message.sentNanos() != MessageCodec.NIL;
        boolean receivedSeen =
                vantage.isAt(message.destinationHigh(), message.destinationLow(), message.receiverSniffer())
                        && message.receivedNanos() != MessageCodec.NIL;
        boolean neither = !sentSeen && !receivedSeen;
        boolean betweenTwo = sentSeen && receivedSeen && message.senderSniffer() != message.receiverSniffer();
        builder.add(
                sentSeen || neither ? message.sentNanos() : MessageTable.NIL,
                receivedSeen || neither ? received(message) : MessageTable.NIL,
                source,
                message.sourcePort(),
                destination,
                message.destinationPort(),
                connection(message.connection()),
                message.transport(),
                message.role(),
                message.protocol().ordinal(),
                message.callId(),
                message.lengthBytes(),
                message.flags() | (betweenTwo ? MessageTable.FLAG_TWO_SNIFFERS : 0),
                details.size());
        builder.outcome(message.outcome());
        boolean atSender = message.senderSniffer() != MessageCodec.NO_SNIFFER;
        builder.sniffer(atSender ? message.senderSniffer() : message.receiverSniffer());
        String operation = operations.get(message.operation());
        if (operation != null) {
            builder.operation(operation);
        }
        builder.tcp(
                message.resentSegments(),
                message.resentWaitMicros(),
                message.waitMicros(),
                message.setUpMicros() + message.wayMicros());
        if (message.lateResentSegments() > 0) {
            builder.late(message.lateResentSegments(), message.lateResentWaitMicros());
        }
        copyContent(message);
        details.add(message);
    }

    /** When it was there: of an answer that is streamed the first of it, for that is what the request waited for. */
    private static long received(MessageRecord message) {
        long last = message.receivedNanos();
        return message.streamedMicros() == 0 || last == MessageCodec.NIL
                ? last
                : Math.max(message.sentNanos(), last - NANOS_PER_MICRO * message.streamedMicros());
    }

    /** The columns, sorted by time; this is spent. */
    public MessageTable build() {
        builder.leftOut(memory.leftOut(nodes));
        builder.attempts(attempts.build(address -> nodeOf.getOrDefault(address, MessageTable.NONE)));
        return builder.build();
    }

    /** What only exports need of the messages added so far. */
    public MessageDetails details() {
        return details;
    }

    private void copyContent(MessageRecord message) {
        for (int i = 0; i < MessageTable.SIGNATURE_HASHES; i++) {
            builder.signature(i, message.signature(i));
        }
        for (int i = 0; i < MessageTable.TYPE_WORDS; i++) {
            builder.typeWord(i, message.typeWord(i));
        }
    }

    private int connection(long id) {
        long known = connections.get(id);
        if (known == MessageTable.NONE) {
            known = connections.size();
            connections.put(id, known);
        }
        return (int) known;
    }

    private int node(long high, long low, boolean calling) {
        if (memory.keeps(high, low)) {
            return nodeOf.computeIfAbsent(new Address(high, low), key -> {
                String address = AddressText.of(high, low);
                return nodes.add(address, names.getOrDefault(address, address), vantage.isTraced(high, low));
            });
        }
        String group = memory.group(high, low, calling);
        int number = nodes.add(group, group, false);
        groups.add(number);
        return number;
    }
}
