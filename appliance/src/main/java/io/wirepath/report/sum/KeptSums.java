package io.wirepath.report.sum;

import io.wirepath.analyze.delay.KeptForm;
import io.wirepath.analyze.path.PathPattern;
import io.wirepath.analyze.path.PatternTable;
import io.wirepath.analyze.sum.Sums;
import io.wirepath.analyze.whole.Analysis;
import io.wirepath.causes.TimeSpan;
import io.wirepath.report.SumsJson;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;

/**
 * What windows are added and compared by, kept beside the report of each: a file that is read in parts. Not
 * thread-safe.
 *
 * <pre>
 *   0  u32  "WPSM"    4  u32  form, 3    8  u32  bytes of the terms, then of the sums, the list of paths, the tables
 *  24  ...  {@link WindowTerms}, {@link KeptForm}, packed (gzip) as all that follows
 *  ...  ...  {@link Sums}
 *  ...  ...  a {@link Listed} of each path by role, in the order of the report
 *  ...  ...  {@link WindowTables}
 *  ...  ...  each of these paths by itself, see {@link PatternTable#keep}
 * </pre>
 */
public final class KeptSums implements Closeable {

    /** Field of a report that carries these bytes to where they are kept. */
    public static final String FIELD = "kept";

    private static final int MAGIC = 0x5750534d;
    private static final int FORM = 3;
    private static final int HEADER = 24;

    private final RandomAccessFile from;
    private final int terms;
    private final int sums;
    private final int paths;
    private final int tables;

    /**
     * A path by role.
     *
     * @param id its identifier
     * @param title its title in this window
     * @param expected requests that took it, expected
     * @param bytes how many the path itself takes as it is kept; 0 where it is not kept
     */
    record Listed(String id, String title, double expected, int bytes) {

        /** The same in this and another window. What tells it from its like is there only where there are some. */
        Listed plus(Listed more) {
            return new Listed(
                    id, more.title.length() > title.length() ? more.title : title, expected + more.expected, 0);
        }
    }

    private KeptSums(RandomAccessFile from) throws IOException {
        this.from = from;
        boolean known = from.length() >= HEADER && from.readInt() == MAGIC && from.readInt() == FORM;
        if (!known) {
            throw new IOException("no sums of this form");
        }
        terms = from.readInt();
        sums = from.readInt();
        paths = from.readInt();
        tables = from.readInt();
    }

    /**
     * Opens a file.
     *
     * @throws IOException where it is none of this form
     */
    public static KeptSums open(Path file) throws IOException {
        RandomAccessFile from = new RandomAccessFile(file.toFile(), "r");
        try {
            return new KeptSums(from);
        } catch (IOException e) {
            from.close();
            throw e;
        }
    }

    /** The bytes of an analysis. */
    public static byte[] of(Analysis analysis) {
        Map<String, byte[]> paths = new HashMap<>();
        analysis.table().keep((id, form) -> paths.put(id, packed(form.bytes())));
        List<Listed> list = new ArrayList<>();
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        for (PathPattern pattern : analysis.patterns()) {
            byte[] path = paths.getOrDefault(pattern.id(), new byte[0]);
            all.writeBytes(path);
            list.add(new Listed(pattern.id(), pattern.title(), pattern.expectedCount(), path.length));
        }
        Sums sums = SumsJson.builder(analysis).of(TimeSpan.ALWAYS);
        return of(WindowTerms.of(analysis), sums, list, WindowTables.of(analysis), all.toByteArray());
    }

    /** The bytes of what a stretch of time is compared by alone. */
    public static byte[] of(Sums sums) {
        return of(WindowTerms.NOTHING, sums, List.of(), WindowTables.NOTHING, new byte[0]);
    }

    static byte[] of(WindowTerms terms, Sums sums, List<Listed> list, WindowTables tables, byte[] paths) {
        List<byte[]> parts = List.of(
                packed(form -> form.record(WindowTerms.class, terms)),
                packed(sums::keep),
                packed(form -> form.records(Listed.class, list)),
                packed(form -> form.record(WindowTables.class, tables)),
                paths);
        ByteBuffer bytes = ByteBuffer.allocate(
                HEADER + parts.stream().mapToInt(part -> part.length).sum());
        bytes.putInt(MAGIC).putInt(FORM);
        parts.subList(0, parts.size() - 1).forEach(part -> bytes.putInt(part.length));
        parts.forEach(bytes::put);
        return bytes.array();
    }

    private static byte[] packed(Consumer<KeptForm> content) {
        KeptForm form = KeptForm.written();
        content.accept(form);
        return packed(form.bytes());
    }

    private static byte[] packed(byte[] plain) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (OutputStream to = new GZIPOutputStream(bytes)) {
            to.write(plain);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }

    private byte[] part(long at, long length) throws IOException {
        if (length < 0 || at < HEADER || at > from.length() - length) {
            throw new IOException("damaged: no such place");
        }
        byte[] packed = new byte[(int) length];
        from.seek(at);
        from.readFully(packed);
        try (GZIPInputStream plain = new GZIPInputStream(new ByteArrayInputStream(packed))) {
            return plain.readAllBytes();
        }
    }

    private <T> T part(long at, long length, Function<KeptForm, T> content) throws IOException {
        try {
            return content.apply(KeptForm.of(part(at, length)));
        } catch (IllegalArgumentException | IndexOutOfBoundsException e) {
            throw new IOException("damaged: " + e.getMessage(), e);
        }
    }

    /** What the window is added by. */
    public WindowTerms terms() throws IOException {
        return part(HEADER, terms, form -> form.record(WindowTerms.class, null));
    }

    /** What the window is compared by. */
    public Sums sums() throws IOException {
        return part((long) HEADER + terms, sums, Sums.NOTHING::keep);
    }

    /** Its paths by role, in the order of its report. */
    List<Listed> paths() throws IOException {
        return part((long) HEADER + terms + sums, paths, form -> form.records(Listed.class, List.of()));
    }

    /** Its long lists. */
    public WindowTables tables() throws IOException {
        return part((long) HEADER + terms + sums + paths, tables, form -> form.record(WindowTables.class, null));
    }

    /** Adds those of these paths that the window has. */
    public void addPaths(Set<String> wanted, PatternTable to) throws IOException {
        long at = (long) HEADER + terms + sums + paths + tables;
        for (Listed path : paths()) {
            if (path.bytes() > 0 && wanted.contains(path.id())) {
                part(at, path.bytes(), form -> {
                    to.add(form);
                    return form;
                });
            }
            at += path.bytes();
        }
    }

    @Override
    public void close() throws IOException {
        from.close();
    }
}
