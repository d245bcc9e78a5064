package io.wirepath.merge.spool;

import static io.wirepath.merge.spool.Documents.MANY;
import static io.wirepath.merge.spool.Documents.NOW;
import static io.wirepath.merge.spool.Documents.RUN;
import static io.wirepath.merge.spool.Documents.sighting;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.wirepath.flows.OuterLayers;
import io.wirepath.flows.Sighting;
import io.wirepath.flows.SightingCodec;
import io.wirepath.merge.log.LogDocument;
import io.wirepath.sniffer.CounterSet;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What a holder of a sniffer's certificate may send: whole, sealed, numbered, and senseless. */
final class HostileDocumentTest {

    private final LogDocument document = new LogDocument(SpoolDocument.MAX_LENGTH);

    @TempDir
    private Path temp;

    private static Arguments made(String name, int kind, Consumer<ByteBuffer> rest) {
        return Arguments.of(name, kind, rest);
    }

    private static Consumer<ByteBuffer> name(int origin, int textLength) {
        return to -> to.putLong(0)
                .putLong(1)
                .put((byte) origin)
                .putShort((short) textLength)
                .put(new byte[2]);
    }

    private static Consumer<ByteBuffer> record(int at, long value) {
        return to -> {
            Sighting sighting = sighting(1);
            to.put(to.position(), sighting.bytes(), 0, SightingCodec.LENGTH);
            to.putLong(to.position() + at, value).position(to.position() + SightingCodec.LENGTH);
        };
    }

    static Stream<Arguments> malformed() {
        return Stream.of(
                made("name of origin 99", SpoolDocument.NAME, name(99, 2)),
                made("name that runs over", SpoolDocument.NAME, name(0, 5000)),
                made("name with something behind it", SpoolDocument.NAME, name(0, 1)),
                made("gap for reason 99", SpoolDocument.GAP, to -> to.put((byte) 99)),
                made("gap without a reason", SpoolDocument.GAP, to -> {}),
                made("progress without a time", SpoolDocument.PROGRESS, to -> {}),
                made("progress to the end of time", SpoolDocument.PROGRESS, to -> to.putLong(Long.MAX_VALUE)),
                made("counters of garbage", SpoolDocument.COUNTERS, to -> to.put(new byte[] {1, 2, -1, -1, 5, 6})),
                made(
                        "counter of kind 99",
                        SpoolDocument.COUNTERS,
                        to -> to.putLong(0)
                                .putLong(0)
                                .putShort((short) 1)
                                .putShort((short) 0)
                                .put((byte) 99)
                                .putShort((short) 0)
                                .putLong(1)),
                made(
                        "run that runs over",
                        SpoolDocument.START,
                        to -> to.putLong(0).putLong(0).putShort((short) 99)),
                made("note without a text", SpoolDocument.NOTE, to -> to.putLong(0)),
                made(
                        "layers of kind 99",
                        SpoolDocument.LAYERS,
                        to -> to.put(new byte[26])
                                .put((byte) 1)
                                .put((byte) 99)
                                .put(new byte[OuterLayers.LAYER_BYTES - 1])),
                made(
                        "255 layers",
                        SpoolDocument.LAYERS,
                        to -> to.put(new byte[26]).put((byte) -1)),
                made(
                        "sighting at the end of time",
                        SpoolDocument.SIGHTING,
                        record(SightingCodec.FIRST_BYTE_AT, Long.MAX_VALUE)),
                made("sighting of a negative length", SpoolDocument.SIGHTING, record(SightingCodec.BYTES_AT, -1)),
                made("sighting that says it is an end", SpoolDocument.SIGHTING, record(0, 0x8001)));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("malformed")
    void oneThatCanMeanNothingIsSetAsideAndTheRestGoesOn(String name, int kind, Consumer<ByteBuffer> rest)
            throws IOException {
        try (SpoolWriter copy = Spool.openCopy(temp, UUID.randomUUID(), MANY, NOW)) {
            append(copy, SpoolDocument.START, 1, to -> SpoolDocument.putRun(to, RUN));
            append(copy, kind, 2, rest);
            append(copy, SpoolDocument.SIGHTING, 3, record(SightingCodec.DIGEST_AT, 7));
        }
        try (SpoolReader reader = Spool.read(temp)) {
            Documents got = Documents.of(reader);
            assertEquals(List.of(7L), got.digests);
            assertEquals(
                    List.of("gap 2..2 MALFORMED"),
                    got.lines.stream().filter(line -> line.startsWith("gap")).toList());
            assertEquals(1, reader.documentsMalformed());
            assertEquals(1, reader.documentsMissing());
        }
    }

    @Test
    void documentsOfAnyBytesEndNoReading() throws IOException {
        Random random = new Random(7);
        int honest = 0;
        try (SpoolWriter copy = Spool.openCopy(temp, UUID.randomUUID(), MANY, NOW)) {
            for (int number = 1; number < 20_000; number++) {
                if (number % 10 == 0) {
                    honest++;
                    append(copy, SpoolDocument.SIGHTING, number, record(SightingCodec.DIGEST_AT, -number));
                    continue;
                }
                int kind = random.nextInt(1, SpoolDocument.ROLL);
                if (kind != SpoolDocument.SIGHTING && kind != SpoolDocument.CONNECTION_END) {
                    byte[] rest = new byte[random.nextInt(80)];
                    random.nextBytes(rest);
                    // small numbers make it far
                    for (int i = 0; i < rest.length; i++) {
                        rest[i] = random.nextInt(3) > 0 ? (byte) (rest[i] & 3) : rest[i];
                    }
                    append(copy, kind, number, to -> to.put(rest));
                }
            }
        }
        try (SpoolReader reader = Spool.read(temp)) {
            Documents got = new Documents() {
                @Override
                public void onCounters(long number, List<CounterSet.Value> counters) {
                    counters.forEach(CounterSet.Value::value);
                }

                @Override
                public void onOuterLayers(
                        long number, long connection, long high, long low, int port, OuterLayers layers) {
                    layers.toList();
                }
            };
            while (reader.read(got)) {
                // all of it
            }
            assertEquals(honest, got.digests.size());
        }
    }

    private void append(SpoolWriter copy, int kind, long number, Consumer<ByteBuffer> rest) {
        rest.accept(SpoolDocument.begin(document, kind, number));
        document.seal();
        copy.append(document.bytes());
    }
}
