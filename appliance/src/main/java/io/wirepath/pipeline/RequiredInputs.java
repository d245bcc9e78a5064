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
     * Refuses inputs that are not there, or cannot be seen by this user.
     *
     * @throws Failure naming the first of them, and how many others there are
     */
    public static void check(List<String> inputs) {
        List<String> missing = inputs.stream().filter(input -> !isThere(input)).toList();
        if (!missing.isEmpty()) {
            missing.stream().filter(RequiredInputs::isPath).map(Path::of).forEach(RequiredInputs::refuseClosed);
            int others = missing.size() - 1;
            throw new Failure(missing.get(0) + ": there is no such file; check the name"
                    + (missing.get(0).endsWith(".json") ? ", or write --json=FILE for an output" : "")
                    + (others == 0 ? "" : "; " + others + " more of the " + inputs.size() + " inputs are not there"));
        }
    }

    private static boolean isThere(String input) {
        return input.equals(STANDARD_INPUT)
                || NamedCaptures.isAddress(input)
                || isPath(input) && Files.exists(Path.of(input));
    }

    private static boolean isPath(String input) {
        try {
            return !Path.of(input).toString().isEmpty();
        } catch (InvalidPathException e) {
            return false;
        }
    }

    /**
     * Refuses what is, or lies in, a directory that this user may not look into: a path, or a pattern that the shell
     * left as it is.
     *
     * @throws Failure naming the directory
     */
    public static void refuseClosed(Path named) {
        for (Path at = named.toAbsolutePath(); at != null; at = at.getParent()) {
            if (Files.exists(at)) {
                if (Files.isDirectory(at) && !(Files.isReadable(at) && Files.isExecutable(at))) {
                    throw new Failure(at + ": may not be read by " + System.getProperty("user.name")
                            + "; spools are for their owner alone. Run this as that user, or 'wirepath sniff' with"
                            + " --user " + System.getProperty("user.name"));
                }
                return;
            }
        }
    }
}
