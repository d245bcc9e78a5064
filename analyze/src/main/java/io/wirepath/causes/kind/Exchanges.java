package io.wirepath.causes.kind;

import io.wirepath.causes.MessageTable;
import io.wirepath.causes.kind.KindTree.Observation;
import io.wirepath.causes.kind.KindTree.Question;
import io.wirepath.causes.kind.KindTree.Side;
import io.wirepath.causes.linking.OwnerLinks;
import io.wirepath.flows.SplitMix64;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import org.agrona.collections.Long2LongCounterMap;
import org.agrona.collections.Long2LongHashMap;
import org.agrona.collections.LongArrayList;

/** The calls of one link: what can be asked of each, and what was observed of it. */
final class Exchanges {

    /** Kinds, and words and lengths that tell them, are of at least this share of a link's calls. */
    private static final double MIN_SHARE = 0.01;

    private static final int MIN_CALLS = 5;
    /** Categories of an observation; what is rarer than the most frequent ones is one of them. */
    private static final int CATEGORIES = 12;
    /** Classes of duration, of equal frequency. */
    private static final int DURATIONS = 4;

    /** Of a counter that has seen nothing. */
    private static final int NEVER = 0;

    private final MessageTable messages;
    private final int[] request;
    private final int[] response;
    private final int least;
    private final FrequentWords requestWords;
    private final FrequentWords responseWords;
    private final SizeClasses requestSizes;
    private final SizeClasses responseSizes;

    Exchanges(MessageTable messages, int[] rows, boolean withWords) {
        this.messages = messages;
        request = rows;
        response =
                Arrays.stream(rows).map(row -> OwnerLinks.answer(messages, row)).toArray();
        least = (int) Math.max(MIN_CALLS, MIN_SHARE * rows.length);
        requestWords = frequentWords(request, withWords);
        responseWords = frequentWords(response, withWords);
        requestSizes = sizeClasses(request);
        responseSizes = sizeClasses(response);
    }

    int size() {
        return request.length;
    }

    /** Row of the request of this call. */
    int row(int call) {
        return request[call];
    }

    /** The fewest calls that make a kind. */
    int least() {
        return least;
    }

    private FrequentWords frequentWords(int[] rows, boolean withWords) {
        return withWords ? new FrequentWords(messages, rows, least) : new FrequentWords(rows.length);
    }

    private SizeClasses sizeClasses(int[] rows) {
        return SizeClasses.of(Arrays.stream(rows)
                .filter(row -> row != MessageTable.NONE)
                .mapToLong(messages::lengthBytes)
                .toArray());
    }

    List<Question> questions() {
        List<Question> questions = new ArrayList<>();
        askWords(questions, Side.REQUEST, request, requestWords);
        askWords(questions, Side.RESPONSE, response, responseWords);
        askSizes(questions, Side.REQUEST, request, requestSizes);
        askSizes(questions, Side.RESPONSE, response, responseSizes);
        return questions;
    }

    private static void askWords(List<Question> questions, Side side, int[] rows, FrequentWords words) {
        byte[][] answers = new byte[words.count()][rows.length];
        for (byte[] answer : answers) {
            for (int x = 0; x < rows.length; x++) {
                answer[x] = rows[x] == MessageTable.NONE ? KindTree.UNKNOWN : KindTree.NO;
            }
            questions.add(new Question(side, answer));
        }
        for (int x = 0; x < rows.length; x++) {
            for (int i = words.first(x); i < words.first(x + 1); i++) {
                answers[words.place(i)][x] = KindTree.YES;
            }
        }
    }

    private void askSizes(List<Question> questions, Side side, int[] rows, SizeClasses sizes) {
        for (int cut = 1; cut < sizes.count(); cut++) {
            byte[] answer = new byte[rows.length];
            for (int x = 0; x < rows.length; x++) {
                boolean longer = rows[x] != MessageTable.NONE && sizes.of(messages.lengthBytes(rows[x])) >= cut;
                answer[x] = rows[x] == MessageTable.NONE ? KindTree.UNKNOWN : longer ? KindTree.YES : KindTree.NO;
            }
            questions.add(new Question(side, answer));
        }
    }

    /** What was observed of each call besides what is asked of it. */
    List<Observation> observations(Neighbours neighbours, long[] asked) {
        long[] answers = new long[size()];
        Arrays.setAll(answers, x -> signature(response, x, responseWords, responseSizes));
        long[] own = new long[size()];
        Arrays.setAll(own, x -> asked[request[x]]);
        long[] before = new long[size()];
        Arrays.setAll(before, x -> at(neighbours.before(request[x]), asked));
        long[] after = new long[size()];
        Arrays.setAll(after, x -> at(neighbours.after(request[x]), asked));
        return List.of(
                observation(Side.REQUEST, own),
                observation(Side.RESPONSE, answers),
                durations(),
                observation(Side.OUTSIDE, before),
                observation(Side.OUTSIDE, after));
    }

    private static long at(int row, long[] asked) {
        return row == MessageTable.NONE ? 0 : asked[row];
    }

    /**
     * Tells, for each request of the link, a number that requests of the link with the same words and class of length
     * share; never 0.
     */
    void fillAsked(long[] asked) {
        for (int x = 0; x < request.length; x++) {
            asked[request[x]] = signature(request, x, requestWords, requestSizes) ^ request[0] * SplitMix64.STEP | 1;
        }
    }

    private long signature(int[] rows, int x, FrequentWords words, SizeClasses sizes) {
        if (rows[x] == MessageTable.NONE) {
            return 0;
        }
        long signature = sizes.of(messages.lengthBytes(rows[x])) + 1L;
        for (int i = words.first(x); i < words.first(x + 1); i++) {
            signature = (signature ^ words.word(words.place(i))) * SplitMix64.STEP;
        }
        return signature | 1;
    }

    private Observation durations() {
        LongArrayList known = new LongArrayList();
        for (int x = 0; x < request.length; x++) {
            if (response[x] != MessageTable.NONE) {
                known.addLong(durationNanos(x));
            }
        }
        long[] sorted = known.toLongArray();
        Arrays.sort(sorted);
        int[] category = new int[request.length];
        for (int x = 0; x < category.length; x++) {
            category[x] = -1;
            long nanos = response[x] == MessageTable.NONE ? 0 : durationNanos(x);
            for (int d = 0; response[x] != MessageTable.NONE && d < DURATIONS; d++) {
                category[x] += nanos >= sorted[(int) ((long) d * sorted.length / DURATIONS)] ? 1 : 0;
            }
        }
        return new Observation(Side.OUTSIDE, category, DURATIONS);
    }

    private long durationNanos(int call) {
        return messages.timeNanos(response[call]) - messages.timeNanos(request[call]);
    }

    /** Signatures as categories; 0 is nothing seen. */
    private static Observation observation(Side side, long[] signature) {
        Long2LongCounterMap frequency = new Long2LongCounterMap(NEVER);
        for (long own : signature) {
            frequency.incrementAndGet(own);
        }
        frequency.remove(0);
        List<Frequency> frequencies = new ArrayList<>();
        frequency.forEach((own, times) -> frequencies.add(new Frequency(own, times)));
        frequencies.sort(Frequency.OFTEN_FIRST);
        Long2LongHashMap number = new Long2LongHashMap(CATEGORIES - 1);
        for (int i = 0; i < Math.min(CATEGORIES - 1, frequencies.size()); i++) {
            number.put(frequencies.get(i).signature, i);
        }
        int[] category = new int[signature.length];
        Arrays.setAll(category, x -> signature[x] == 0 ? -1 : (int) number.get(signature[x]));
        return new Observation(side, category, CATEGORIES);
    }

    private record Frequency(long signature, long times) {

        static final Comparator<Frequency> OFTEN_FIRST =
                Comparator.comparingLong(Frequency::times).reversed().thenComparingLong(Frequency::signature);
    }
}
