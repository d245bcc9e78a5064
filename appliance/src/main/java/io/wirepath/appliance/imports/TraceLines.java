package io.wirepath.appliance.imports;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.Reader;
import org.jspecify.annotations.Nullable;

/** The text of a trace, line by line. */
final class TraceLines {

    /** What a line may be that is looked at alone; spans may stand in one of many megabytes. */
    private final BufferedReader reader;

    private final String file;
    private final String sniffer;
    private long line;

    TraceLines(String file, String sniffer, Reader reader) {
        this.file = file;
        this.sniffer = sniffer;
        this.reader = new BufferedReader(reader);
    }

    /** The next line, without what ends it; null at the end. */
    @Nullable
    String next() throws IOException {
        String text = reader.readLine();
        line += text == null ? 0 : 1;
        return text;
    }

    /** Number of the line that was read last, from 1. */
    long line() {
        return line;
    }

    /** The file. */
    String file() {
        return file;
    }

    /** Name of the file, without its endings. */
    String sniffer() {
        return sniffer;
    }

    /** What is wrong with the line that was read last. */
    ImportException wrong(String problem) {
        return new ImportException(file, line, problem);
    }

    /** The same of another line. */
    ImportException wrong(long at, String problem) {
        return new ImportException(file, at, problem);
    }

    /** All that is left; what was read already is not. */
    BufferedReader rest() {
        return reader;
    }
}
