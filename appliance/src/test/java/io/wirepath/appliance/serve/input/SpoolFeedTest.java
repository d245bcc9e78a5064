package io.wirepath.appliance.serve.input;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.wirepath.flows.Sighting;
import io.wirepath.flows.SightingCodec;
import io.wirepath.flows.SiteId;
import io.wirepath.merge.Consumed;
import io.wirepath.merge.MessageRecord;
import io.wirepath.merge.live.Checkpoint;
import io.wirepath.merge.live.LiveMerge;
import io.wirepath.merge.live.LiveMergeSettings;
import io.wirepath.merge.live.MergedSink;
import io.wirepath.merge.spool.SnifferRun;
import io.wirepath.merge.spool.Spool;
import io.wirepath.merge.spool.SpoolSettings;
import io.wirepath.merge.spool.SpoolWriter;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Spools that are not read from the beginning of a run. */
class SpoolFeedTest {

    private static final long SECOND = 1_000_000_000L;
    private static final int DOCUMENTS = 50;

    private static final MergedSink NOBODY = new MergedSink() {
        @Override
        public void onMessage(MessageRecord message, Consumed consumed) {
            // there are none
        }
    };

    @TempDir
    private Path directory;

    private void write() throws Exception {
        SpoolSettings settings = SpoolSettings.defaults().withRolls(64 << 20, 10 * SECOND);
        try (SpoolWriter writer = Spool.open(directory, settings, SECOND)) {
            writer.start(new SnifferRun("tap", "eth1", "wirepath", "host", SECOND, 0));
            for (int i = 1; i < DOCUMENTS; i++) {
                writer.onTime(i * SECOND);
                writer.onProgress(i * SECOND);
            }
        }
    }

    private static int read(SpoolFeed feed, LiveMerge merge, int source) throws Exception {
        return read(feed, merge, source, 7);
    }

    private static int read(SpoolFeed feed, LiveMerge merge, int source, int most) throws Exception {
        int all = 0;
        for (int read = feed.read(merge, source, most); read > 0; read = feed.read(merge, source, most)) {
            all += read;
        }
        return all;
    }

    @Test
    void goesOnInTheMidstOfARun() throws Exception {
        write();
        LiveMerge merge = LiveMerge.resume(Checkpoint.empty(), LiveMergeSettings.defaults(), NOBODY);
        try (SpoolFeed feed = new SpoolFeed("tap", directory, new SnifferLedger())) {
            int source = merge.source("tap", feed.incarnation());
            feed.seek(25);
            assertEquals(DOCUMENTS - 24, read(feed, merge, source));
            assertEquals(0, merge.status().sniffers().get(0).runs());
        }
    }

    @Test
    void beginsWithARunWhoseFirstDocumentsWereDeleted() throws Exception {
        write();
        Path oldest;
        try (Stream<Path> rolls = Files.list(directory)) {
            oldest = rolls.filter(roll -> roll.getFileName().toString().startsWith("0"))
                    .sorted()
                    .findFirst()
                    .orElseThrow();
        }
        int deleted = DOCUMENTS;
        try (Stream<Path> files = Files.walk(oldest)) {
            for (Path file : files.sorted((a, b) -> b.compareTo(a)).toList()) {
                Files.delete(file);
            }
        }
        LiveMerge merge = LiveMerge.resume(Checkpoint.empty(), LiveMergeSettings.defaults(), NOBODY);
        try (SpoolFeed feed = new SpoolFeed("tap", directory, new SnifferLedger())) {
            int source = merge.source("tap", feed.incarnation());
            feed.seek(1);
            deleted -= read(feed, merge, source);
            assertEquals(deleted, merge.status().sniffers().get(0).missing());
            assertEquals(1, merge.status().sniffers().get(0).runs());
        }
    }

    private static Sighting sighting(long length) {
        ByteBuffer bytes = ByteBuffer.allocate(SightingCodec.LENGTH).order(ByteOrder.LITTLE_ENDIAN);
        bytes.putShort(SightingCodec.VERSION_AT, (short) SightingCodec.VERSION);
        bytes.putLong(SightingCodec.FIRST_BYTE_AT, SECOND);
        bytes.putLong(SightingCodec.LAST_BYTE_AT, SECOND);
        bytes.putLong(SightingCodec.BYTES_AT, length);
        return new Sighting().wrap(bytes, 0);
    }

    /** Each document is read by itself, and the first sighting cannot be used. */
    @Test
    void anIdentifierGoesWithItsOwnSighting() throws Exception {
        SpoolSettings settings = SpoolSettings.defaults().withRolls(64 << 20, 10 * SECOND);
        try (SpoolWriter writer = Spool.open(directory, settings, SECOND)) {
            writer.start(new SnifferRun("tap", "eth1", "wirepath", "host", SECOND, 0));
            for (int each = 0; each < 3; each++) {
                Sighting sighting = sighting(each == 0 ? -1 : 1);
                if (each < 2) {
                    writer.onSiteId(sighting, SiteId.kept(each + 1, "", ""));
                }
                writer.onSighting(sighting);
            }
        }
        LiveMerge merge = LiveMerge.resume(Checkpoint.empty(), LiveMergeSettings.defaults(), NOBODY);
        SnifferLedger ledger = new SnifferLedger();
        try (SpoolFeed feed = new SpoolFeed("tap", directory, ledger)) {
            read(feed, merge, merge.source("tap", feed.incarnation()), 1);
            assertTrue(feed.problem().orElse("").contains("1 records were intact"));
        }
        assertEquals(1, ledger.ids().counters().get(0).value());
    }
}
