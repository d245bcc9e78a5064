package io.wirepath.imports;

import io.wirepath.sniffer.SnifferName;
import java.io.BufferedInputStream;
import java.io.BufferedReader;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.PushbackReader;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;
import org.jspecify.annotations.Nullable;

/** Tells by its first line what trace a file holds, plain or gzip. A file's name plays no part in that. */
public final class ImportFile {

    /** Characters of a file that are looked at to know it. */
    private static final int HEAD_CHARS = 1 << 14;

    private static final int GZIP_1 = 0x1f;
    private static final int GZIP_2 = 0x8b;

    /** Editors of Windows write it before a text. */
    private static final char BYTE_ORDER_MARK = 0xFEFF;

    private static final List<TraceFormat> FORMATS = List.of(
            new SpanTraces(),
            new MessageTables(),
            new MailTraces(),
            new SocketTraces(),
            new SocketCalls(),
            new UlmTraces(),
            new AccessLogs());

    private final Path path;
    private final TraceFormat format;

    private ImportFile(Path path, TraceFormat format) {
        this.path = path;
        this.format = format;
    }

    /** The trace in this file; null where it is none of the known ones, or cannot be read. */
    public static @Nullable ImportFile of(Path path) {
        if (!Files.isRegularFile(path)) {
            return null;
        }
        try (Reader reader = open(path)) {
            char[] head = new char[HEAD_CHARS];
            int length = 0;
            for (int count = 0; count >= 0 && length < head.length; length += Math.max(0, count)) {
                count = reader.read(head, length, head.length - length);
            }
            String text = new String(head, 0, length);
            String first =
                    text.lines().filter(line -> !line.isBlank()).findFirst().orElse("");
            boolean isText = text.indexOf('\0') < 0 && !first.isEmpty();
            return FORMATS.stream()
                    .filter(format -> isText && format.recognises(first, text))
                    .findFirst()
                    .map(format -> new ImportFile(path, format))
                    .orElse(null);
        } catch (IOException e) {
            return null; // told where it is opened as a capture
        }
    }

    static Reader open(Path path) throws IOException {
        InputStream file = new BufferedInputStream(Files.newInputStream(path));
        file.mark(2);
        boolean compressed = file.read() == GZIP_1 && file.read() == GZIP_2;
        file.reset();
        PushbackReader text = new PushbackReader(
                new InputStreamReader(compressed ? new GZIPInputStream(file) : file, StandardCharsets.UTF_8));
        try {
            int first = text.read();
            if (first >= 0 && first != BYTE_ORDER_MARK) {
                text.unread(first);
            }
        } catch (EOFException | ZipException e) {
            return text; // told where it is read
        }
        return text;
    }

    /** What it is, for people. */
    public String format() {
        return format.name();
    }

    /** The sniffer that the file stands for. */
    public String sniffer() {
        return SnifferName.of(path.toString());
    }

    /** The file. */
    String path() {
        return path.toString();
    }

    /** Looks at it before others are read; gives its lines, which tell what was wrong. */
    TraceLines prepare(TraceSet set) throws IOException {
        try (BufferedReader reader = new BufferedReader(open(path))) {
            TraceLines lines = new TraceLines(path.toString(), sniffer(), reader);
            format.prepare(lines, set);
            return lines;
        }
    }

    /**
     * Reads it to its end. Lines that make no sense are passed over, and counted in the rows.
     *
     * @param set what it has in common with others of the run
     * @throws ImportException at the end, naming the first line that makes no sense
     */
    public void read(ImportedRows rows, TraceSet set) throws IOException {
        try (BufferedReader reader = new BufferedReader(open(path))) {
            TraceLines lines = new TraceLines(path.toString(), sniffer(), reader);
            rows.begin(path.toString(), set);
            format.read(lines, rows, set);
            set.tables().moved(path.toString()).forEach(rows::addMoved);
            tell(lines, rows);
            TraceLines before = set.damaged(path.toString());
            if (before != null) {
                tell(before, rows);
            }
        }
        if (rows.count() == 0 && !rows.isToldElsewhere()) {
            throw new ImportException(path.toString(), "holds no message (" + format.empty() + ")");
        }
    }

    private static void tell(TraceLines lines, ImportedRows rows) throws ImportException {
        ImportException damage = lines.damage();
        if (damage != null) {
            rows.damaged(lines.damaged());
            throw damage;
        }
    }
}
