package io.wirepath.appliance.serve.input;

import io.wirepath.flows.ConnectionEnd;
import io.wirepath.flows.Sighting;
import io.wirepath.flows.SightingCodec;
import io.wirepath.flows.SightingSink.NameOrigin;
import io.wirepath.flows.SiteId;
import io.wirepath.merge.live.LiveMerge;
import io.wirepath.merge.operation.OperationTemplates;
import io.wirepath.merge.spool.HostLoad;
import io.wirepath.merge.spool.SnifferRun;
import io.wirepath.merge.spool.Spool;
import io.wirepath.merge.spool.SpoolDocument;
import io.wirepath.merge.spool.SpoolException;
import io.wirepath.merge.spool.SpoolGap;
import io.wirepath.merge.spool.SpoolReader;
import io.wirepath.merge.spool.SpoolVisitor;
import io.wirepath.sniffer.CounterSet;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** A spool that is read while it is written. Used by one thread. */
public final class SpoolFeed implements Feed {

    private final String sniffer;
    private final SpoolReader reader;
    private final SnifferLedger ledger;

    private long malformedReported;
    private long damagedReported;

    /** Whether the beginning of the next run may be missing. */
    private boolean gap;

    /** Of the sighting that comes next; null where the sniffer kept none. */
    private @Nullable SiteId id;

    /**
     * Opens a spool.
     *
     * @param sniffer name that its sightings go by
     * @throws SpoolException when it cannot be read
     */
    public SpoolFeed(String sniffer, Path directory, SnifferLedger ledger) throws SpoolException {
        this.sniffer = sniffer;
        this.ledger = ledger;
        reader = Spool.read(directory);
    }

    @Override
    public String sniffer() {
        return sniffer;
    }

    @Override
    public UUID incarnation() {
        return reader.incarnation();
    }

    @Override
    public void seek(long number) throws IOException {
        reader.seek(number);
        id = null;
    }

    @Override
    public int read(LiveMerge merge, int source, int most) throws IOException {
        Handover to = new Handover(merge, source);
        int read = 0;
        while (read < most && merge.takes(source) && reader.read(to)) {
            read++;
        }
        if (read > 0) {
            ledger.onRead(sniffer, to.progressNanos, read);
        }
        return read;
    }

    @Override
    public Optional<String> problem() {
        long malformed = reader.documentsMalformed() - malformedReported;
        long damaged = reader.damagedPlaces() - damagedReported;
        if (malformed == 0 && damaged == 0) {
            return Optional.empty();
        }
        malformedReported += malformed;
        damagedReported += damaged;
        String problem = malformed > 0
                ? malformed + " records were intact but had impossible content, the last before number "
                        + (reader.number() + 1) + ": they were set aside; check who writes as this sniffer"
                : damaged + " damaged places in its spool were skipped (first: " + reader.damage() + ")";
        ledger.onNote(sniffer, problem);
        return Optional.of("sniffer " + sniffer + ": " + problem);
    }

    @Override
    public void close() {
        reader.close();
    }

    private final class Handover implements SpoolVisitor {

        private final LiveMerge merge;
        private final int source;
        private long progressNanos;

        Handover(LiveMerge merge, int source) {
            this.merge = merge;
            this.source = source;
        }

        @Override
        public void onStart(long number, SnifferRun run) {
            ledger.onStart(sniffer, run);
            if (SpoolDocument.kind(reader.document()) == SpoolDocument.START) {
                merge.start(source, number);
            } else if (gap) {
                merge.startUnseen(source, number);
            }
            // else reading goes on in the midst of a run, which the merge knows
            gap = false;
        }

        @Override
        public void onSiteId(long number, SiteId carried) {
            id = carried;
        }

        @Override
        public void onSighting(long number, Sighting sighting) {
            if (id != null) {
                ledger.ids().take(sniffer, sighting, id);
                id = null;
            }
            String asked = reader.operation(sighting.operation());
            int operation = asked == null
                    ? OperationTemplates.OTHER
                    : ledger.operations().number(asked, sighting);
            sighting.bytes().putShort(sighting.offset() + SightingCodec.OPERATION_AT, (short) operation);
            merge.offer(source, number, sighting.bytes(), sighting.offset());
        }

        @Override
        public void onConnectionEnd(long number, ConnectionEnd end) {
            merge.offer(source, number, end.bytes(), end.offset());
        }

        @Override
        public void onName(long number, long addressHigh, long addressLow, String name, NameOrigin origin) {
            merge.name(source, number, addressHigh, addressLow, name, origin);
        }

        @Override
        public void onProgress(long number, long timeNanos) {
            progressNanos = timeNanos;
            merge.progress(source, number, timeNanos);
        }

        @Override
        public void onCounters(long number, List<CounterSet.Value> counters) {
            ledger.onCounters(sniffer, counters);
        }

        @Override
        public void onNote(long number, long timeNanos, String text) {
            ledger.onRemark(sniffer, timeNanos, text);
        }

        @Override
        public void onLoad(long number, long timeNanos, List<HostLoad> loads) {
            ledger.onLoad(sniffer, timeNanos, loads);
        }

        @Override
        public void onEnd(long number) {
            merge.end(source, number);
        }

        @Override
        public void onGap(SpoolGap missing) {
            id = null; // its sighting is missing
            merge.gap(source, missing.last(), missing.count());
            gap = true;
        }
    }
}
