package io.wirepath.imports;

import com.fasterxml.jackson.core.JsonProcessingException;
import java.io.BufferedReader;
import java.io.EOFException;
import java.io.IOException;
import java.io.Reader;
import java.time.DateTimeException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.zip.ZipException;
import org.jspecify.annotations.Nullable;

/** The text of a trace, line by line. */
final class TraceLines {

    /** What is wrong where the decompression fails. */
    static final String CUT_OFF = "the compressed data are damaged or cut off here; what was before them is used";

    /** Characters of a line that is looked at twice. */
    private static final int MAX_LOOKED_AT = 1 << 20;

    private final BufferedReader reader;

    private final String file;
    private final String sniffer;
    private long line;
    private long damaged;
    private final Deque<String> held = new ArrayDeque<>();
    private @Nullable ImportException first;

    TraceLines(String file, String sniffer, Reader reader) {
        this.file = file;
        this.sniffer = sniffer;
        this.reader = new BufferedReader(reader);
    }

    /** The next line, without what ends it; null at the end. */
    @Nullable
    String next() throws IOException {
        String text = held.isEmpty() ? readLine() : held.poll();
        line += text == null ? 0 : 1;
        return text;
    }

    /** The next line; null at the end, also where a compressed file ends before its end. */
    private @Nullable String readLine() throws IOException {
        try {
            return reader.readLine();
        } catch (EOFException | ZipException e) {
            passOver(line + 1, CUT_OFF);
            return null;
        }
    }

    /** Takes a line, or throws what is wrong with it. */
    @FunctionalInterface
    interface Taking {
        void take(String line) throws IOException;
    }

    /** Gives all further lines that are not blank, and passes over those that make no sense. */
    void each(Taking to) throws IOException {
        each("no JSON", to);
    }

    /** The same; {@code noJson} is said of a line that should be JSON and is not. */
    void each(String noJson, Taking to) throws IOException {
        for (String text = next(); text != null; text = next()) {
            try {
                if (!text.isBlank()) {
                    to.take(text);
                }
            } catch (JsonProcessingException e) {
                passOver(noJson + ": " + e.getOriginalMessage());
            } catch (IllegalArgumentException | DateTimeException e) {
                passOver(String.valueOf(e.getMessage()));
            }
        }
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

    /** Passes over the line that was read last, which makes no sense. */
    void passOver(String problem) {
        passOver(line, problem);
    }

    /** The same of another line. */
    void passOver(long at, String problem) {
        damaged++;
        if (first == null) {
            first = wrong(at, problem);
        }
    }

    /** Lines that were passed over. */
    long damaged() {
        return damaged;
    }

    /** What is wrong with the first line that was passed over; null without one. */
    @Nullable
    ImportException damage() {
        return first == null || damaged == 1 ? first : first.withMore(damaged - 1);
    }

    /**
     * The next line, which {@link #next} gives again, and {@link #rest} too unless it is longer than a million
     * characters.
     */
    @Nullable
    String peek() throws IOException {
        return peek(1);
    }

    /** The line behind the next one, in the same way. */
    @Nullable
    String peekSecond() throws IOException {
        return peek(2);
    }

    private @Nullable String peek(int lines) throws IOException {
        reader.mark(MAX_LOOKED_AT);
        Deque<String> seen = new ArrayDeque<>();
        String text = readLine();
        int characters = 0;
        while (text != null) {
            seen.add(text);
            characters += text.length() + 2;
            if (seen.size() == lines) {
                break;
            }
            text = readLine();
        }
        if (text != null && characters < MAX_LOOKED_AT) {
            reader.reset();
        } else {
            held.addAll(seen);
        }
        return text;
    }

    /** Whether the lines that were looked at are too long for {@link #rest} to hold them. */
    boolean isHeld() {
        return !held.isEmpty();
    }

    /** All that is left; what was read already is not. */
    BufferedReader rest() {
        return reader;
    }
}
