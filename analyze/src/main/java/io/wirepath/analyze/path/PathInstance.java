package io.wirepath.analyze.path;

/**
 * One possible tree of messages, shown to an {@link InstanceSink}; valid during that call only.
 *
 * <p>Entries are numbered from 0, the root, every parent before its children and the children of one entry together.
 */
interface PathInstance {

    /** Number of messages. */
    int size();

    /** Row of the message of this entry. */
    int row(int entry);

    /** Entry of the message that caused this one, or -1 for the root. */
    int parent(int entry);

    /** Probability of the link to the parent; 1 for the root. */
    double linkProbability(int entry);

    /** Product of the probabilities of the links taken, and of one minus those left out. */
    double probability();

    /** Whether no other instance of its root is likelier: one of each root is, so these add up to the roots. */
    boolean isLikeliest();
}
