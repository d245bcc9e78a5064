package io.wirepath.appliance.command;

import com.fasterxml.jackson.databind.JsonNode;
import io.wirepath.pipeline.Console;
import io.wirepath.pipeline.OutputFile;
import io.wirepath.pipeline.OutputForm;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Stack;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.IParameterPreprocessor;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;

/**
 * {@code --json}, alike in every verb that reads captures: alone it prints, with a file it writes. The file is
 * attached, as in {@code --json=FILE}: the next word is never taken, whatever it is called, for it may be an input.
 */
final class JsonOption {

    private static final String STANDARD_OUTPUT = "-";

    @Option(
            names = "--json",
            paramLabel = "FILE",
            order = 21,
            arity = "0..1",
            preprocessor = Attached.class,
            description = "Prints JSON instead of text; --json=FILE writes it to a file.")
    private @Nullable String json;

    /** Leaves the next word where it is. */
    static final class Attached implements IParameterPreprocessor {
        @Override
        public boolean preprocess(
                Stack<String> arguments, CommandSpec command, ArgSpec option, Map<String, Object> info) {
            if (" ".equals(info.get("separator"))) {
                arguments.push(STANDARD_OUTPUT);
            }
            return false;
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

    /** Writes an answer to {@code file}, if there is one, and prints it: as JSON where that is wanted, or as text. */
    void tell(@Nullable OutputFile file, Console console, Supplier<? extends JsonNode> made, Text text)
            throws IOException {
        if (file != null) {
            file.write(path -> Files.writeString(path, made.get().toPrettyString() + "\n"));
        }
        console.print(isPrinted() ? made.get().toPrettyString() + "\n" : text.text());
    }

    /** An answer in words. */
    interface Text {

        /** Its lines. */
        String text() throws IOException;
    }

    /** The file that it goes to, opened; null where it is printed or not wanted. */
    @Nullable
    OutputFile open(List<String> inputs) {
        return json == null || isPrinted() ? null : OutputFile.open(Path.of(json), inputs, OutputForm.JSON);
    }
}
