package io.wirepath.sniffer.file;

import io.wirepath.sniffer.FrameTimes;

/**
 * How the time stamps of a pcapng interface count: unsigned 64-bit numbers of units of 10^-n or 2^-n seconds, from
 * some seconds after the epoch. A time that no frame may have becomes the nearest possible one, see
 * {@link FrameTimes}.
 */
final class PcapngClock {

    /** What {@code if_tsresol} is where it is not given: microseconds. */
    static final int DEFAULT_RESOLUTION = 6;

    private static final long NANOS_PER_SECOND = 1_000_000_000L;
    private static final int DECIMAL = -1;
    private static final int DIGITS_OF_UNSIGNED_LONG = 19;

    private final long nanosPerUnit;
    private final int finerDigits;
    private final long unitsPerNano;
    private final int binaryDigits;
    private final long offsetNanos;

    /**
     * Makes the clock of an interface.
     *
     * @param resolution the byte of {@code if_tsresol}: upper bit for powers of 2, the rest the negative exponent
     * @param offsetSeconds {@code if_tsoffset}
     */
    PcapngClock(int resolution, long offsetSeconds) {
        boolean binary = (resolution & 0x80) != 0;
        binaryDigits = binary ? resolution & 0x7f : DECIMAL;
        nanosPerUnit = unsignedPowerOfTen(9 - resolution);
        finerDigits = resolution - 9;
        unitsPerNano = unsignedPowerOfTen(finerDigits);
        offsetNanos = saturatedProduct(offsetSeconds, NANOS_PER_SECOND);
    }

    /** Nanoseconds since the epoch of a time stamp. */
    long nanos(long units) {
        long nanos;
        if (binaryDigits >= 0) {
            nanos = nanosOfBinary(units);
        } else if (finerDigits > 0) {
            nanos = finerDigits > DIGITS_OF_UNSIGNED_LONG ? 0 : Long.divideUnsigned(units, unitsPerNano);
        } else {
            nanos = saturatedUnsignedProduct(units, nanosPerUnit);
        }
        return FrameTimes.nearest(saturatedSum(nanos, offsetNanos));
    }

    private long nanosOfBinary(long units) {
        if (binaryDigits >= Long.SIZE) {
            long high = Math.multiplyHigh(units, NANOS_PER_SECOND) + (units < 0 ? NANOS_PER_SECOND : 0);
            return high >>> binaryDigits - Long.SIZE;
        }
        if (binaryDigits == 0) {
            return saturatedUnsignedProduct(units, NANOS_PER_SECOND);
        }
        long fraction = units & (1L << binaryDigits) - 1;
        long high = Math.multiplyHigh(fraction, NANOS_PER_SECOND);
        long low = fraction * NANOS_PER_SECOND;
        long fractionNanos = high << Long.SIZE - binaryDigits | low >>> binaryDigits;
        return saturatedSum(saturatedProduct(units >>> binaryDigits, NANOS_PER_SECOND), fractionNanos);
    }

    /** 10^n as an unsigned number for n up to 19, what is left of it for more; 1 where n is negative. */
    private static long unsignedPowerOfTen(int n) {
        long power = 1;
        for (int i = 0; i < n; i++) {
            power *= 10;
        }
        return power;
    }

    private static long saturatedUnsignedProduct(long unsigned, long factor) {
        return unsigned < 0 ? Long.MAX_VALUE : saturatedProduct(unsigned, factor);
    }

    private static long saturatedProduct(long a, long b) {
        long high = Math.multiplyHigh(a, b);
        long low = a * b;
        if (high == low >> 63) {
            return low;
        }
        return high < 0 ? Long.MIN_VALUE : Long.MAX_VALUE;
    }

    private static long saturatedSum(long a, long b) {
        long sum = a + b;
        if (((a ^ sum) & (b ^ sum)) < 0) {
            return a < 0 ? Long.MIN_VALUE : Long.MAX_VALUE;
        }
        return sum;
    }
}
