package io.wirepath.appliance.command;

import io.wirepath.appliance.run.Console;
import io.wirepath.appliance.run.OutputFile;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Stack;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.IParameterPreprocessor;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;

/**
 * {@code --json}, alike in every verb that reads captures: alone it prints, with a file it writes. The next word is the
 * file where it ends in {@code .json} or {@code .jsonl}, which no capture does; any other name is attached, as in
 * {@code --json=FILE}.
 */
final class JsonOption {

    private static final String STANDARD_OUTPUT = "-";

    @Option(
            names = "--json",
            paramLabel = "FILE",
            order = 21,
            arity = "0..1",
            preprocessor = NextWord.class,
            description = "Prints JSON instead of text; --json FILE.json or --json=FILE writes it to a file.")
    private @Nullable String json;

    /** Takes the next word where it can be no input. */
    static final class NextWord implements IParameterPreprocessor {
        @Override
        public boolean preprocess(
                Stack<String> arguments, CommandSpec command, ArgSpec option, Map<String, Object> info) {
            if (" ".equals(info.get("separator")) && (arguments.isEmpty() || !isJson(arguments.peek()))) {
                arguments.push(STANDARD_OUTPUT);
            }
            return false;
        }

        private static boolean isJson(String word) {
            return !word.startsWith("-") && (word.endsWith(".json") || word.endsWith(".jsonl"));
        }
    }

    /** Whether JSON is wanted, printed or in a file. */
    boolean isWanted() {
        return json != null;
    }

    /** Whether JSON takes the place of the text. */
    boolean isPrinted() {
        return STANDARD_OUTPUT.equals(json);
    }

    /** Writes lines to where they belong: JSON into the file that was named, all else to standard output. */
    void stream(List<String> inputs, Console console, Lines lines) throws IOException {
        try (OutputFile file = open(inputs)) {
            if (file == null) {
                lines.print(console.out());
                return;
            }
            file.write(path -> {
                try (OutputStream to = Files.newOutputStream(path)) {
                    lines.print(to);
                }
            });
        }
    }

    /** Prints lines, of whatever form is wanted. */
    interface Lines {

        /** Prints. */
        void print(OutputStream to) throws IOException;
    }

    /** The file that it goes to, opened; null where it is printed or not wanted. */
    @Nullable
    OutputFile open(List<String> inputs) {
        return json == null || isPrinted() ? null : OutputFile.open(Path.of(json), inputs);
    }
}
