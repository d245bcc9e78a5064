package io.wirepath.causes.kind;

import io.wirepath.causes.MessageTable;
import java.util.Arrays;
import org.agrona.collections.Int2IntCounterMap;
import org.agrona.collections.IntArrayList;

/** The words that many messages of a link begin with, and those of each message. Immutable. */
final class FrequentWords {

    /** Of a counter that has seen nothing. */
    private static final int NEVER = 0;

    /** In order of their numbers. */
    private final int[] word;
    /** By message the places of its words among them, rising, from {@code first[message]}. */
    private final int[] first;

    private final int[] place;

    /**
     * Looks at the words of these rows.
     *
     * @param rows may hold {@link MessageTable#NONE}, which has no words
     * @param least the fewest messages that make a word frequent
     */
    FrequentWords(MessageTable messages, int[] rows, int least) {
        first = new int[rows.length + 1];
        int[] all = new int[rows.length * MessageTable.TYPE_WORDS];
        Int2IntCounterMap frequency = new Int2IntCounterMap(NEVER);
        for (int x = 0; x < rows.length; x++) {
            first[x + 1] = addOnce(messages, rows[x], all, first[x]);
            for (int i = first[x]; i < first[x + 1]; i++) {
                frequency.incrementAndGet(all[i]);
            }
        }
        word = frequent(frequency, least);
        int count = 0;
        for (int x = 0; x < rows.length; x++) {
            int from = first[x];
            first[x] = count;
            for (int i = from; i < first[x + 1]; i++) {
                int known = Arrays.binarySearch(word, all[i]);
                if (known >= 0) {
                    all[count++] = known;
                }
            }
        }
        first[rows.length] = count;
        place = Arrays.copyOf(all, count);
    }

    /** None of so many messages. */
    FrequentWords(int messages) {
        word = new int[0];
        first = new int[messages + 1];
        place = word;
    }

    /** Adds the words of a message in order of their numbers, each once; where they end. */
    private static int addOnce(MessageTable messages, int row, int[] to, int from) {
        int end = from;
        for (int i = 0; row != MessageTable.NONE && i < MessageTable.TYPE_WORDS; i++) {
            int own = messages.typeWord(row, i);
            int at = end;
            while (at > from && to[at - 1] > own) {
                at--;
            }
            if (own != 0 && (at == from || to[at - 1] != own)) {
                System.arraycopy(to, at, to, at + 1, end++ - at);
                to[at] = own;
            }
        }
        return end;
    }

    private static int[] frequent(Int2IntCounterMap frequency, int least) {
        IntArrayList frequent = new IntArrayList();
        frequency.forEach((own, count) -> {
            if (count >= least) {
                frequent.addInt(own);
            }
        });
        int[] sorted = frequent.toIntArray();
        Arrays.sort(sorted);
        return sorted;
    }

    /** How many there are. */
    int count() {
        return word.length;
    }

    /** The word at this place, from 0; they rise. */
    int word(int at) {
        return word[at];
    }

    /** Where the words of a message begin, to be asked for {@link #place}, up to where those of the next one do. */
    int first(int message) {
        return first[message];
    }

    /** The place of a message's word. */
    int place(int at) {
        return place[at];
    }
}
