package io.wirepath.bench.accuracy;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Parameters;

/** The recorded sets that a bench is given on its command line. */
final class RecordedSets {

    @Parameters(
            paramLabel = "DIRECTORY",
            arity = "0..*",
            description = "Sets: captures with calls.jsonl[.gz] or truth.jsonl[.gz].")
    private List<Path> directories = List.of();

    /** Opens all of them, so that one that cannot be read ends the bench before its work begins. */
    List<RecordedSet> open() throws IOException {
        List<RecordedSet> sets = new ArrayList<>();
        for (Path directory : directories) {
            sets.add(RecordedSet.of(directory));
        }
        return sets;
    }
}
