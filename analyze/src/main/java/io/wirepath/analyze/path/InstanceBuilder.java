package io.wirepath.analyze.path;

import io.wirepath.causes.AnalysisSettings;
import io.wirepath.causes.LinkTable;
import io.wirepath.causes.MessageTable;
import io.wirepath.causes.TimeSpan;
import io.wirepath.flows.SightingCodec;
import java.util.Arrays;

/**
 * Builds the path instances of every root message (WAP5 §5.1 step 3, Figure 4).
 *
 * <p>A root is a message for which having no cause is at least as likely as any parent. Its tree holds every message
 * reached through links that are probably true or tried both ways; each combination of the latter gives an instance,
 * except one that would hold a message twice, for a message has one cause. The most likely parent of a message is
 * always at least tried, so every message is in some instance. Not thread-safe.
 */
final class InstanceBuilder {

    private final MessageTable messages;
    private final LinkTable links;
    private final ChildLinks children;
    private final AnalysisSettings settings;
    private final Tree tree;
    private long cutTrees;

    /** Builds over these links. */
    InstanceBuilder(MessageTable messages, LinkTable links, AnalysisSettings settings) {
        this.messages = messages;
        this.links = links;
        this.settings = settings;
        children = ChildLinks.of(links);
        tree = new Tree(messages.size(), settings.maxPathMessages());
    }

    /** Shows the instances of the roots that began in this time, in order of the roots. */
    void forEach(TimeSpan begun, InstanceSink sink) {
        for (int row = 0; row < messages.size(); row++) {
            boolean setup = (messages.flags(row) & SightingCodec.FLAG_SETUP) != 0;
            if (!setup && begun.holds(messages, row) && links.likelyParent(row) == MessageTable.NONE) {
                ofRoot(row, sink);
            }
        }
    }

    /** Trees shown so far that held more messages than they may, and were cut. */
    long cutTrees() {
        return cutTrees;
    }

    /** Shows the instances that begin with this message. */
    void ofRoot(int root, InstanceSink sink) {
        tree.clear(root);
        for (int entry = 0; entry < tree.size; entry++) {
            expand(entry);
        }
        cutTrees += tree.cut ? 1 : 0;
        int likeliest = likeliest();
        for (int choice = 0; choice < 1 << tree.bits; choice++) {
            if (tree.choose(choice)) {
                tree.isLikeliest = choice == likeliest;
                sink.onInstance(tree);
            }
        }
    }

    private int likeliest() {
        int likeliest = 0;
        double most = -1;
        for (int choice = 0; tree.bits > 0 && choice < 1 << tree.bits; choice++) {
            if (tree.choose(choice) && tree.probability > most) {
                most = tree.probability;
                likeliest = choice;
            }
        }
        return likeliest;
    }

    private void expand(int entry) {
        int parent = tree.treeRow[entry];
        double leftOut = 1;
        for (int at = children.first(parent); at < children.end(parent); at++) {
            int child = children.child(at);
            double probability = children.probability(at);
            boolean mostLikely = links.likelyParent(child) == parent;
            LinkDecision decision = LinkDecision.of(probability, mostLikely, settings);
            if (decision == LinkDecision.TRY_BOTH && tree.bits == settings.tryBothBits()) {
                decision = LinkDecision.withoutTrying(probability, mostLikely);
            }
            if (decision == LinkDecision.PROBABLY_FALSE) {
                leftOut *= 1 - probability;
            } else {
                tree.add(child, entry, probability, decision == LinkDecision.TRY_BOTH);
            }
        }
        tree.leftOut[entry] = leftOut;
    }

    /** The link probability tree of one root, and the instance chosen from it at the moment. */
    private static final class Tree implements PathInstance {

        private static final int NO_BIT = -1;

        private final int[] treeRow;
        private final int[] treeParent;
        private final double[] treeLink;
        private final int[] treeBit;
        private final double[] leftOut;
        private int size;
        private int bits;
        private boolean cut;

        private final int[] place;
        private final int[] entry;
        private final int[] parent;
        private int chosen;
        private double probability;
        private boolean isLikeliest;

        private final long[] lastHolder;
        private long holder;

        Tree(int messages, int bound) {
            treeRow = new int[bound];
            treeParent = new int[bound];
            treeLink = new double[bound];
            treeBit = new int[bound];
            leftOut = new double[bound];
            place = new int[bound];
            entry = new int[bound];
            parent = new int[bound];
            lastHolder = new long[messages];
        }

        void clear(int root) {
            size = 0;
            bits = 0;
            cut = false;
            add(root, MessageTable.NONE, 1, false);
        }

        void add(int row, int parentEntry, double probabilityOfLink, boolean tryBoth) {
            if (size == treeRow.length) {
                cut = true;
                return;
            }
            treeRow[size] = row;
            treeParent[size] = parentEntry;
            treeLink[size] = probabilityOfLink;
            treeBit[size++] = tryBoth ? bits++ : NO_BIT;
        }

        /** Chooses the try-both links by the bits of {@code choice}; false where that makes no new instance. */
        boolean choose(int choice) {
            Arrays.fill(place, 0, size, MessageTable.NONE);
            holder++;
            chosen = 0;
            probability = 1;
            for (int i = 0; i < size; i++) {
                boolean parentTaken = i == 0 || place[treeParent[i]] != MessageTable.NONE;
                boolean taken = treeBit[i] == NO_BIT || (choice >>> treeBit[i] & 1) != 0;
                if (!parentTaken) {
                    if (taken && treeBit[i] != NO_BIT) {
                        return false;
                    }
                } else if (!taken) {
                    probability *= 1 - treeLink[i];
                } else if (!take(i)) {
                    return false;
                }
            }
            return true;
        }

        private boolean take(int i) {
            if (lastHolder[treeRow[i]] == holder) {
                return false;
            }
            lastHolder[treeRow[i]] = holder;
            place[i] = chosen;
            entry[chosen] = i;
            parent[chosen] = i == 0 ? MessageTable.NONE : place[treeParent[i]];
            probability *= treeLink[i] * leftOut[i];
            chosen++;
            return true;
        }

        @Override
        public int size() {
            return chosen;
        }

        @Override
        public int row(int of) {
            return treeRow[entry[of]];
        }

        @Override
        public int parent(int of) {
            return parent[of];
        }

        @Override
        public double linkProbability(int of) {
            return treeLink[entry[of]];
        }

        @Override
        public double probability() {
            return probability;
        }

        @Override
        public boolean isLikeliest() {
            return isLikeliest;
        }
    }
}
