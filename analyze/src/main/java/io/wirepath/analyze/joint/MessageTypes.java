package io.wirepath.analyze.joint;

import io.wirepath.analyze.MessageTable;
import io.wirepath.analyze.linking.OwnerLinks;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.agrona.collections.IntArrayList;
import org.agrona.collections.LongHashSet;

/**
 * Tells kinds of calls apart, link by link: by the words at the beginning of request and response and the length of the
 * response, or by lengths alone where no words are known.
 *
 * <p>Words count when at least 2 % of the messages of the link and direction have them; of the types, the ten most
 * frequent of a link are kept.
 */
public final class MessageTypes {

    /** The type of calls of no frequent type. */
    public static final int OTHER = 0;

    private static final int MOST_TYPES = 10;
    private static final double WORD_SHARE = 0.02;
    private static final double TYPE_SHARE = 0.01;
    private static final int LEAST = 5;
    private static final long MIX = 0x9E3779B97F4A7C15L;
    private static final long NO_WORDS = 1;

    private final MessageTable messages;
    private final boolean withWords;

    private MessageTypes(MessageTable messages, boolean withWords) {
        this.messages = messages;
        this.withWords = withWords;
    }

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
        int[] type = new int[link.length];
        MessageTypes types = new MessageTypes(messages, withWords);
        for (IntArrayList its : rows.values()) {
            types.number(its.toIntArray(), type);
        }
        return type;
    }

    private void number(int[] rows, int[] type) {
        long[] key = keys(rows);
        likenUnanswered(rows, key);
        Map<Long, Integer> count = new HashMap<>();
        for (long k : key) {
            count.merge(k, 1, Integer::sum);
        }
        List<Map.Entry<Long, Integer>> order = new ArrayList<>(count.entrySet());
        order.sort(Map.Entry.<Long, Integer>comparingByValue().reversed().thenComparing(Map.Entry.comparingByKey()));
        Map<Long, Integer> kept = new HashMap<>();
        double few = Math.max(LEAST, TYPE_SHARE * rows.length);
        for (int x = 0; x < Math.min(MOST_TYPES, order.size()); x++) {
            if (order.get(x).getValue() >= few) {
                kept.put(order.get(x).getKey(), x + 1);
            }
        }
        for (int x = 0; x < rows.length; x++) {
            type[rows[x]] = kept.getOrDefault(key[x], OTHER);
        }
    }

    /** A request whose answer was not seen is taken for one of the most frequent type among those that ask the same. */
    private void likenUnanswered(int[] rows, long[] key) {
        long[] asked = new long[rows.length];
        if (!withWords || !addWords(rows, asked)) {
            addSizes(rows, asked);
        }
        Map<Long, Map<Long, Integer>> answered = new HashMap<>();
        for (int x = 0; x < rows.length; x++) {
            if (OwnerLinks.answer(messages, rows[x]) != MessageTable.NONE) {
                answered.computeIfAbsent(asked[x], k -> new HashMap<>()).merge(key[x], 1, Integer::sum);
            }
        }
        for (int x = 0; x < rows.length; x++) {
            Map<Long, Integer> alike = answered.get(asked[x]);
            if (alike != null && OwnerLinks.answer(messages, rows[x]) == MessageTable.NONE) {
                key[x] = alike.entrySet().stream()
                        .max(Map.Entry.<Long, Integer>comparingByValue().thenComparing(Map.Entry.comparingByKey()))
                        .orElseThrow()
                        .getKey();
            }
        }
    }

    private long[] keys(int[] requests) {
        int[] responses = new int[requests.length];
        Arrays.setAll(responses, x -> OwnerLinks.answer(messages, requests[x]));
        long[] key = new long[requests.length];
        boolean inRequests = withWords && addWords(requests, key);
        boolean words = withWords && addWords(responses, key) || inRequests;
        if (!words) {
            addSizes(requests, key);
        }
        addSizes(responses, key);
        return key;
    }

    private void addSizes(int[] rows, long[] key) {
        int known = 0;
        long[] lengths = new long[rows.length];
        for (int row : rows) {
            if (row != MessageTable.NONE) {
                lengths[known++] = messages.lengthBytes(row);
            }
        }
        SizeClasses classes = SizeClasses.of(Arrays.copyOf(lengths, known));
        for (int x = 0; x < rows.length; x++) {
            long its = rows[x] == MessageTable.NONE ? -1 : classes.of(messages.lengthBytes(rows[x]));
            key[x] = (key[x] ^ its + 2) * MIX;
        }
    }

    /** Adds the frequent words of these messages in order; says whether there was any. */
    private boolean addWords(int[] rows, long[] key) {
        Map<Integer, Integer> frequency = new HashMap<>();
        LongHashSet once = new LongHashSet();
        for (int row : rows) {
            once.clear();
            for (int i = 0; row != MessageTable.NONE && i < MessageTable.TYPE_WORDS; i++) {
                int word = messages.typeWord(row, i);
                if (word != 0 && once.add(word)) {
                    frequency.merge(word, 1, Integer::sum);
                }
            }
        }
        double few = Math.max(LEAST, WORD_SHARE * rows.length);
        Map<Long, Integer> sequences = new HashMap<>();
        boolean any = false;
        for (int row : rows) {
            long words = words(row, frequency, few, Map.of());
            any |= words != NO_WORDS;
            sequences.merge(words, 1, Integer::sum);
        }
        sequences.values().removeIf(count -> count < few);
        for (int x = 0; x < rows.length; x++) {
            key[x] = (key[x] ^ words(rows[x], frequency, few, sequences)) * MIX;
        }
        return any;
    }

    /**
     * Hash of the frequent words of a message in order. Where the words so far are all that many other messages have,
     * they are the type: what follows was merely not cut off by the length of what stands between.
     */
    private long words(int row, Map<Integer, Integer> frequency, double few, Map<Long, Integer> whole) {
        long words = NO_WORDS;
        for (int i = 0; row != MessageTable.NONE && i < MessageTable.TYPE_WORDS; i++) {
            int word = messages.typeWord(row, i);
            if (word != 0 && frequency.getOrDefault(word, 0) >= few) {
                words = (words ^ word) * MIX;
                if (whole.containsKey(words)) {
                    return words;
                }
            }
        }
        return words;
    }
}
