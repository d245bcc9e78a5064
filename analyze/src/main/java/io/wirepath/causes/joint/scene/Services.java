package io.wirepath.causes.joint.scene;

import io.wirepath.causes.DisjointSets;
import io.wirepath.causes.KeyNumbers;
import io.wirepath.causes.MessageTable;
import io.wirepath.causes.TimeOrder;
import io.wirepath.causes.fanin.BatchedMessages;
import io.wirepath.causes.incremental.Decided;
import io.wirepath.causes.kind.MessageTypes;
import io.wirepath.causes.linking.OwnerLinks;
import io.wirepath.flows.Role;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntToLongFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.agrona.collections.Int2IntHashMap;
import org.agrona.collections.IntArrayList;
import org.agrona.collections.LongArrayList;
import org.jspecify.annotations.Nullable;

/** Makes a {@link Scene} of each node that has both tasks and calls; peers that do the same work share a kind. */
public final class Services {

    private static final int MAX_CLASSES = 96;
    private static final long PORTS = 1 << 16;

    private final MessageTable messages;
    private final Decided decided;
    private final int[] group;
    /** Link of each row: groups of caller and callee, and port; {@link MessageTable#NONE} where it opens nothing. */
    final int[] link;

    private final int[] type;
    private final boolean byConnection;
    /** Nodes whose calls any node of their scene may have caused. */
    private final BitSet anyCaller = new BitSet();

    /**
     * Looks at the ends of all messages.
     *
     * @param byConnection whether connections of a pair may tell something
     * @param byType whether kinds of messages may
     * @param byContent whether kinds may be told by content
     */
    public Services(MessageTable messages, Decided decided, boolean byConnection, boolean byType, boolean byContent) {
        this.messages = messages;
        this.decided = decided;
        group = ReplicaGroups.of(messages);
        link = links();
        this.byConnection = byConnection;
        type = byType ? MessageTypes.of(messages, link, byContent) : new int[messages.size()];
    }

    private int[] links() {
        KeyNumbers ways = new KeyNumbers();
        KeyNumbers served = new KeyNumbers();
        KeyNumbers numbers = new KeyNumbers();
        ServerEnds ends = new ServerEnds(messages);
        int[] own = new int[messages.size()];
        for (int row = 0; row < own.length; row++) {
            own[row] = MessageTable.NONE;
            if (OwnerLinks.opens(messages, row)) {
                boolean comes = ends.isSource(row);
                int way = ways.of(KeyNumbers.pair(group[messages.source(row)], group[messages.destination(row)]));
                int port = comes ? messages.sourcePort(row) : messages.destinationPort(row);
                int to = served.of(KeyNumbers.pair(way, port));
                own[row] = numbers.of(KeyNumbers.pair(to, 2 * messages.transport(row) + (comes ? 1 : 0)));
            }
        }
        return own;
    }

    /** The link of each row that asks or goes one way, as a number from 0; NONE of others. Not to be changed. */
    public int[] linkOfRow() {
        return link;
    }

    /** The scenes, in order of the numbers of their nodes. */
    public List<Scene> scenes() {
        Map<Integer, IntArrayList> tasks = new HashMap<>();
        Map<Integer, IntArrayList> calls = new HashMap<>();
        @Nullable IntArrayList[] tasksOf = new IntArrayList[group.length];
        @Nullable IntArrayList[] callsOf = new IntArrayList[group.length];
        BatchedMessages gathered = BatchedMessages.of(messages);
        for (int row = 0; row < messages.size(); row++) {
            if (link[row] != MessageTable.NONE && decided.isTask(row) && !gathered.waits(row)) {
                add(row, messages.destination(row), tasksOf, tasks);
            }
            if (link[row] != MessageTable.NONE && decided.isCall(row)) {
                add(row, messages.source(row), callsOf, calls);
            }
        }
        joinUnseen(tasks, calls);
        List<Scene> scenes = new ArrayList<>();
        for (int node = 0; node < group.length; node++) {
            IntArrayList received = tasks.get(node);
            IntArrayList sent = calls.get(node);
            if (received == null || sent == null) {
                continue;
            }
            int[] started = thatStartWork(received, sent.toIntArray());
            if (started.length > 0) {
                scenes.add(scene(started, sent.toIntArray()));
            }
        }
        long all = scenes.stream().mapToLong(own -> own.calls).sum();
        scenes.forEach(own -> own.callsOfAll = all);
        return scenes;
    }

    private static void add(int row, int node, @Nullable IntArrayList[] ofNode, Map<Integer, IntArrayList> nodes) {
        IntArrayList own = ofNode[node];
        if (own == null) {
            own = new IntArrayList();
            ofNode[node] = own;
            nodes.put(node, own);
        }
        own.addInt(row);
    }

    /** Nodes that work for a service unseen are explained together with its nodes, as one scene. */
    private void joinUnseen(Map<Integer, IntArrayList> tasks, Map<Integer, IntArrayList> calls) {
        @Nullable BitSet[] hosts = UnseenReceipts.of(messages, group.length, tasks, calls);
        DisjointSets together = new DisjointSets(hosts.length);
        for (int node = 0; node < hosts.length; node++) {
            BitSet own = hosts[node];
            if (own != null) {
                anyCaller.set(node);
                int unseen = node;
                own.stream().forEach(host -> together.join(unseen, host));
            }
        }
        for (int node = 0; node < hosts.length; node++) {
            if (together.find(node) != node) {
                move(tasks, node, together.find(node));
                move(calls, node, together.find(node));
            }
        }
    }

    private static void move(Map<Integer, IntArrayList> rows, int from, int to) {
        IntArrayList own = rows.remove(from);
        if (own != null) {
            IntArrayList all = rows.computeIfAbsent(to, n -> new IntArrayList());
            all.addAll(own);
            all.sort(Comparator.naturalOrder());
        }
    }

    /** Without messages of kinds that start nothing. */
    private int[] thatStartWork(IntArrayList taskRows, int[] callRows) {
        Map<Long, IntArrayList> oneWay = new HashMap<>();
        for (int row : taskRows) {
            if (messages.role(row) == Role.ONE_WAY) {
                oneWay.computeIfAbsent(kind(row), k -> new IntArrayList()).addInt(row);
            }
        }
        long[] sendings = sendings(sorted(callRows, messages::timeNanos));
        long[] all = arrivals(byReceipt(taskRows.intStream()
                .filter(row -> messages.role(row) == Role.ONE_WAY)
                .toArray()));
        oneWay.values()
                .removeIf(rows -> OneWayHorizon.startsWork(arrivals(byReceipt(rows.toIntArray())), all, sendings));
        return taskRows.intStream()
                .filter(row -> messages.role(row) != Role.ONE_WAY || !oneWay.containsKey(kind(row)))
                .toArray();
    }

    private int[] byReceipt(int[] rows) {
        return sorted(rows, row -> OwnerLinks.receivedNanos(messages, row));
    }

    /** Link and type. */
    private long kind(int row) {
        return link[row] * PORTS + type[row];
    }

    private Scene scene(int[] taskRows, int[] callRows) {
        Numbering classes = new Numbering(taskRows);
        Numbering labels = new Numbering(callRows);
        int[] byArrival = byReceipt(taskRows);
        int[] bySending = sorted(callRows, messages::timeNanos);
        long tick = tick(taskRows, callRows);
        Scene scene = new Scene(tick, taskRows.length, callRows.length, classes.size(), labels.size());
        long first = first(taskRows, callRows);
        fillTasks(scene, byArrival, bySending, classes, first, tick);
        fillCalls(scene, bySending, labels, first, tick);
        fillDecided(scene);
        if (byConnection) {
            fillBefore(scene);
        }
        HandedOver.mark(scene, messages);
        System.arraycopy(AfterAnswer.ticks(scene), 0, scene.afterAnswer, 0, scene.labels);
        return scene;
    }

    private void fillDecided(Scene scene) {
        Int2IntHashMap taskAt = new Int2IntHashMap(Scene.ORPHAN);
        for (int i = 0; i < scene.tasks; i++) {
            scene.closed[i] = decided.isClosed(scene.taskRequest[i]);
            taskAt.put(scene.taskRequest[i], i);
        }
        for (int j = 0; j < scene.calls; j++) {
            int owner = decided.owner(scene.callRequest[j]);
            if (owner != Decided.OPEN) {
                scene.decided[j] = owner == MessageTable.NONE ? Scene.ORPHAN : taskAt.get(owner);
            }
        }
    }

    private void fillBefore(Scene scene) {
        Int2IntHashMap latest = new Int2IntHashMap(Scene.FIRST);
        for (int j = 0; j < scene.calls; j++) {
            scene.before[j] = latest.put(messages.connection(scene.callRequest[j]), j);
        }
    }

    private void fillTasks(Scene scene, int[] rows, int[] calls, Numbering classes, long first, long tick) {
        long[] horizon = horizonsNanos(rows, calls, classes);
        boolean isDone = AcknowledgedWork.isDone(messages, rows, calls);
        for (int i = 0; i < rows.length; i++) {
            int row = rows[i];
            int answer = isDone || messages.role(row) == Role.REQUEST ? messages.partner(row) : MessageTable.NONE;
            long arrival = OwnerLinks.receivedNanos(messages, row);
            scene.taskRequest[i] = row;
            scene.taskClass[i] = classes.of(row);
            scene.taskNode[i] = messages.destination(row);
            scene.taskTalk[i] = Talks.toOpener(messages, row);
            scene.arrival[i] = (arrival - first) / tick;
            scene.endIsKnown[i] = answer != MessageTable.NONE;
            long end = scene.endIsKnown[i]
                    ? messages.timeNanos(messages.lastAnswer(row))
                    : arrival + horizon[scene.taskClass[i]];
            scene.departure[i] = Math.max(scene.arrival[i], (end - first) / tick);
        }
    }

    private void fillCalls(Scene scene, int[] rows, Numbering labels, long first, long tick) {
        for (int j = 0; j < rows.length; j++) {
            int row = rows[j];
            int answer = OwnerLinks.answer(messages, row);
            scene.callRequest[j] = row;
            scene.callNode[j] = anyCaller.get(messages.source(row)) ? Scene.ANY : messages.source(row);
            scene.label[j] = labels.of(row);
            scene.callTalk[j] = Talks.fromOpener(messages, row);
            scene.sent[j] = (messages.timeNanos(row) - first) / tick;
            scene.received[j] = answer == MessageTable.NONE
                    ? Scene.NEVER
                    : Math.max(scene.sent[j], (OwnerLinks.receivedNanos(messages, answer) - first) / tick);
        }
    }

    /** Rows in order of time, stable. */
    private static int[] sorted(int[] rows, IntToLongFunction time) {
        long[] first = Arrays.stream(rows).mapToLong(time).toArray();
        boolean inOrder = true;
        for (int x = 1; x < first.length; x++) {
            inOrder &= first[x - 1] <= first[x];
        }
        if (inOrder) {
            return rows;
        }
        return Arrays.stream(TimeOrder.of(first)).map(x -> rows[x]).toArray();
    }

    /**
     * Per class, how long a message without an answer may go on causing others: as long as nearly all answered ones of
     * the class took; where too few were answered, as those of all classes; where none was wanted, while sendings
     * follow arrivals.
     */
    private long[] horizonsNanos(int[] taskRows, int[] callRows, Numbering classes) {
        Map<Integer, LongArrayList> took = new HashMap<>();
        LongArrayList all = new LongArrayList();
        for (int row : taskRows) {
            int answer = OwnerLinks.answer(messages, row);
            if (answer != MessageTable.NONE) {
                long nanos = messages.timeNanos(answer) - OwnerLinks.receivedNanos(messages, row);
                took.computeIfAbsent(classes.of(row), k -> new LongArrayList()).addLong(nanos);
                all.addLong(nanos);
            }
        }
        long oneWay = oneWayHorizonNanos(taskRows, callRows);
        long usual = all.isEmpty() ? oneWay : longest(all);
        long[] answered = new long[classes.size()];
        Arrays.fill(answered, usual);
        took.forEach((own, nanos) -> answered[own] = nanos.size() < Priors.FEW ? usual : longest(nanos));
        long[] horizon = new long[classes.size()];
        for (int row : taskRows) {
            boolean wanted = messages.role(row) == Role.REQUEST;
            horizon[classes.of(row)] = wanted ? answered[classes.of(row)] : oneWay;
        }
        return horizon;
    }

    private long oneWayHorizonNanos(int[] taskRows, int[] callRows) {
        long[] arrivals = arrivals(Arrays.stream(taskRows)
                .filter(row -> messages.role(row) == Role.ONE_WAY)
                .toArray());
        return OneWayHorizon.nanos(arrivals, sendings(callRows));
    }

    private static long longest(LongArrayList nanos) {
        long[] sorted = nanos.toLongArray();
        Arrays.sort(sorted);
        return sorted[(int) Math.ceil(Priors.NEARLY_ALL * (sorted.length - 1))];
    }

    private long tick(int[] taskRows, int[] callRows) {
        return ClockTick.nanosOf(arrivals(taskRows), ends(taskRows), sendings(callRows), receipts(callRows));
    }

    private long[] arrivals(int[] rows) {
        return Arrays.stream(rows)
                .mapToLong(row -> OwnerLinks.receivedNanos(messages, row))
                .toArray();
    }

    private long[] sendings(int[] rows) {
        return Arrays.stream(rows).mapToLong(messages::timeNanos).toArray();
    }

    private long[] ends(int[] rows) {
        return Arrays.stream(rows)
                .map(row -> OwnerLinks.answer(messages, row))
                .mapToLong(row -> row == MessageTable.NONE ? MessageTable.NIL : messages.timeNanos(row))
                .toArray();
    }

    private long[] receipts(int[] rows) {
        return Arrays.stream(rows)
                .map(row -> OwnerLinks.answer(messages, row))
                .mapToLong(row -> row == MessageTable.NONE ? MessageTable.NIL : OwnerLinks.receivedNanos(messages, row))
                .toArray();
    }

    private long first(int[] taskRows, int[] callRows) {
        long first = Long.MAX_VALUE;
        for (int row : taskRows) {
            first = Math.min(first, OwnerLinks.receivedNanos(messages, row));
        }
        for (int row : callRows) {
            first = Math.min(first, messages.timeNanos(row));
        }
        return first;
    }

    /** Numbers the kinds (link and type) of these rows from 0; where there are too many, rare ones share a number. */
    private final class Numbering {
        private final KeyNumbers kinds = new KeyNumbers();
        private final int[] number;
        private final int size;

        Numbering(int[] rows) {
            int[] count = new int[rows.length];
            long[] key = new long[rows.length];
            for (int row : rows) {
                int own = kinds.of(kind(row));
                count[own]++;
                key[own] = kind(row);
            }
            number = new int[kinds.size()];
            List<Integer> order =
                    IntStream.range(0, number.length).boxed().collect(Collectors.toCollection(ArrayList::new));
            order.sort(Comparator.<Integer>comparingInt(own -> -count[own]).thenComparingLong(own -> key[own]));
            for (int x = 0; x < number.length; x++) {
                number[order.get(x)] = Math.min(x, MAX_CLASSES);
            }
            size = Math.min(number.length, MAX_CLASSES + 1);
        }

        int of(int row) {
            return number[kinds.find(kind(row))];
        }

        int size() {
            return size;
        }
    }
}
