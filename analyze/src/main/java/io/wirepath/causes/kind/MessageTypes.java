package io.wirepath.causes.kind;

import io.wirepath.causes.MessageTable;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.agrona.collections.IntArrayList;

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
     * @param link link of each row, or {@link MessageTable#NONE} for rows that are no call
     * @param withWords whether words at the beginning of messages may be used
     */
    public static int[] of(MessageTable messages, int[] link, boolean withWords) {
        Map<Integer, IntArrayList> rows = new HashMap<>();
        for (int row = 0; row < link.length; row++) {
            if (link[row] != MessageTable.NONE) {
                rows.computeIfAbsent(link[row], l -> new IntArrayList()).addInt(row);
            }
        }
        List<Exchanges> exchanges = new ArrayList<>();
        rows.forEach((l, own) -> exchanges.add(new Exchanges(messages, own.toIntArray(), withWords)));
        Neighbours neighbours = new Neighbours(messages, link);
        long[] asked = new long[link.length];
        for (Exchanges own : exchanges) {
            own.fillAsked(asked);
        }
        int[] type = new int[link.length];
        for (Exchanges own : exchanges) {
            int[] kind = KindTree.kinds(
                    own.size(), own.questions(), own.observations(neighbours, asked), MAX_TYPES, own.least());
            for (int x = 0; x < kind.length; x++) {
                type[own.row(x)] = kind[x];
            }
        }
        return type;
    }
}
