package io.wirepath.causes.kind;

import io.wirepath.causes.MessageTable;
import java.util.Arrays;
import java.util.List;

/**
 * Tells kinds of calls apart, link by link: by the words at the beginning of request and response and by the lengths of
 * both, as far as they predict anything else about the call. The order of words does not matter.
 */
public final class MessageTypes {

    private static final int MAX_TYPES = 10;

    private MessageTypes() {}

    /**
     * Type of each request row, from 0; other rows have type 0.
     *
     * @param link link of each row, from 0, or {@link MessageTable#NONE} for rows that are no call
     * @param withWords whether words at the beginning of messages may be used
     */
    public static int[] of(MessageTable messages, int[] link, boolean withWords) {
        List<Exchanges> exchanges = Arrays.stream(byLink(link))
                .parallel()
                .filter(rows -> rows.length > 0)
                .map(rows -> new Exchanges(messages, rows, withWords))
                .toList();
        Neighbours neighbours = new Neighbours(messages, link);
        long[] asked = new long[link.length];
        for (Exchanges own : exchanges) {
            own.fillAsked(asked);
        }
        int[] type = new int[link.length];
        exchanges.parallelStream().forEach(own -> {
            int[] kind = KindTree.kinds(
                    own.size(), own.questions(), own.observations(neighbours, asked), MAX_TYPES, own.least());
            for (int x = 0; x < kind.length; x++) {
                type[own.row(x)] = kind[x];
            }
        });
        return type;
    }

    /** The rows of each link, rising. */
    private static int[][] byLink(int[] link) {
        int links = Arrays.stream(link).max().orElse(MessageTable.NONE) + 1;
        int[] size = new int[links];
        for (int own : link) {
            if (own != MessageTable.NONE) {
                size[own]++;
            }
        }
        int[][] rows = new int[links][];
        Arrays.setAll(rows, own -> new int[size[own]]);
        for (int row = link.length - 1; row >= 0; row--) {
            if (link[row] != MessageTable.NONE) {
                rows[link[row]][--size[link[row]]] = row;
            }
        }
        return rows;
    }
}
