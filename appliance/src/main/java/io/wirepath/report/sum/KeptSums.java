package io.wirepath.report.sum;

import io.wirepath.analyze.delay.DelayDistribution;
import io.wirepath.analyze.delay.KeptForm;
import io.wirepath.analyze.path.PathPattern;
import io.wirepath.analyze.path.PatternTable;
import io.wirepath.analyze.row.EdgeRow;
import io.wirepath.analyze.sum.ComparedPlace;
import io.wirepath.analyze.sum.Measure;
import io.wirepath.analyze.sum.Sums;
import io.wirepath.analyze.traffic.CallDelays;
import io.wirepath.analyze.traffic.TrafficMap;
import io.wirepath.analyze.whole.Analysis;
import io.wirepath.causes.TimeSpan;
import io.wirepath.report.BoxPairs;
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
import java.util.stream.IntStream;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;

/**
 * What windows are added and compared by, kept beside the report of each: a file that is read in parts. Not
 * thread-safe.
 *
 * <pre>
 *   0  u32  "WPSM"    4  u32  form, 5    8  u32  bytes of each {@link Part}, in their order
 *  40  ...  the parts, {@link KeptForm}, packed (gzip) as all that follows
 *  ...  ...  the delays of edges, {@value KeptEdges#CHUNK} edges at a time
 *  ...  ...  each path by role by itself, see {@link PatternTable#keep}
 * </pre>
 */
public final class KeptSums implements Closeable {

    /** Field of a report that carries these bytes to where they are kept. */
    public static final String FIELD = "kept";

    private static final int MAGIC = 0x5750534d;
    private static final int FORM = 5;

    /** As the present one, but edges do not say how many calls failed: its window is compared, and is in no sum. */
    private static final int FORM_BEFORE = 4;

    private static final int HEADER = 8 + Integer.BYTES * Part.values().length;

    private final RandomAccessFile from;
    private final int form;

    /** Where each part begins, and where the last one ends. */
    private final long[] places = new long[Part.values().length + 1];

    /** What is read by itself. */
    private enum Part {
        /** {@link WindowTerms}. */
        TERMS,
        /** {@link KeptEdges}. */
        EDGES,
        /** The bytes of each chunk of the delays of these. */
        DELAYS,
        /** {@link Sums} of the system as a whole, and who asks how much. */
        LOAD,
        /** {@link Sums}. */
        SUMS,
        /** A {@link Listed} of each path by role, in the order of the report. */
        PATHS,
        /** {@link BoxPairs} of roles. */
        PAIRS,
        /** {@link WindowTables}. */
        TABLES
    }

    /** So many bytes. */
    private record Length(long bytes) {}

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
        form = from.length() >= HEADER && from.readInt() == MAGIC ? from.readInt() : 0;
        if (form != FORM && form != FORM_BEFORE) {
            throw new IOException("no sums of this form");
        }
        places[0] = HEADER;
        for (int part = 1; part < places.length; part++) {
            places[part] = places[part - 1] + from.readInt();
        }
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
        WindowTables tables = WindowTables.of(analysis);
        List<EdgeRow> edges =
                EdgeRow.all(analysis.messages().nodes(), TrafficMap.edges(analysis, CallDelays.of(analysis)));
        return of(WindowTerms.of(analysis), edges, sums, list, tables, all.toByteArray());
    }

    /** The bytes of what a stretch of time is compared by alone. */
    public static byte[] of(Sums sums) {
        return of(WindowTerms.NOTHING, List.of(), sums, List.of(), WindowTables.NOTHING, new byte[0]);
    }

    static byte[] of(
            WindowTerms terms, List<EdgeRow> edges, Sums sums, List<Listed> list, WindowTables tables, byte[] paths) {
        List<EdgeRow> ordered = edges.stream().sorted(KeptEdges.ORDER).toList();
        KeptEdges columns = KeptEdges.of(ordered);
        ByteArrayOutputStream delays = new ByteArrayOutputStream();
        List<Length> chunks = new ArrayList<>();
        for (int chunk = 0; chunk < columns.chunks(); chunk++) {
            IntStream places = columns.chunk(chunk);
            byte[] bytes = packed(form ->
                    places.forEach(place -> ordered.get(place).of().delay().keep(form)));
            chunks.add(new Length(bytes.length));
            delays.writeBytes(bytes);
        }
        BoxPairs pairs = BoxPairs.of(terms.nodes(), edges, tables.calls(), Set.of());
        List<byte[]> parts = List.of(
                packed(form -> form.record(WindowTerms.class, terms)),
                packed(form -> form.record(KeptEdges.class, columns)),
                packed(form -> form.records(Length.class, chunks)),
                packed(load(sums)::keep),
                packed(sums::keep),
                packed(form -> form.records(Listed.class, list)),
                packed(form -> form.record(BoxPairs.class, pairs)),
                packed(form -> form.record(WindowTables.class, tables)));
        ByteBuffer bytes = ByteBuffer.allocate(
                HEADER + parts.stream().mapToInt(part -> part.length).sum() + delays.size() + paths.length);
        bytes.putInt(MAGIC).putInt(FORM);
        parts.forEach(part -> bytes.putInt(part.length));
        parts.forEach(bytes::put);
        bytes.put(delays.toByteArray()).put(paths);
        return bytes.array();
    }

    private static Sums load(Sums of) {
        return new Sums(
                of.firstNanos(),
                of.lastNanos(),
                of.blocks(),
                of.delays().stream()
                        .filter(track -> track.place().equals(ComparedPlace.SYSTEM))
                        .toList(),
                of.shares().stream()
                        .filter(track -> track.place().equals(ComparedPlace.SYSTEM) || track.measure() == Measure.LOAD)
                        .toList());
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

    private <T> T part(Part part, Function<KeptForm, T> content) throws IOException {
        int number = part.ordinal();
        return part(places[number], places[number + 1] - places[number], content);
    }

    /** Whether it can be added to others: all that a sum tells is known of it. */
    public boolean isAddable() {
        return form == FORM;
    }

    /** What the window is added by. */
    public WindowTerms terms() throws IOException {
        return part(Part.TERMS, form -> form.record(WindowTerms.class, null));
    }

    /** Who sends to whom, without delays. */
    KeptEdges edges() throws IOException {
        return part(Part.EDGES, form -> form.record(KeptEdges.class, null));
    }

    /** These edges in this order, so many skipped, so many at most. */
    List<EdgeRow> rows(KeptEdges of, int skip, int most) throws IOException {
        long to = Math.min(of.size(), (long) skip + most);
        List<EdgeRow> rows = new ArrayList<>();
        List<Length> lengths = delays();
        long at = places[places.length - 1];
        for (int chunk = 0; chunk < Math.min(lengths.size(), of.chunks()); chunk++) {
            IntStream wanted = of.chunk(chunk);
            if ((long) chunk * KeptEdges.CHUNK < to && (chunk + 1L) * KeptEdges.CHUNK > skip) {
                part(at, lengths.get(chunk).bytes, form -> {
                    wanted.forEach(place -> {
                        DelayDistribution delay = new DelayDistribution().keep(form);
                        if (place >= skip && place < to) {
                            rows.add(of.row(place, delay));
                        }
                    });
                    return form;
                });
            }
            at += lengths.get(chunk).bytes;
        }
        return rows;
    }

    private List<Length> delays() throws IOException {
        return part(Part.DELAYS, form -> form.records(Length.class, List.of()));
    }

    /** What clients and nodes did as a whole: some of {@link #sums}. */
    Sums load() throws IOException {
        return part(Part.LOAD, Sums.NOTHING::keep);
    }

    /** What the window is compared by. */
    public Sums sums() throws IOException {
        return part(Part.SUMS, Sums.NOTHING::keep);
    }

    /** Its paths by role, in the order of its report. */
    List<Listed> paths() throws IOException {
        return part(Part.PATHS, form -> form.records(Listed.class, List.of()));
    }

    /** The traffic between roles. */
    public BoxPairs pairs() throws IOException {
        return part(Part.PAIRS, form -> form.record(BoxPairs.class, null));
    }

    /** The traffic between boxes of a map, where the nodes of these roles are boxes of their own. */
    public BoxPairs pairs(Set<String> open) throws IOException {
        KeptEdges edges = edges();
        return BoxPairs.of(terms().nodes(), rows(edges, 0, edges.size()), tables().calls(), open);
    }

    /** Its long lists. */
    public WindowTables tables() throws IOException {
        return part(Part.TABLES, form -> form.record(WindowTables.class, null));
    }

    /** Adds those of these paths that the window has. */
    public void addPaths(Set<String> wanted, PatternTable to) throws IOException {
        long at = places[places.length - 1]
                + delays().stream().mapToLong(Length::bytes).sum();
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
