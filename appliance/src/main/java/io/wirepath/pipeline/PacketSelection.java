package io.wirepath.pipeline;

import io.wirepath.causes.CallTable;
import io.wirepath.causes.TimeSpan;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Whose packets a person asks for: a call, the whole request that it belongs to, or all requests that took a path.
 * Immutable.
 */
public final class PacketSelection {

    private static final Pattern PATH = Pattern.compile("[0-9a-f]{12}");

    private final String text;
    private final boolean wholeRequests;

    private PacketSelection(String text, boolean wholeRequests) {
        this.text = text;
        this.wholeRequests = wholeRequests;
    }

    /**
     * Reads what was asked.
     *
     * @param wholeRequests whether all calls of the same request are wanted, too
     * @throws IllegalArgumentException where the text names neither a path nor a call; the message names the forms
     */
    public static PacketSelection of(String text, boolean wholeRequests) {
        if (!PATH.matcher(text).matches()) {
            CallSelection.ofCall(text);
        }
        return new PacketSelection(text, wholeRequests);
    }

    /** Whether a path is meant, which only a whole analysis tells. */
    public boolean isPath() {
        return PATH.matcher(text).matches();
    }

    /** When what is meant is looked for, where its time is named; else null. */
    public @Nullable TimeSpan about() {
        return CallSelection.about(text);
    }

    /** Whose call alone is meant and when, where it is named by addresses and a time; else null. */
    public CallSelection.@Nullable Asked asked() {
        return wholeRequests ? null : CallSelection.asked(text);
    }

    /**
     * Numbers of the calls meant, in order.
     *
     * @throws Failure where there is no such path or call
     */
    public int[] among(InferredCalls inferred) {
        CallTable calls = inferred.calls();
        boolean path = isPath();
        int[] rows = path ? roots(inferred) : CallSelection.ofCall(text).rows(inferred.messages(), inferred.details());
        int[] named = Arrays.stream(rows)
                .map(row -> Arrays.binarySearch(calls.request(), row))
                .filter(call -> call >= 0)
                .toArray();
        if (!path && !wholeRequests) {
            return named;
        }
        BitSet roots = new BitSet();
        Arrays.stream(named).forEach(call -> roots.set(calls.root()[call]));
        return IntStream.range(0, calls.size())
                .filter(call -> roots.get(calls.root()[call]))
                .toArray();
    }

    private int[] roots(InferredCalls inferred) {
        List<Integer> rows = inferred.roots().getOrDefault(text, List.of());
        if (rows.isEmpty()) {
            throw new Failure("no request took a path " + text
                    + "; the report lists the identifiers under PATHS, and they hold for the --names it was made with");
        }
        return rows.stream().mapToInt(Integer::intValue).toArray();
    }
}
