package io.wirepath.analyze.query.cause;

import io.wirepath.causes.CallTable;
import io.wirepath.causes.LinkTable;
import io.wirepath.causes.MessageTable;
import io.wirepath.causes.fanin.BatchedMessages;
import io.wirepath.flows.Role;
import io.wirepath.flows.SplitMix64;
import java.util.Arrays;

/**
 * Collects the causes of each call, call by call: one that is settled, or several possible ones, each with its worlds
 * and its probability; besides, the other messages of a batch that set it off. To the causes that an algorithm names
 * come, with the doubt that every link has, the others that the caller had open. A cause that is the same in all
 * worlds is settled.
 */
final class EdgeCollector {

    /** A link less in doubt than this is settled: it would change one world in fifty. */
    static final double SETTLED = 0.9997;

    private static final int MAX_CAUSES = 64;

    /** With those that nobody named. */
    private static final int MAX_DRAWN = MAX_CAUSES + OpenCallsOfNode.MAX;

    private final MessageTable messages;
    private final CallTable calls;
    private final LinkTable links;
    private final BatchedMessages gathered;
    private final int[] callOf;
    private final int[] cause = new int[MAX_DRAWN];
    private final long[] drawn = new long[MAX_DRAWN];
    private final int[] open = new int[OpenCallsOfNode.MAX];
    private final TiltedDraw draw = new TiltedDraw(MAX_DRAWN);
    private final double[] share = draw.share;
    private final OpenCallsOfNode others;
    private final PairDoubt doubt;

    private final int[] settled;
    private final int[] first;
    private int[] parent;
    private long[] worlds;
    private double[] probability;
    private int size;

    /**
     * Collects.
     *
     * @param stated whether links are known to be right but for the doubt they state; otherwise they are inferred
     */
    EdgeCollector(MessageTable messages, CallTable calls, LinkTable links, BatchedMessages gathered, boolean stated) {
        this.messages = messages;
        this.calls = calls;
        this.links = links;
        this.gathered = gathered;
        callOf = calls.ofRows(messages.size());
        settled = calls.parent().clone();
        first = new int[calls.size() + 1];
        parent = new int[calls.size() / 4 + 16];
        worlds = new long[parent.length];
        probability = new double[parent.length];
        others = new OpenCallsOfNode(messages, calls);
        doubt = new PairDoubt(messages, calls);
        for (int call = 0; call < calls.size() && !stated; call++) {
            int causes = causes(call);
            if (causes > 0) {
                double none = none(causes);
                double surest = surest(causes, none);
                doubt.count(call, 1 - surest, surest == none ? 0 : none);
            }
        }
        for (int call = 0; call < calls.size(); call++) {
            if (stated) {
                fill(call);
            } else {
                fillInferred(call);
            }
            first[call + 1] = size;
        }
    }

    /** Probability of the likeliest cause, or of none. */
    private double surest(int causes, double none) {
        double most = none;
        for (int i = 0; i < causes; i++) {
            most = Math.max(most, share[i]);
        }
        return Math.min(1, most);
    }

    private double none(int causes) {
        double none = 1;
        for (int i = 0; i < causes; i++) {
            none -= share[i];
        }
        return Math.max(0, none);
    }

    private void fillInferred(int call) {
        int named = causes(call);
        double none = none(named);
        int causes = withInHand(call, named);
        settled[call] = MessageTable.NONE;
        if (causes == 0) {
            return;
        }
        for (int i = 0; i < causes; i++) {
            draw.kind[i] = doubt.kind(cause[i]);
        }
        draw.draw(causes, named, none, doubt.of(call), seed(call));
        int best = draw.best();
        if (best >= 0 && draw.worlds(best) == Worlds.ALL) {
            settled[call] = cause[best];
            batch(call, cause[best], Worlds.ALL, 1);
            return;
        }
        for (int i = 0; i < causes; i++) {
            if (draw.worlds(i) != 0) {
                add(cause[i], draw.worlds(i), share[i]);
                batch(call, cause[i], draw.worlds(i), share[i]);
            }
        }
    }

    /** Adds the other open calls of the caller to the causes that are named. */
    private int withInHand(int call, int named) {
        int causes = named;
        int found = others.of(call, open);
        for (int i = 0; i < found; i++) {
            int known = 0;
            while (known < named && cause[known] != open[i]) {
                known++;
            }
            if (known == named) {
                cause[causes++] = open[i];
            }
        }
        return causes;
    }

    CausalEdges edges() {
        return new CausalEdges(
                settled,
                first,
                Arrays.copyOf(parent, size),
                Arrays.copyOf(worlds, size),
                Arrays.copyOf(probability, size));
    }

    private void fill(int call) {
        int causes = causes(call);
        double none = 1;
        for (int i = 0; i < causes; i++) {
            none -= share[i];
        }
        boolean sure = calls.parent()[call] == MessageTable.NONE
                ? none >= SETTLED
                : causes > 0 && share[0] >= SETTLED && cause[0] == calls.parent()[call];
        if (!sure) {
            settled[call] = MessageTable.NONE;
            new Worlds(seed(call)).draw(share, causes, drawn);
            for (int i = 0; i < causes; i++) {
                add(cause[i], drawn[i], share[i]);
                batch(call, cause[i], drawn[i], share[i]);
            }
        } else if (settled[call] != MessageTable.NONE) {
            batch(call, settled[call], Worlds.ALL, 1);
        }
    }

    /** The calls that may have caused this one, the likeliest first. */
    private int causes(int call) {
        int row = calls.request()[call];
        int causes = 0;
        for (int at = links.first(row); at < links.end(row) && causes < MAX_CAUSES; at++) {
            int own = resolved(links.parent(at));
            if (own != MessageTable.NONE && own != call) {
                int known = 0;
                while (known < causes && cause[known] != own) {
                    known++;
                }
                share[known] = (known == causes ? 0 : share[known]) + links.probability(at);
                cause[known] = own;
                causes = Math.max(causes, known + 1);
            }
        }
        return causes;
    }

    /** A response stands for the owner of its call. */
    private int resolved(int row) {
        int call = callOf[row];
        return call == MessageTable.NONE || messages.role(row) != Role.RESPONSE ? call : calls.parent()[call];
    }

    private void batch(int call, int cause, long worlds, double p) {
        for (int row : gathered.batch(calls.request()[cause])) {
            int other = callOf[row];
            if (other != MessageTable.NONE && other != cause && other != call) {
                add(other, worlds, p);
            }
        }
    }

    private void add(int cause, long own, double p) {
        if (own == 0) {
            return;
        }
        if (size == parent.length) {
            parent = Arrays.copyOf(parent, 2 * size);
            worlds = Arrays.copyOf(worlds, 2 * size);
            probability = Arrays.copyOf(probability, 2 * size);
        }
        parent[size] = cause;
        worlds[size] = own;
        probability[size++] = p;
    }

    /** The same call draws the same worlds, whatever else is in the table. */
    private long seed(int call) {
        int row = calls.request()[call];
        return messages.timeNanos(row) * 31 + messages.sourcePort(row) * SplitMix64.STEP;
    }
}
