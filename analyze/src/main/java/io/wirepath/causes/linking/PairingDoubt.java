package io.wirepath.causes.linking;

import io.wirepath.causes.LinkTable;
import io.wirepath.causes.MessageTable;
import io.wirepath.flows.Role;
import io.wirepath.flows.SightingCodec;
import java.util.Arrays;

/**
 * Takes certainty out of links at rebuilt calls. Calls that were open at the same time on a connection may have each
 * other's response: what is said of one is then true of the other.
 *
 * <pre>
 *  links of a call that itself was rebuilt      w0 · its own + w1 · those of rival 1 + …
 *  a parent that was rebuilt, with p            p · w0, and p · w1 for rival 1, …
 *
 *  wi ∝ 0.2 · min(1, f(duration swapped) / f(duration as it is))      w0 ∝ 1       f: durations of calls that were alone
 * </pre>
 *
 * <p>Two that were asked or answered at one moment are no rivals: swapped, they are the same two calls.
 *
 * <p>Servers mostly answer in order: the 0.2 is the share of swaps, learnt from a recording whose keys are known. The
 * most likely cause stays the answer.
 */
public final class PairingDoubt {

    private static final double SWAPPED = 0.2;
    /** What the answer's probability stands ahead of one that would be as likely. */
    private static final double AHEAD = 1e-6;

    private final MessageTable messages;
    private final LinkTable links;
    private final Rivals rivals;
    /** The task that each opening row is a call of, as far as asked; {@link #UNKNOWN} before. */
    private final int[] owner;

    private static final int UNKNOWN = -2;

    private PairingDoubt(MessageTable messages, LinkTable links) {
        this.messages = messages;
        this.links = links;
        rivals = Rivals.of(messages);
        owner = new int[messages.size()];
        Arrays.fill(owner, UNKNOWN);
    }

    /** The links, less certain where calls were rebuilt; the same object where none was. */
    public static LinkTable of(MessageTable messages, LinkTable links) {
        boolean any = false;
        for (int row = 0; row < messages.size() && links.isOfOwners() && !any; row++) {
            any = isRebuilt(messages, row);
        }
        return any ? new PairingDoubt(messages, links).build() : links;
    }

    /** Whether this is a request on a multiplexed connection inside TLS. */
    static boolean isRebuilt(MessageTable messages, int row) {
        return messages.role(row) == Role.REQUEST
                && (messages.flags(row) & (SightingCodec.FLAG_MULTIPLEXED | SightingCodec.FLAG_SETUP))
                        == SightingCodec.FLAG_MULTIPLEXED
                && OwnerLinks.answer(messages, row) != MessageTable.NONE;
    }

    private LinkTable build() {
        LinkTable.Builder doubted = new LinkTable.Builder(messages.size()).ofOwners();
        for (int row = 0; row < messages.size(); row++) {
            Mixture mixture = new Mixture();
            if (OwnerLinks.opens(messages, row)) {
                addChild(row, mixture);
                mixture.keepFirst(links.likelyParent(row));
            } else {
                mixture.addAll(row, 1);
            }
            mixture.end(doubted);
        }
        return doubted.build();
    }

    /** Causes of one row, each once. */
    private final class Mixture {
        private int[] parent = new int[4];
        private double[] p = new double[4];
        private int count;
        private double spontaneous;

        void add(int row, double probability) {
            int at = place(row);
            if (at == parent.length) {
                parent = Arrays.copyOf(parent, 2 * at);
                p = Arrays.copyOf(p, 2 * at);
            }
            if (at == count) {
                parent[count] = row;
                p[count++] = 0;
            }
            p[at] += probability;
        }

        void addAll(int row, double weight) {
            for (int at = links.first(row); at < links.end(row); at++) {
                add(links.parent(at), weight * links.probability(at));
            }
            spontaneous += weight * links.spontaneous(row);
        }

        /** What was the answer stays it: it shares evenly with one that is likelier now. */
        void keepFirst(int answer) {
            for (int at = 0; answer != MessageTable.NONE && at < count; at++) {
                int own = place(answer);
                if (p[at] > p[own]) {
                    double mean = (p[at] + p[own]) / 2;
                    p[own] = mean + AHEAD;
                    p[at] = mean - AHEAD;
                }
            }
        }

        private int place(int row) {
            int at = 0;
            while (at < count && parent[at] != row) {
                at++;
            }
            return at;
        }

        void end(LinkTable.Builder to) {
            for (int at = 0; at < count; at++) {
                to.add(parent[at], p[at]);
            }
            to.endChild(spontaneous);
        }
    }

    private void addChild(int row, Mixture mixture) {
        Rivals.Some own = rivals.of(row);
        double sum = 1;
        for (int x = 0; x < own.size(); x++) {
            sum += causesPrecede(own.row(x), row) ? SWAPPED * own.odds(x) : 0;
        }
        addCauses(row, row, 1 / sum, mixture);
        for (int x = 0; x < own.size(); x++) {
            if (causesPrecede(own.row(x), row)) {
                addCauses(own.row(x), row, SWAPPED * own.odds(x) / sum, mixture);
            }
        }
    }

    /** Whether all causes of a rival came before this row, which could then have them. */
    private boolean causesPrecede(int rival, int row) {
        for (int at = links.first(rival); at < links.end(rival); at++) {
            if (OwnerLinks.receivedNanos(messages, links.parent(at)) > messages.timeNanos(row)) {
                return false;
            }
        }
        return true;
    }

    /** The causes of {@code of} as causes of {@code row}; where one was rebuilt, its rivals share in it. */
    private void addCauses(int of, int row, double weight, Mixture mixture) {
        mixture.spontaneous += weight * links.spontaneous(of);
        for (int at = links.first(of); at < links.end(of); at++) {
            double p = weight * links.probability(at);
            Rivals.Some own = rivals.of(task(links.parent(at)));
            double sum = 1;
            for (int x = 0; x < own.size(); x++) {
                sum += precedes(own.row(x), row) ? SWAPPED * own.odds(x) : 0;
            }
            mixture.add(links.parent(at), p / sum);
            for (int x = 0; x < own.size(); x++) {
                if (precedes(own.row(x), row)) {
                    mixture.add(own.row(x), p * SWAPPED * own.odds(x) / sum);
                }
            }
        }
    }

    private boolean precedes(int cause, int row) {
        return OwnerLinks.receivedNanos(messages, cause) <= messages.timeNanos(row);
    }

    /** The request of the task that had received this row. */
    private int task(int received) {
        if (messages.role(received) != Role.RESPONSE) {
            return received;
        }
        int call = messages.partner(received);
        if (owner[call] == UNKNOWN) {
            owner[call] = MessageTable.NONE;
            int parent = links.likelyParent(call);
            owner[call] = parent == MessageTable.NONE ? MessageTable.NONE : task(parent);
        }
        return owner[call];
    }
}
