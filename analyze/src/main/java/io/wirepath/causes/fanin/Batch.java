package io.wirepath.causes.fanin;

/**
 * A node that gathers messages and sends one for all of them.
 *
 * @param node number of the node
 * @param kind how the messages of a batch come together
 * @param arrivals rows of the messages that it gathers, by arrival
 * @param groups rows of the messages that each sending is for, by arrival; empty where none waited
 * @param size see {@link Join#size}
 * @param timerNanos see {@link Join#timerNanos}
 * @param times how many sendings are as the batch has them
 * @param gainNats how much better the batch explains the sendings than single causes do, as a log-likelihood ratio
 */
record Batch(
        int node,
        Join.Kind kind,
        int[] arrivals,
        int[][] groups,
        int size,
        long timerNanos,
        int times,
        double gainNats) {}
