package io.wirepath.flows.message.framer;

import java.nio.ByteBuffer;

/**
 * Learns the shape of an unknown binary protocol from the runs of bytes that turns cut.
 *
 * <p><b>Length prefix.</b> A field of 4 or 2 bytes, either byte order, at one of the first offsets, whose value differs
 * from the length of the run by the same amount in three quarters of the runs at least, and is smaller by more in the
 * others (several frames in one run); with at least {@value #DISTINCT} different values, so that a constant does not
 * pass.
 *
 * <p><b>Echo.</b> A field of 8, 4 or 2 bytes that stands in a request and in the response of the same turn, at the same
 * two offsets in three quarters of the turns at least, and is different in nearly every turn.
 *
 * <p>Keeps the first {@value LearntShape#HEAD} bytes of {@value #RUNS} runs. Not thread-safe; pooled.
 */
public final class ShapeLearner {

    private static final int RUNS = 24;
    private static final int ENOUGH = 12;
    private static final int GIVE_UP = 4;
    private static final int DISTINCT = 3;
    private static final int MAX_LENGTH_OFFSET = 8;
    private static final int MAX_EXTRA = 32;
    private static final int[] LENGTH_WIDTHS = {4, 2};
    private static final int[] ECHO_WIDTHS = {8, 4, 2};
    private static final int HEAD = LearntShape.HEAD;

    private final ByteBuffer heads = ByteBuffer.allocate(RUNS * HEAD);
    private final long[] lengths = new long[RUNS];
    private final boolean[] asks = new boolean[RUNS];
    private final long[] values = new long[RUNS];
    private final LearntShape shape = new LearntShape();
    private int count;
    private int attempts;
    private int present;

    /** Starts on a new connection. */
    public void reset() {
        count = 0;
        attempts = 0;
        present = 0;
        shape.clear();
    }

    /** The next bytes of the present run. */
    public void onBytes(ByteBuffer bytes, int offset, int length) {
        int take = Math.min(length, HEAD - present);
        if (take > 0 && count < RUNS) {
            heads.put(count * HEAD + present, bytes, offset, take);
            present += take;
        }
    }

    /**
     * The present run has ended.
     *
     * @param length its length in bytes; 0 if it is to be passed over
     * @param ask whether the side that asks sent it
     */
    public void onRun(long length, boolean ask) {
        if (count < RUNS && length > 0 && present > 0) {
            lengths[count] = length;
            asks[count] = ask;
            for (int i = present; i < HEAD; i++) {
                heads.put(count * HEAD + i, (byte) 0);
            }
            count++;
        }
        present = 0;
    }

    /** Whether enough was seen to look for a shape. */
    public boolean isReady() {
        return count >= ENOUGH + attempts * (RUNS - ENOUGH) / GIVE_UP || count == RUNS;
    }

    /** Whether nothing was found in as much as is worth looking at. */
    public boolean isHopeless() {
        return attempts >= GIVE_UP;
    }

    /** Looks for a shape in what was seen. */
    public LearntShape learn() {
        attempts++;
        shape.clear();
        learnEcho();
        for (int width : LENGTH_WIDTHS) {
            for (int at = 0; at <= MAX_LENGTH_OFFSET; at++) {
                if (learnLength(at, width, false) || learnLength(at, width, true)) {
                    return shape;
                }
            }
        }
        return shape;
    }

    private boolean learnLength(int at, int width, boolean little) {
        long extra = Long.MAX_VALUE;
        for (int run = 0; run < count; run++) {
            values[run] = LearntShape.field(heads, run * HEAD + at, width, little);
            if (lengths[run] < at + width || values[run] > LearntShape.MAX_VALUE) {
                return false;
            }
            extra = Math.min(extra, lengths[run] - values[run]);
        }
        if (extra < 0 || extra > MAX_EXTRA) {
            return false;
        }
        int exact = 0;
        int distinct = 0;
        for (int run = 0; run < count; run++) {
            long rest = lengths[run] - values[run] - extra;
            if (rest == 0) {
                exact++;
                distinct += isNew(run) ? 1 : 0;
            } else if (rest < at + width) {
                return false;
            }
        }
        if (4 * exact < 3 * count || distinct < DISTINCT) {
            return false;
        }
        shape.lengthAt = at;
        shape.lengthWidth = width;
        shape.littleEndian = little;
        shape.extra = (int) extra;
        return true;
    }

    private boolean isNew(int run) {
        for (int before = 0; before < run; before++) {
            if (values[before] == values[run]) {
                return false;
            }
        }
        return true;
    }

    private void learnEcho() {
        for (int width : ECHO_WIDTHS) {
            for (int request = 0; request + width <= HEAD; request++) {
                for (int response = 0; response + width <= HEAD; response++) {
                    if (isEcho(request, response, width)) {
                        shape.echoWidth = width;
                        shape.echoInRequest = request;
                        shape.echoInResponse = response;
                        return;
                    }
                }
            }
        }
    }

    private boolean isEcho(int request, int response, int width) {
        int turns = 0;
        int equal = 0;
        int distinct = 0;
        for (int run = 0; run + 1 < count; run++) {
            if (asks[run] == asks[run + 1] || !asks[run]) {
                continue;
            }
            turns++;
            values[run] = LearntShape.field(heads, run * HEAD + request, width, false);
            boolean whole = lengths[run] >= request + width && lengths[run + 1] >= response + width;
            if (whole && values[run] == LearntShape.field(heads, (run + 1) * HEAD + response, width, false)) {
                equal++;
                distinct += isNewRequest(run) ? 1 : 0;
            } else if (4 * (turns - equal) > count) {
                return false;
            }
        }
        return turns >= DISTINCT + 1 && 4 * equal >= 3 * turns && 4 * distinct >= 3 * equal;
    }

    private boolean isNewRequest(int run) {
        for (int before = 0; before < run; before++) {
            if (asks[before] && !asks[before + 1] && values[before] == values[run]) {
                return false;
            }
        }
        return true;
    }
}
