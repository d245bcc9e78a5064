package io.wirepath.bench;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The page of the manual into which a bench puts its tables, each between its marks; an option of benches. */
public final class MarkedPage {

    private static final String END = "<!-- end -->";

    @Option(
            names = "--markdown",
            paramLabel = "FILE",
            description = "Puts the tables into this page, between their marks.")
    private @Nullable Path page;

    /**
     * Puts a table between two marks, {@code <!-- NAME -->} and {@code <!-- end -->}, where a page was asked for.
     *
     * @throws IOException where the page lacks them
     */
    public void put(String name, String table) throws IOException {
        if (page == null) {
            return;
        }
        String text = Files.readString(page, StandardCharsets.UTF_8);
        String mark = "<!-- " + name + " -->\n";
        int begin = text.indexOf(mark);
        int end = text.indexOf(END, Math.max(0, begin));
        if (begin < 0 || end < 0) {
            throw new IOException(page + " lacks the lines '" + mark.strip() + "' and '" + END + "'");
        }
        Files.writeString(page, text.substring(0, begin + mark.length()) + '\n' + table + '\n' + text.substring(end));
    }
}
