package io.wirepath.merge.store;

import static io.wirepath.merge.log.LogDocument.putText;
import static io.wirepath.merge.log.LogDocument.takeText;
import static java.util.Objects.requireNonNull;

import io.wirepath.merge.log.CounterCodec;
import io.wirepath.merge.log.DocumentShape;
import io.wirepath.merge.log.LogDocument;
import io.wirepath.merge.result.Address;
import io.wirepath.merge.result.ClockLine;
import io.wirepath.merge.result.HomeSniffer;
import io.wirepath.merge.result.LinkLoss;
import io.wirepath.merge.result.MergeResult;
import io.wirepath.merge.result.MergeResult.SnifferClock;
import io.wirepath.nat.Translation;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * The payload of the document with what a merge learnt. Lists begin with their length; of lists longer than
 * {@value #MAX_ROWS} the first rows are kept.
 *
 * <pre>
 *  u16 reference
 *  u16 clocks       × [ u16 sniffer  i64 at  u16 pieces  i64 matched  u8 lines
 *                      × [ i64 from  i64 to  i64 at  f64 offset  f64 uncertainty  f64 skew  f64 uncertainty ] ]
 *  u16 homes        × [ i64 i64 address  u16 sniffer  f64 share  u8 hops ]
 *  u16 translations × [ u8 kind (ordinal)  4 × text  i64 connections  i64 evidence  f64 confidence  u8 rule  i64 first  i64 last ]
 *  u16 losses       × [ u16 from  u16 to  5 × i64 ]
 *  counters, see {@link CounterCodec}
 * </pre>
 */
final class ResultCodec {

    private static final int MAX_ROWS = 3000;

    private static final int MAX_LINES = 0xff;

    /** Of clocks with more in all, the line about the middle of each is kept: a document has an end. */
    private static final int MAX_LINES_IN_ALL = 4096;

    private static final Translation.Kind[] KINDS = Translation.Kind.values();

    private ResultCodec() {}

    static void encode(LogDocument document, MergeResult result) {
        ByteBuffer buffer = StoreDocument.begin(document, StoreDocument.RESULT);
        buffer.putShort((short) result.reference());
        int most = Math.min(
                MAX_LINES, MAX_LINES_IN_ALL / Math.max(1, result.clocks().size()));
        putRows(buffer, result.clocks(), (to, clock) -> putClock(to, clock, most));
        putRows(buffer, result.homes(), ResultCodec::putHome);
        putRows(buffer, result.translations(), ResultCodec::putTranslation);
        putRows(buffer, result.losses(), ResultCodec::putLoss);
        CounterCodec.put(buffer, result.counters());
        document.seal();
    }

    /** Walks over what {@link #decode} would read. */
    static DocumentShape check(DocumentShape shape) {
        shape.skip(Short.BYTES);
        rows(shape, ResultCodec::checkClock);
        rows(shape, row -> row.skip(2 * Long.BYTES + Short.BYTES + Double.BYTES + 1));
        rows(shape, row -> row.below(KINDS.length).text().text().text().text().skip(5 * Long.BYTES + 1));
        rows(shape, row -> row.skip(2 * Short.BYTES + 5 * Long.BYTES));
        return shape.counters();
    }

    private static void rows(DocumentShape shape, Consumer<DocumentShape> row) {
        for (int left = shape.u16(); left > 0 && shape.isSound(); left--) {
            row.accept(shape);
        }
    }

    private static void checkClock(DocumentShape shape) {
        shape.skip(2 * Short.BYTES + 2 * Long.BYTES);
        for (int left = shape.u8(); left > 0 && shape.isSound(); left--) {
            shape.skip(3 * Long.BYTES + 4 * Double.BYTES);
        }
    }

    /** Reads what {@link #encode} wrote; the position is at the payload. */
    static MergeResult decode(ByteBuffer from) {
        int reference = from.getShort() & 0xffff;
        return new MergeResult(
                reference,
                takeRows(from, ResultCodec::takeClock),
                takeRows(from, ResultCodec::takeHome),
                takeRows(from, ResultCodec::takeTranslation),
                takeRows(from, ResultCodec::takeLoss),
                CounterCodec.take(from));
    }

    private static <T> void putRows(ByteBuffer to, List<T> rows, BiConsumer<ByteBuffer, T> put) {
        int kept = Math.min(rows.size(), MAX_ROWS);
        to.putShort((short) kept);
        rows.stream().limit(kept).forEach(row -> put.accept(to, row));
    }

    private static <T> List<T> takeRows(ByteBuffer from, Function<ByteBuffer, T> take) {
        int size = from.getShort() & 0xffff;
        List<T> rows = new ArrayList<>(size);
        for (int i = 0; i < size; i++) {
            rows.add(take.apply(from));
        }
        return List.copyOf(rows);
    }

    private static void putClock(ByteBuffer to, SnifferClock clock, int mostLines) {
        to.putShort((short) clock.sniffer()).putLong(clock.atNanos());
        to.putShort((short) clock.pieces()).putLong(clock.matched());
        List<ClockLine> lines =
                clock.lines().size() > mostLines ? List.of(requireNonNull(clock.line())) : clock.lines();
        to.put((byte) lines.size());
        for (ClockLine line : lines) {
            to.putLong(line.fromNanos()).putLong(line.toNanos()).putLong(line.atNanos());
            to.putDouble(line.offsetNanos()).putDouble(line.offsetUncertaintyNanos());
            to.putDouble(line.skew()).putDouble(line.skewUncertainty());
        }
    }

    private static SnifferClock takeClock(ByteBuffer from) {
        int sniffer = from.getShort() & 0xffff;
        long at = from.getLong();
        int pieces = from.getShort() & 0xffff;
        long matched = from.getLong();
        List<ClockLine> lines = new ArrayList<>();
        for (int left = from.get() & 0xff; left > 0; left--) {
            lines.add(new ClockLine(
                    from.getLong(),
                    from.getLong(),
                    from.getLong(),
                    from.getDouble(),
                    from.getDouble(),
                    from.getDouble(),
                    from.getDouble()));
        }
        return new SnifferClock(sniffer, at, List.copyOf(lines), pieces, matched);
    }

    private static void putHome(ByteBuffer to, HomeSniffer home) {
        to.putLong(home.node().high()).putLong(home.node().low());
        to.putShort((short) home.sniffer()).putDouble(home.share()).put((byte) home.hops());
    }

    private static HomeSniffer takeHome(ByteBuffer from) {
        Address node = new Address(from.getLong(), from.getLong());
        return new HomeSniffer(node, from.getShort() & 0xffff, from.getDouble(), from.get() & 0xff);
    }

    private static void putTranslation(ByteBuffer to, Translation translation) {
        to.put((byte) translation.kind().ordinal());
        putText(to, translation.fromSource());
        putText(to, translation.fromDestination());
        putText(to, translation.toSource());
        putText(to, translation.toDestination());
        to.putLong(translation.connections()).putLong(translation.evidence());
        to.putDouble(translation.confidence()).put((byte) (translation.rule() ? 1 : 0));
        to.putLong(translation.firstNanos()).putLong(translation.lastNanos());
    }

    private static Translation takeTranslation(ByteBuffer from) {
        return new Translation(
                KINDS[from.get()],
                takeText(from),
                takeText(from),
                takeText(from),
                takeText(from),
                from.getLong(),
                from.getLong(),
                from.getDouble(),
                from.get() != 0,
                from.getLong(),
                from.getLong());
    }

    private static void putLoss(ByteBuffer to, LinkLoss loss) {
        to.putShort((short) loss.from()).putShort((short) loss.to());
        to.putLong(loss.connections()).putLong(loss.segments()).putLong(loss.emptySegments());
        to.putLong(loss.bytes()).putLong(loss.notCapturedBytes());
    }

    private static LinkLoss takeLoss(ByteBuffer from) {
        return new LinkLoss(
                from.getShort() & 0xffff,
                from.getShort() & 0xffff,
                from.getLong(),
                from.getLong(),
                from.getLong(),
                from.getLong(),
                from.getLong());
    }
}
