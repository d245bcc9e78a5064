package io.wirepath.analyze.query.plan;

import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import com.google.re2j.PatternSyntaxException;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A regular expression (RE2, so its time grows with the text alone) that is no larger than people write: counted
 * nested repetitions would make an automaton that fills the memory. Texts come again and again, so what was
 * said of one is kept. Not thread-safe.
 */
final class TextPattern {

    private static final int LONGEST = 500;
    private static final int LARGEST = 5_000;
    private static final int DEEPEST = 50;
    private static final int MAX_KEPT = 10_000;

    private final Pattern pattern;
    private final Map<String, Boolean> known = new HashMap<>();

    /**
     * Reads an expression.
     *
     * @throws IllegalArgumentException where it is none, or too large, with why
     */
    TextPattern(String text) {
        if (text.length() > LONGEST || size(text) > LARGEST) {
            throw new IllegalArgumentException(
                    "this regular expression is too large: it may have " + LONGEST + " characters, " + LARGEST
                            + " with repetitions written out, and parentheses " + DEEPEST + " deep");
        }
        try {
            pattern = Pattern.compile(text);
        } catch (PatternSyntaxException e) {
            throw new IllegalArgumentException("this is not a regular expression: " + e.getDescription(), e);
        }
    }

    /** Whether it is found in the text; a text that is not known has nothing in it. */
    boolean isIn(@Nullable String text) {
        if (text == null) {
            return false;
        }
        Boolean found = known.get(text);
        if (found == null) {
            if (known.size() == MAX_KEPT) {
                known.clear();
            }
            found = pattern.matcher(text).find();
            known.put(text, found);
        }
        return found;
    }

    /** What its first group holds in the text, or without one all that it finds; null where it is not found. */
    @Nullable
    String part(@Nullable String text) {
        Matcher found = text == null || !isIn(text) ? null : pattern.matcher(text);
        return found != null && found.find() ? found.group(Math.min(1, found.groupCount())) : null;
    }

    /** Characters with repetitions written out; more than allowed for what is nested too deep. */
    private static long size(String text) {
        long[] before = new long[DEEPEST + 1];
        long[] last = new long[DEEPEST + 1];
        int depth = 0;
        for (int at = 0; at < text.length(); at++) {
            char c = text.charAt(at);
            if (c == '(') {
                if (++depth > DEEPEST) {
                    return Long.MAX_VALUE;
                }
                before[depth] = 1;
                last[depth] = 0;
            } else if (c == ')' && depth > 0) {
                long inner = before[depth] + last[depth];
                depth--;
                before[depth] += last[depth];
                last[depth] = inner;
            } else if (c == '{') {
                last[depth] = Math.min(LARGEST + 1L, last[depth] * repetitions(text, at + 1));
            } else {
                before[depth] += last[depth];
                last[depth] = 1;
                at += c == '\\' ? 1 : 0;
            }
        }
        return before[0] + last[0] + (depth > 0 ? before[1] + last[1] : 0);
    }

    /** The greatest number that stands here, up to the end of the braces. */
    private static long repetitions(String text, int from) {
        long greatest = 1;
        long number = 0;
        for (int at = from; at < text.length() && text.charAt(at) != '}'; at++) {
            char c = text.charAt(at);
            number = c >= '0' && c <= '9' ? Math.min(LARGEST, 10 * number + c - '0') : 0;
            greatest = Math.max(greatest, number);
        }
        return greatest;
    }
}
