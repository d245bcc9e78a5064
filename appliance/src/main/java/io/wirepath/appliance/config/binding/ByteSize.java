package io.wirepath.appliance.config.binding;

import java.math.BigDecimal;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A size as people write it: {@code 512MiB}, {@code 2GiB}, {@code 1.5GB}. Ki, Mi, Gi and Ti count in steps of 1024, k,
 * M, G and T in steps of 1000.
 *
 * @param bytes the size, at least 0
 */
public record ByteSize(long bytes) implements Comparable<ByteSize> {

    private static final Pattern FORM =
            Pattern.compile("([0-9]{1,18}(?:\\.[0-9]{1,9})?) ?(B|KiB|kB|MiB|MB|GiB|GB|TiB|TB)");
    private static final Map<String, Long> UNITS = new LinkedHashMap<>();

    static {
        UNITS.put("TiB", 1L << 40);
        UNITS.put("GiB", 1L << 30);
        UNITS.put("MiB", 1L << 20);
        UNITS.put("KiB", 1L << 10);
        UNITS.put("TB", 1_000_000_000_000L);
        UNITS.put("GB", 1_000_000_000L);
        UNITS.put("MB", 1_000_000L);
        UNITS.put("kB", 1_000L);
        UNITS.put("B", 1L);
    }

    /** Refuses less than nothing. */
    public ByteSize {
        if (bytes < 0) {
            throw new IllegalArgumentException("a size cannot be negative: " + bytes);
        }
    }

    /** So many mebibytes. */
    public static ByteSize mebibytes(long number) {
        return new ByteSize(Math.multiplyExact(number, 1L << 20));
    }

    /** So many gibibytes. */
    public static ByteSize gibibytes(long number) {
        return new ByteSize(Math.multiplyExact(number, 1L << 30));
    }

    /**
     * Reads a size.
     *
     * @throws IllegalArgumentException when it is none, has no unit, or is not a whole number of bytes
     */
    public static ByteSize parse(String text) {
        Matcher matcher = FORM.matcher(text);
        if (!matcher.matches()) {
            throw new IllegalArgumentException("'" + text + "' is not a size; write it like 64KiB, 512MiB or 2GiB");
        }
        BigDecimal bytes =
                new BigDecimal(matcher.group(1)).multiply(BigDecimal.valueOf(UNITS.getOrDefault(matcher.group(2), 1L)));
        try {
            return new ByteSize(bytes.longValueExact());
        } catch (ArithmeticException e) {
            throw new IllegalArgumentException(
                    "'" + text + "' is not a whole number of bytes, or more than 8 EiB; write it like 64KiB or 2GiB",
                    e);
        }
    }

    @Override
    public int compareTo(ByteSize other) {
        return Long.compare(bytes, other.bytes);
    }

    /** The same in writing, exactly, in the unit that gives the smallest whole number. */
    @Override
    public String toString() {
        return UNITS.entrySet().stream()
                .filter(unit -> bytes % unit.getValue() == 0)
                .min(Comparator.comparingLong(unit -> bytes / unit.getValue()))
                .filter(unit -> bytes != 0)
                .map(unit -> bytes / unit.getValue() + unit.getKey())
                .orElse("0B");
    }
}
