package io.wirepath.analyze.query.cause;

/**
 * The causes of each call.
 *
 * @param settled the one cause of each call where that is settled, or {@link io.wirepath.causes.MessageTable#NONE}
 * @param first index of the first of its other causes; one more than there are calls
 * @param parent the call that is the cause
 * @param worlds the worlds in which it is
 * @param probability that it is
 */
public record CausalEdges(int[] settled, int[] first, int[] parent, long[] worlds, double[] probability) {}
