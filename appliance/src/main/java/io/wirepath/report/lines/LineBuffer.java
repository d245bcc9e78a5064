package io.wirepath.report.lines;

import io.wirepath.flows.AddressText;
import io.wirepath.flows.SplitMix64;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * ASCII text on its way to a stream, written in large pieces. Remembers the texts of addresses and of the second that
 * it wrote lately; allocates nothing but for those that are new. Used by one thread.
 */
final class LineBuffer {

    private static final int CAPACITY = 1 << 16;

    /** More than the longest line that {@link JsonLines} makes. */
    private static final int LINE_RESERVE = 4096;

    private static final int MAX_DIGITS = 19;
    private static final int CACHED_ADDRESSES = 256;
    private static final long NANOS_PER_SECOND = 1_000_000_000L;
    private static final int FRACTION_DIGITS = 9;
    private static final long CACHE_MIX = SplitMix64.STEP;
    private static final byte[] PAIRS = digitPairs();
    private static final byte[] HEX = bytes("0123456789abcdef");

    private final OutputStream to;
    private final byte[] buffer = new byte[CAPACITY];
    private final long[] cachedHigh = new long[CACHED_ADDRESSES];
    private final long[] cachedLow = new long[CACHED_ADDRESSES];
    private final byte[][] cachedText = new byte[CACHED_ADDRESSES][];
    private long cachedSecond = -1;
    private byte[] cachedSecondText = new byte[0];
    private int at;

    LineBuffer(OutputStream to) {
        this.to = to;
        Arrays.fill(cachedText, bytes("::"));
    }

    /** The bytes of a text that is known to be ASCII, for {@link #put(byte[])}. */
    static byte[] bytes(String ascii) {
        return ascii.getBytes(StandardCharsets.US_ASCII);
    }

    LineBuffer put(byte[] text) {
        System.arraycopy(text, 0, buffer, at, text.length);
        at += text.length;
        return this;
    }

    LineBuffer put(char ascii) {
        buffer[at++] = (byte) ascii;
        return this;
    }

    /** A number in decimal. */
    LineBuffer put(long number) {
        long rest = number;
        if (rest < 0) {
            put('-');
            rest = -rest;
        }
        int end = at + digits(rest);
        int place = end;
        while (rest >= 100) {
            int pair = (int) (rest % 100) * 2;
            rest /= 100;
            buffer[--place] = PAIRS[pair + 1];
            buffer[--place] = PAIRS[pair];
        }
        buffer[--place] = PAIRS[(int) rest * 2 + 1];
        if (rest >= 10) {
            buffer[--place] = PAIRS[(int) rest * 2];
        }
        at = end;
        return this;
    }

    /** Sixteen hexadecimal digits. */
    LineBuffer putHex(long number) {
        for (int shift = 60; shift >= 0; shift -= 4) {
            buffer[at++] = HEX[(int) (number >>> shift) & 15];
        }
        return this;
    }

    /** Nanoseconds since the epoch, in decimal. */
    LineBuffer putNanos(long nanos) {
        if (nanos < NANOS_PER_SECOND) {
            return put(nanos);
        }
        long second = nanos / NANOS_PER_SECOND;
        if (second != cachedSecond) {
            cachedSecond = second;
            cachedSecondText = bytes(Long.toString(second));
        }
        put(cachedSecondText);
        int rest = (int) (nanos - second * NANOS_PER_SECOND);
        at += FRACTION_DIGITS;
        int place = at;
        for (int i = 0; i < FRACTION_DIGITS / 2; i++) {
            int pair = rest % 100 * 2;
            rest /= 100;
            buffer[--place] = PAIRS[pair + 1];
            buffer[--place] = PAIRS[pair];
        }
        buffer[--place] = (byte) ('0' + rest);
        return this;
    }

    /** Address and port, as {@link AddressText#endpoint}. */
    LineBuffer putEndpoint(long high, long low, int port) {
        if (AddressText.isIpv4(high, low)) {
            put(addressText(high, low));
        } else {
            put('[').put(addressText(high, low)).put(']');
        }
        return put(':').put(port);
    }

    /** Ends the line. */
    void endLine() throws IOException {
        put('\n');
        if (at > CAPACITY - LINE_RESERVE) {
            flush();
        }
    }

    void flush() throws IOException {
        to.write(buffer, 0, at);
        to.flush();
        at = 0;
    }

    private byte[] addressText(long high, long low) {
        int slot = (int) ((high * 31 + low) * CACHE_MIX >>> 56);
        if (cachedHigh[slot] != high || cachedLow[slot] != low) {
            cachedHigh[slot] = high;
            cachedLow[slot] = low;
            cachedText[slot] = bytes(AddressText.of(high, low));
        }
        return cachedText[slot];
    }

    private static int digits(long number) {
        long limit = 10;
        for (int digits = 1; digits < MAX_DIGITS; digits++) {
            if (number < limit) {
                return digits;
            }
            limit *= 10;
        }
        return MAX_DIGITS;
    }

    private static byte[] digitPairs() {
        byte[] pairs = new byte[200];
        for (int i = 0; i < 100; i++) {
            pairs[2 * i] = (byte) ('0' + i / 10);
            pairs[2 * i + 1] = (byte) ('0' + i % 10);
        }
        return pairs;
    }
}
