package io.wirepath.pipeline;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.wirepath.flows.Sighting;
import io.wirepath.flows.SightingCodec;
import io.wirepath.flows.SightingSink;
import io.wirepath.flows.SiteId;
import io.wirepath.merge.result.Address;
import io.wirepath.merge.spool.SnifferRun;
import io.wirepath.merge.spool.Spool;
import io.wirepath.merge.spool.SpoolSettings;
import io.wirepath.merge.spool.SpoolWriter;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class SpoolReadingTest {

    private static final long SECOND = 1_000_000_000L;
    private static final int ASKED = 7;

    @TempDir
    private Path directory;

    private static Sighting sighting(long source, long bytes) {
        ByteBuffer record = ByteBuffer.allocate(SightingCodec.LENGTH).order(ByteOrder.LITTLE_ENDIAN);
        record.putShort(SightingCodec.VERSION_AT, (short) SightingCodec.VERSION);
        record.putLong(SightingCodec.FIRST_BYTE_AT, SECOND);
        record.putLong(SightingCodec.LAST_BYTE_AT, SECOND);
        record.putLong(SightingCodec.SOURCE_AT + Long.BYTES, source);
        record.putLong(SightingCodec.BYTES_AT, bytes);
        return new Sighting().wrap(record, 0);
    }

    private List<Long> traces(List<Address> only) throws Exception {
        List<Long> traces = new ArrayList<>();
        try (SpoolReading reading = new SpoolReading(directory, false, SpoolSpans.ALL, only)) {
            reading.read(new SightingSink() {
                @Override
                public void onSighting(Sighting sighting) {}

                @Override
                public void onSiteId(Sighting of, SiteId carried) {
                    traces.add(Long.parseLong(carried.key(), 16));
                    assertEquals(
                            Long.parseLong(carried.key(), 16), of.lengthBytes(), "an identifier of another message");
                }
            });
        }
        return traces;
    }

    /** Also where that is of others, and is passed over. */
    @Test
    void anIdentifierGoesWithItsOwnSighting() throws Exception {
        try (SpoolWriter writer = Spool.open(directory, SpoolSettings.defaults(), SECOND)) {
            writer.start(new SnifferRun("tap", "eth1", "wirepath", "host", SECOND, 0));
            for (int each = 1; each <= 4; each++) {
                Sighting sighting = sighting(each % 2 == 0 ? ASKED : 1, each);
                if (each < 4) {
                    writer.onSiteId(sighting, SiteId.kept(each, "", ""));
                }
                writer.onSighting(sighting);
            }
        }
        assertEquals(List.of(1L, 2L, 3L), traces(List.of()));
        assertEquals(List.of(2L), traces(List.of(new Address(0, ASKED))));
    }
}
