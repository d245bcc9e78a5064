package io.wirepath.cluster.slice;

import io.wirepath.cluster.kafka.SightingRecord;
import io.wirepath.merge.log.LogDocument;
import io.wirepath.merge.spool.Spool;
import io.wirepath.merge.spool.SpoolDocument;
import io.wirepath.merge.spool.SpoolSettings;
import io.wirepath.merge.spool.SpoolWriter;
import io.wirepath.pipeline.Failure;
import io.wirepath.pipeline.StoreDirectory;
import io.wirepath.sniffer.file.PrivateFiles;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;

/**
 * What all sniffers brought of one slice, as spools: what one process reads. Temporary; deleted when this is closed.
 * The documents of a sniffer come in their order; which sniffer's comes first makes no difference. Used by one thread.
 */
public final class SliceSpools implements Closeable {

    /** A slice is bounded by its time, so its spools are not. */
    private static final SpoolSettings UNBOUNDED = new SpoolSettings(
            Long.MAX_VALUE / 2, Long.MAX_VALUE / 2, 256L << 20, Long.MAX_VALUE / 2, Long.MAX_VALUE / 2, 0);

    private static final int SEAL = LogDocument.SEAL_BYTES;
    private static final int REST_AT = LogDocument.PAYLOAD_AT + Long.BYTES;

    private final boolean dense;
    private final StoreDirectory directory = new StoreDirectory();
    private final Map<String, Copy> copies = new TreeMap<>();
    private final LogDocument numbered = new LogDocument(SpoolDocument.MAX_LENGTH);

    private static final class Copy {
        final Path place;
        final SpoolWriter writer;
        long lastNumber;

        Copy(Path place, SpoolWriter writer) {
            this.place = place;
            this.writer = writer;
        }
    }

    /**
     * Starts without sniffers.
     *
     * @param dense whether documents are numbered again: what a slice leaves out is not missing
     */
    public SliceSpools(boolean dense) {
        this.dense = dense;
    }

    /** Takes a document, which is whole; one that came before is passed over. */
    public void add(byte[] record) {
        ByteBuffer document = SightingRecord.document(record);
        String sniffer = SightingRecord.sniffer(record);
        UUID incarnation = SightingRecord.incarnation(record);
        Copy copy = copies.computeIfAbsent(sniffer + "/" + incarnation, key -> open(sniffer, incarnation));
        long number = SpoolDocument.number(document);
        if (number <= copy.lastNumber) {
            return;
        }
        copy.lastNumber = number;
        if (!copy.writer.append(dense ? renumbered(document, copy.writer.lastNumber() + 1) : document)) {
            throw new Failure(directory.path() + ": the disk is full");
        }
    }

    private Copy open(String sniffer, UUID incarnation) {
        Path place = directory.path().resolve(incarnation.toString()).resolve(sniffer);
        try {
            PrivateFiles.createDirectories(place);
            return new Copy(place, Spool.openCopy(place, incarnation, UNBOUNDED, 0));
        } catch (IOException e) {
            throw Failure.of(place, "cannot be written", e);
        }
    }

    private ByteBuffer renumbered(ByteBuffer document, long number) {
        ByteBuffer to = numbered.begin(LogDocument.kind(document), LogDocument.version(document));
        to.putLong(number);
        int rest = document.limit() - SEAL - REST_AT;
        to.put(REST_AT, document, REST_AT, rest).position(REST_AT + rest);
        return numbered.seal();
    }

    /** Ends the spools; they are in the order of the sniffers' names. */
    public List<Path> finish() {
        List<Path> places = new ArrayList<>();
        for (Copy copy : copies.values()) {
            copy.writer.close();
            places.add(copy.place);
        }
        return places;
    }

    @Override
    public void close() {
        copies.values().forEach(copy -> copy.writer.close());
        directory.close();
    }
}
