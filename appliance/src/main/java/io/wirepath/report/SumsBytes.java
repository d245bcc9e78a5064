package io.wirepath.report;

import io.wirepath.analyze.sum.BinnedDelays;
import io.wirepath.analyze.sum.ComparedPlace;
import io.wirepath.analyze.sum.DelayTrack;
import io.wirepath.analyze.sum.Measure;
import io.wirepath.analyze.sum.ShareTrack;
import io.wirepath.analyze.sum.Sums;
import io.wirepath.causes.TimeSpan;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Sums as they are kept of each window.
 *
 * <pre>
 *  u8 form, 1 · i64 first, last · blocks: u32 number, {i64 from, to}
 *  delay tracks: u32 number, {place, text kind, a block each: u32 bins, {u32 bin, count}}
 *  share tracks: u32 number, {place, a block each: f64 events, trials}
 *  place: u8 sort, text name, text peer, u8 measure
 * </pre>
 */
public final class SumsBytes {

    private static final int FORM = 1;

    private SumsBytes() {}

    /** The bytes. */
    public static byte[] of(Sums sums) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (DataOutputStream to = new DataOutputStream(bytes)) {
            to.writeByte(FORM);
            to.writeLong(sums.firstNanos());
            to.writeLong(sums.lastNanos());
            to.writeInt(sums.blocks().size());
            for (TimeSpan block : sums.blocks()) {
                to.writeLong(block.fromNanos());
                to.writeLong(block.toNanos());
            }
            to.writeInt(sums.delays().size());
            for (DelayTrack track : sums.delays()) {
                place(track.place(), track.measure(), to);
                to.writeUTF(track.kind());
                for (BinnedDelays block : track.blocks()) {
                    to.writeInt(block.bin().length);
                    for (int i = 0; i < block.bin().length; i++) {
                        to.writeInt(block.bin()[i]);
                        to.writeInt(block.count()[i]);
                    }
                }
            }
            to.writeInt(sums.shares().size());
            for (ShareTrack track : sums.shares()) {
                place(track.place(), track.measure(), to);
                for (int i = 0; i < track.events().length; i++) {
                    to.writeDouble(track.events()[i]);
                    to.writeDouble(track.trials()[i]);
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }

    private static void place(ComparedPlace place, Measure measure, DataOutputStream to) throws IOException {
        to.writeByte(place.sort().ordinal());
        to.writeUTF(place.name());
        to.writeUTF(place.peer());
        to.writeByte(measure.ordinal());
    }

    /**
     * Reads the bytes.
     *
     * @throws IOException where they are none of this form
     */
    public static Sums read(byte[] bytes) throws IOException {
        try (DataInputStream from = new DataInputStream(new ByteArrayInputStream(bytes))) {
            if (from.readByte() != FORM) {
                throw new IOException("sums of another version");
            }
            long first = from.readLong();
            long last = from.readLong();
            List<TimeSpan> blocks = new ArrayList<>();
            for (int left = from.readInt(); left > 0; left--) {
                blocks.add(new TimeSpan(from.readLong(), from.readLong()));
            }
            List<DelayTrack> delays = new ArrayList<>();
            for (int left = from.readInt(); left > 0; left--) {
                ComparedPlace place = place(from);
                Measure measure = Measure.values()[from.readByte()];
                delays.add(new DelayTrack(place, measure, from.readUTF(), delays(from, blocks.size())));
            }
            List<ShareTrack> shares = new ArrayList<>();
            for (int left = from.readInt(); left > 0; left--) {
                ComparedPlace place = place(from);
                Measure measure = Measure.values()[from.readByte()];
                double[] events = new double[blocks.size()];
                double[] trials = new double[blocks.size()];
                for (int i = 0; i < events.length; i++) {
                    events[i] = from.readDouble();
                    trials[i] = from.readDouble();
                }
                shares.add(new ShareTrack(place, measure, events, trials));
            }
            return new Sums(first, last, blocks, delays, shares);
        } catch (IndexOutOfBoundsException | IllegalArgumentException | NegativeArraySizeException e) {
            throw new IOException("damaged sums: " + e.getMessage(), e);
        }
    }

    private static ComparedPlace place(DataInputStream from) throws IOException {
        return new ComparedPlace(ComparedPlace.Sort.values()[from.readByte()], from.readUTF(), from.readUTF());
    }

    private static List<BinnedDelays> delays(DataInputStream from, int blocks) throws IOException {
        List<BinnedDelays> all = new ArrayList<>();
        for (int block = 0; block < blocks; block++) {
            int size = from.readInt();
            if (size > BinnedDelays.MOST + 1) {
                throw new IOException("damaged sums: a block of " + size + " bins");
            }
            int[] bin = new int[size];
            int[] count = new int[size];
            for (int i = 0; i < size; i++) {
                bin[i] = from.readInt();
                count[i] = from.readInt();
                if (bin[i] < 0 || bin[i] > BinnedDelays.MOST || count[i] < 1 || i > 0 && bin[i] <= bin[i - 1]) {
                    throw new IOException("damaged sums: bins must ascend and counts be positive");
                }
            }
            all.add(size == 0 ? BinnedDelays.NONE : new BinnedDelays(bin, count));
        }
        return all;
    }
}
