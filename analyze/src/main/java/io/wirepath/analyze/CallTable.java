package io.wirepath.analyze;

/**
 * The calls of an analysis with the most likely parent call of each.
 *
 * @param request row of the request message of each call
 * @param response row of the response, or {@link MessageTable#NONE} where none was seen
 * @param parent number of the call that caused this one, or {@link MessageTable#NONE} for a root
 * @param probability probability of that answer, 0 to 1
 * @param root number of the call at the top of the tree that this call is in
 */
public record CallTable(int[] request, int[] response, int[] parent, double[] probability, int[] root) {

    /** Number of calls. */
    public int size() {
        return request.length;
    }
}
