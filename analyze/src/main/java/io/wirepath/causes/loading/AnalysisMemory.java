package io.wirepath.causes.loading;

import io.wirepath.causes.NodeTable;
import io.wirepath.causes.budget.LeftOut;
import io.wirepath.causes.budget.NodeBudget;
import io.wirepath.causes.budget.SharedRoom;
import io.wirepath.flows.Outcome;
import io.wirepath.merge.MessageRecord;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.agrona.collections.Long2LongHashMap;

/**
 * How much of the messages an analysis takes into memory: which addresses are nodes, and which messages are left out.
 * Count all messages first, then {@link #begin}; bounds follow the heap. Not thread-safe.
 */
public final class AnalysisMemory {

    /** Heap for each node, in bytes: names, delays, calls, rows of reports. */
    private static final long HEAP_OF_A_NODE = 64 << 10;

    /** Heap for each pair of nodes that send to each other, in bytes: delays, sums, rows of reports. */
    private static final long HEAP_OF_A_PAIR = 16 << 10;

    private static final int MIN_PAIRS = 10_000;
    private static final int MAX_PAIRS = 1_000_000;

    private static final int MIN_NODES = 1000;
    private static final int MAX_NODES = 20_000;

    /** Heap that the analysis of a message takes, at the worst, in bytes. */
    private static final long HEAP_OF_A_MESSAGE = 1500;

    /** Heap of each message of a run that is analysed window by window. */
    private static final long HEAP_OF_A_COLUMN = 500;

    /** Messages that are analysed at once; longer runs go window by window. */
    private static final long WHOLE = 600_000;

    /** Failed attempts to connect, and ends with open calls, that are kept, in some hundred bytes each. */
    private static final int MAX_EVENTS = 100_000;

    private static final int MAX_NAMED = 3;

    private final NodeBudget nodes;
    private final long mostMessages;
    private SharedRoom room;
    private SharedRoom events = new SharedRoom(MAX_EVENTS);
    private Long2LongHashMap leftOutBySender = new Long2LongHashMap(0);
    private long addedUp;
    private long leftOut;
    private long leftOutBefore;

    /** Bounds that fit a heap of this many bytes. */
    public static AnalysisMemory ofHeap(long heap) {
        return ofHeap(heap, Long.MAX_VALUE);
    }

    /** The same, of so many messages at most. */
    public static AnalysisMemory ofHeap(long heap, long mostMessages) {
        return new AnalysisMemory(
                (int) Math.max(MIN_NODES, Math.min(MAX_NODES, heap / HEAP_OF_A_NODE)),
                (int) Math.max(MIN_PAIRS, Math.min(MAX_PAIRS, heap / HEAP_OF_A_PAIR)),
                Math.min(mostMessages, mostMessages(heap)));
    }

    private static long mostMessages(long heap) {
        long forMore = heap - WHOLE * HEAP_OF_A_MESSAGE;
        return forMore < 0 ? heap / HEAP_OF_A_MESSAGE : WHOLE + forMore / HEAP_OF_A_COLUMN;
    }

    /** These bounds. */
    public AnalysisMemory(int mostNodes, int mostPairs, long mostMessages) {
        nodes = new NodeBudget(mostNodes, mostPairs);
        this.mostMessages = mostMessages;
        room = new SharedRoom(mostMessages);
    }

    /** Counts a message that will come; what befell a connection makes no node. */
    public void count(MessageRecord message) {
        if (Outcome.isOfConnection(message.outcome())) {
            return;
        }
        nodes.count(
                NodeBudget.key(message.sourceHigh(), message.sourceLow()),
                NodeBudget.key(message.destinationHigh(), message.destinationLow()));
    }

    /** So many messages were left out before this one counted any. */
    public void leftOutBefore(long messages) {
        leftOutBefore = messages;
    }

    /** Chooses nodes by what was counted, and forgets what was taken. */
    public void begin() {
        nodes.choose();
        room = new SharedRoom(mostMessages);
        events = new SharedRoom(MAX_EVENTS);
        leftOutBySender = new Long2LongHashMap(0);
        addedUp = 0;
        leftOut = 0;
    }

    /** Whether an address is a node of its own. */
    boolean keeps(long high, long low) {
        return nodes.keeps(high, low);
    }

    /** The group of an address that is no node of its own. */
    String group(long high, long low, boolean calling) {
        return nodes.group(high, low, calling);
    }

    /** Whether there is room for a message whose caller is this node; if so, it is taken. */
    boolean admits(int caller, boolean isAddedUp) {
        addedUp += isAddedUp ? 1 : 0;
        if (!room.take(caller)) {
            leftOut++;
            leftOutBySender.put(caller, leftOutBySender.get(caller) + 1);
            return false;
        }
        return true;
    }

    /** Whether there is room for what befell a connection; if so, it is taken. */
    boolean admitsEvent(MessageRecord event) {
        boolean taken = events.take(NodeBudget.key(event.sourceHigh(), event.sourceLow()));
        leftOut += taken ? 0 : 1;
        return taken;
    }

    /** What there was no room for. */
    LeftOut leftOut(NodeTable table) {
        if (addedUp + leftOut + leftOutBefore == 0) {
            return LeftOut.NOTHING;
        }
        List<long[]> most = new ArrayList<>();
        leftOutBySender.forEachLong((sender, count) -> most.add(new long[] {sender, count}));
        List<String> names = most.stream()
                .sorted(Comparator.comparingLong((long[] each) -> -each[1]).thenComparingLong(each -> each[0]))
                .limit(MAX_NAMED)
                .map(each -> table.get((int) each[0]).name())
                .toList();
        return new LeftOut(addedUp, leftOut + leftOutBefore, names);
    }
}
