package io.wirepath.pipeline;

import blue.strategic.parquet.ParquetReader;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;

/**
 * A form of what Wirepath writes, and how a file that is there already is known to be one: by how it begins. Whatever
 * is none stays as it is, also where an operator named it for an output: it may be the only copy of a capture.
 */
public enum OutputForm {
    /** A page of a report or a comparison. */
    PAGE("(?is)<!doctype html>.*wirepath"),
    /** Objects and lines of {@code --json}. */
    JSON("\\{\\s*\"(format\"\\s*:\\s*\\d+,\\s*\"program|sniffer|capture|requests|measure|translations|reference)\""),
    /** Spans for OTLP. */
    OTLP("(?s)\\{\\s*\"resourceSpans\"\\s*:\\s*\\[(\\s*]|.*\"scope\"\\s*:\\s*\\{\"name\"\\s*:\\s*\"wirepath\")"),
    /** Spans for Zipkin. */
    ZIPKIN("(?s)\\[(\\s*]|\\{\"traceId\".*\"wirepath\\.)"),
    /** Pictures for Graphviz. */
    GRAPHVIZ("digraph wirepath "),
    /** Log lines of NetLogger. */
    ULM("DATE=\\S+ HOST=\\S+ PROG=wirepath "),
    /** Calls and messages with their true causes. */
    TRUTH("\\{\"(trace_id|message)\":"),
    /** The script by which Wireshark starts it. */
    SCRIPT("#!/bin/sh\\n# Shows Wirepath's rings "),
    /** Names of nodes. */
    HOSTS("# Made by wirepath"),
    /**
     * A capture: with nanoseconds, and its numbers big-endian, in which no other program writes them on today's
     * machines.
     */
    CAPTURE("\u00a1\u00b2<M\0\2\0\4\0\0\0\0\0\0\0\0\0\4\0\0|\n\r\r\n\0\0\0\u001c\u001a\\+<M"),
    /** A table of comma-separated values: its first columns are called as those of what is written. */
    TABLE(""),
    /** Names that were asked for. */
    NAMES("address,name,from,to,source\\R"),
    /** A log as Zeek writes it. */
    ZEEK("#separator \\\\x09\n|\\{\"ts\":"),
    /** A table in Parquet: its schema has the name of that of what is written. */
    PARQUET("PAR1");

    private static final int BEGINNING_BYTES = 1 << 16;
    private static final int COLUMNS = 2;

    private final Pattern beginning;

    OutputForm(String beginning) {
        this.beginning = Pattern.compile(beginning);
    }

    /** Whether a file that is there may be one of this form: it begins as those do, or holds nothing. */
    boolean mayBe(Path file) throws IOException {
        String text = beginning(file);
        return text.isEmpty() || beginning.matcher(text).lookingAt();
    }

    /** Whether a file that is there is the same as what shall take its place, but for what it tells. */
    boolean isLike(Path file, Path written) throws IOException {
        if (Files.size(file) == 0) {
            return true;
        }
        return switch (this) {
            case TABLE -> columns(file).equals(columns(written));
            case PARQUET -> mayBe(file) && schema(file).equals(schema(written));
            default -> mayBe(file);
        };
    }

    private static List<String> columns(Path file) throws IOException {
        String head = beginning(file).lines().findFirst().orElse("");
        return List.of(head.split(",", -1)).stream().limit(COLUMNS).toList();
    }

    private static String schema(Path file) {
        try {
            return ParquetReader.readMetadata(file.toFile())
                    .getFileMetaData()
                    .getSchema()
                    .getName();
        } catch (IOException | RuntimeException e) {
            return ""; // damaged, so nobody knows whose it is
        }
    }

    private static String beginning(Path file) throws IOException {
        try (InputStream from = Files.newInputStream(file)) {
            return new String(from.readNBytes(BEGINNING_BYTES), StandardCharsets.ISO_8859_1);
        }
    }
}
