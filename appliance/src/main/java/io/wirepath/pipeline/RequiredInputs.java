package io.wirepath.pipeline;

import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;

/** Looks before the work whether every input is there: a result without one of them would mislead. */
public final class RequiredInputs {

    private static final String STANDARD_INPUT = "-";

    private RequiredInputs() {}

    /**
     * Refuses inputs that are not there.
     *
     * @throws Failure naming the first of them, and how many others there are
     */
    public static void check(List<String> inputs) {
        List<String> missing = inputs.stream().filter(input -> !isThere(input)).toList();
        if (!missing.isEmpty()) {
            int others = missing.size() - 1;
            throw new Failure(missing.get(0) + ": there is no such file; check the name"
                    + (missing.get(0).endsWith(".json") ? ", or write --json=FILE for an output" : "")
                    + (others == 0 ? "" : "; " + others + " more of the " + inputs.size() + " inputs are not there"));
        }
    }

    private static boolean isThere(String input) {
        try {
            return input.equals(STANDARD_INPUT) || Files.exists(Path.of(input));
        } catch (InvalidPathException e) {
            return false;
        }
    }
}
