package io.wirepath.flows;

import java.util.Locale;

/** Whole numbers as a person reads them: with their thousands apart. Pure. */
public final class CountText {

    private CountText() {}

    /** {@code 345}, {@code 2 345}. */
    public static String of(long count) {
        return String.format(Locale.ROOT, "%,d", count).replace(',', ' ');
    }

    /**
     * So many of what is called this: {@code 1 call}, {@code 2 345 calls}.
     *
     * @param what one of them, whose plural ends in s
     */
    public static String of(long count, String what) {
        return of(count) + " " + what + (count == 1 ? "" : "s");
    }
}
