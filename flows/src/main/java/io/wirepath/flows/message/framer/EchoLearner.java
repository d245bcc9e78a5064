package io.wirepath.flows.message.framer;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Learns which field the datagrams of peers bring back, where either side may ask and some messages are no calls.
 *
 * <p>A trial is a datagram with those that both sides sent last before it. In a system of calls half of the datagrams
 * are responses, and bring back what one of those had; where messages are handed on, and the last of a row answers the
 * first, few do. So a field is one that comes back in a third of the trials at least. Names and addresses of peers come
 * back as well: an identifier is new each time, so that neither side had it before between these two, or at least
 * differs nearly every time among all. What was found is looked at again and again, and given up for what does better.
 *
 * <p>Not thread-safe.
 */
public final class EchoLearner {

    /** Datagrams of a side that are looked back at. */
    public static final int BEFORE = 4;

    private static final int TRIALS = 24;
    private static final int ENOUGH = 12;
    private static final int STEP = 6;
    private static final int LEAST = 4;
    private static final int MAX_SEARCHES = 128;
    private static final int[] WIDTHS = {8, 4, 2};
    private static final int REACH = DatagramEnds.REACH;

    /** A datagram with what came before it. */
    private static final class Trial {
        final DatagramEnds datagram = new DatagramEnds();
        final DatagramEnds[] requests = new DatagramEnds[BEFORE];

        /** What the side of the datagram had sent before. */
        final DatagramEnds[] own = new DatagramEnds[BEFORE];

        Trial() {
            for (int i = 0; i < BEFORE; i++) {
                requests[i] = new DatagramEnds();
                own[i] = new DatagramEnds();
            }
        }

        void set(DatagramEnds taken, DatagramEnds[] before, DatagramEnds[] same) {
            datagram.set(taken);
            for (int i = 0; i < BEFORE; i++) {
                requests[i].set(before[i]);
                own[i].set(same[i]);
                if (same[i] == taken) {
                    own[i].clear();
                }
            }
        }

        /** How many requests have what the datagram brings back. What is handed on as it was brings back nothing. */
        int answered(EchoField field) {
            long value = field.ofResponse(datagram);
            int found = 0;
            for (int i = 0; i < BEFORE && value != Piece.IN_ORDER; i++) {
                boolean same = field.ofRequest(requests[i]) == value && !requests[i].isLike(datagram);
                found += same ? 1 : 0;
            }
            return found;
        }

        /** Whether the same side brought this back before. */
        boolean isRepeated(EchoField field) {
            long value = field.ofResponse(datagram);
            for (DatagramEnds each : own) {
                if (field.ofResponse(each) == value) {
                    return true;
                }
            }
            return false;
        }

        boolean hasHistory() {
            for (DatagramEnds each : own) {
                if (!each.isEmpty()) {
                    return true;
                }
            }
            return false;
        }
    }

    private final Trial[] trials = new Trial[TRIALS];
    private final AskingKinds kinds = new AskingKinds();
    private final long[] values = new long[TRIALS];
    private int count;
    private int searches;
    private @Nullable EchoField field;

    /** With nothing learnt. */
    public EchoLearner() {
        for (int i = 0; i < TRIALS; i++) {
            trials[i] = new Trial();
        }
    }

    /** The field that responses bring back; null while none is known. */
    public @Nullable EchoField field() {
        return field;
    }

    /** Whether datagrams like this one are answered, as far as is known. */
    public boolean asks(DatagramEnds datagram) {
        return kinds.asks(datagram);
    }

    /**
     * Takes a datagram.
     *
     * @param datagram the datagram
     * @param before what the other side sent last, {@value #BEFORE} datagrams; those of no length are passed over
     * @param own the same of its own side, the datagram among them
     */
    public void take(DatagramEnds datagram, DatagramEnds[] before, DatagramEnds[] own) {
        EchoField known = field;
        if (known != null) {
            kinds.count(datagram, before, known);
        }
        if (isAnswerPossible(before)) {
            trials[count++].set(datagram, before, own);
            boolean due = count == TRIALS || known == null && count >= ENOUGH && count % STEP == 0;
            if (due && searches < MAX_SEARCHES && !holds(known)) {
                searches++;
                change(search());
            }
            count %= TRIALS;
        }
    }

    private static boolean isAnswerPossible(DatagramEnds[] before) {
        for (DatagramEnds each : before) {
            if (!each.isEmpty()) {
                return true;
            }
        }
        return false;
    }

    /** Another field is known from now on, or none. */
    private void change(@Nullable EchoField found) {
        if (Objects.equals(found, field)) {
            return;
        }
        field = found;
        kinds.clear();
        for (int i = 0; i < count && found != null; i++) {
            kinds.count(trials[i].datagram, trials[i].requests, found);
        }
    }

    /** The widest field that is one, and of several the one that comes back most often. */
    private @Nullable EchoField search() {
        for (int width : WIDTHS) {
            EchoField best = search(width, 2 * (REACH - width) + 2);
            if (best != null) {
                return best;
            }
        }
        return null;
    }

    private @Nullable EchoField search(int width, int places) {
        int[] equal = equal(width, places);
        EchoField best = null;
        int most = 0;
        for (int pair = 0; pair < equal.length; pair++) {
            if (equal[pair] > LEAST) {
                EchoField tried = new EchoField(width, place(pair / places, width), place(pair % places, width));
                int gain = gain(tried);
                if (gain > most) {
                    most = gain;
                    best = tried;
                }
            }
        }
        return best;
    }

    /** How often each place of a response has what each place of a request has; few pairs need a closer look. */
    private int[] equal(int width, int places) {
        int[] equal = new int[places * places];
        long[] brought = new long[places];
        long[] asked = new long[places];
        for (int i = 0; i < count; i++) {
            fields(trials[i].datagram, width, brought);
            for (DatagramEnds request : trials[i].requests) {
                if (!request.isEmpty()) {
                    fields(request, width, asked);
                    count(asked, brought, equal);
                }
            }
        }
        return equal;
    }

    private static void fields(DatagramEnds datagram, int width, long[] values) {
        for (int i = 0; i < values.length; i++) {
            values[i] = datagram.field(place(i, width), width);
        }
    }

    private static void count(long[] asked, long[] brought, int[] equal) {
        for (int request = 0; request < asked.length; request++) {
            long value = asked[request];
            for (int response = 0; response < brought.length && value != Piece.IN_ORDER; response++) {
                equal[request * brought.length + response] += brought[response] == value ? 1 : 0;
            }
        }
    }

    /** Places from the begin first, then from the end. */
    private static int place(int number, int width) {
        int fromBegin = REACH - width;
        return number <= fromBegin ? number : number - fromBegin - 1 - REACH;
    }

    /** In how many trials the field comes back and is new; 0 where it is no identifier. */
    private int gain(EchoField tried) {
        int equal = 0;
        int distinct = 0;
        int stale = 0;
        int witnessed = 0;
        for (int i = 0; i < count; i++) {
            int answered = trials[i].answered(tried);
            if (answered > 0) {
                boolean old = answered > 1 || trials[i].isRepeated(tried);
                stale += old ? 1 : 0;
                witnessed += !old && trials[i].hasHistory() ? 1 : 0;
                long value = tried.ofResponse(trials[i].datagram);
                distinct += isNew(value, equal) ? 1 : 0;
                values[equal++] = value;
            }
        }
        int fresh = equal - stale;
        boolean often = fresh > LEAST && 3 * fresh >= count;
        boolean strangers = 4 * distinct >= 3 * equal && 4 * fresh >= 3 * count;
        return often && (witnessed > LEAST && distinct > 1 || strangers) ? fresh : 0;
    }

    private boolean isNew(long value, int known) {
        for (int i = 0; i < known; i++) {
            if (values[i] == value) {
                return false;
            }
        }
        return true;
    }

    /** Whether the field that is known still comes back, and is new where it does. */
    private boolean holds(@Nullable EchoField known) {
        int equal = 0;
        int stale = 0;
        for (int i = 0; i < count && known != null; i++) {
            int answered = trials[i].answered(known);
            equal += answered > 0 ? 1 : 0;
            stale += answered > 1 || answered > 0 && trials[i].isRepeated(known) ? 1 : 0;
        }
        return equal > 0 && 2 * stale <= equal;
    }
}
