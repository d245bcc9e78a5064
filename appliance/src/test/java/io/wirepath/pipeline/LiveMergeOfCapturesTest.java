package io.wirepath.pipeline;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.wirepath.flows.ConnectionEnd;
import io.wirepath.flows.Sighting;
import io.wirepath.flows.SightingCodec;
import io.wirepath.flows.SightingSink;
import io.wirepath.flows.pipeline.FlowSettings;
import io.wirepath.merge.MessageCodec;
import io.wirepath.merge.MessageRecord;
import io.wirepath.merge.SightingMerge;
import io.wirepath.merge.live.Checkpoint;
import io.wirepath.merge.live.LiveMerge;
import io.wirepath.merge.live.LiveMergeSettings;
import io.wirepath.merge.reconcile.MergeSettings;
import io.wirepath.merge.reconcile.ReconcilingMerge;
import io.wirepath.nat.NatRules;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** The sample's four captures, whose clocks are seconds apart, give the same messages when they come live. */
final class LiveMergeOfCapturesTest {

    private static final List<String> SNIFFERS = List.of("sw-app", "sw-data", "sw-front", "sw-web");
    private static final String REFERENCE = "sw-app";

    /** What a sniffer's spool would hold: records, and where there is none, how far its capture had come. */
    private record Document(ByteBuffer record, long progressNanos) {}

    private record Times(long sent, long received, long uncertainty) {

        static final Comparator<Times> IN_ORDER =
                Comparator.comparingLong(Times::sent).thenComparingLong(Times::received);
    }

    private final List<List<Document>> spools = new ArrayList<>();
    private final Map<String, List<Times>> wanted = new HashMap<>();
    private final Map<String, List<Times>> found = new HashMap<>();
    private final ReconcilingMerge files = new ReconcilingMerge(
            message -> add(wanted, message),
            new MergeSettings(
                    REFERENCE,
                    Map.of(),
                    MergeSettings.defaults().rules(),
                    Path.of(System.getProperty("java.io.tmpdir"))));

    private static void add(Map<String, List<Times>> to, MessageRecord m) {
        String content = m.sourceLow() + ":" + m.sourcePort() + " " + m.destinationLow() + ":" + m.destinationPort()
                + " " + m.virtualDestinationLow() + " " + m.lengthBytes() + " " + m.digest() + " " + m.role() + " "
                + m.sightings() + " " + m.senderSniffer() + " " + m.receiverSniffer();
        to.computeIfAbsent(content, key -> new ArrayList<>())
                .add(new Times(
                        m.sentNanos(), m.receivedNanos(), m.sentUncertaintyNanos() + m.receivedUncertaintyNanos()));
    }

    /** Hands everything to the merge of files, and keeps it. */
    private final class Keeping implements SightingMerge {

        @Override
        public SightingSink begin(int sniffer) {
            SightingSink to = files.begin(sniffer);
            files.name(sniffer, SNIFFERS.get(sniffer));
            List<Document> spool = new ArrayList<>();
            spools.add(spool);
            return new SightingSink() {
                @Override
                public void onSighting(Sighting sighting) {
                    to.onSighting(sighting);
                    keep(spool, sighting.bytes(), sighting.offset());
                }

                @Override
                public void onConnectionEnd(ConnectionEnd end) {
                    to.onConnectionEnd(end);
                    keep(spool, end.bytes(), end.offset());
                }

                @Override
                public void onProgress(long timeNanos) {
                    to.onProgress(timeNanos);
                    spool.add(new Document(null, timeNanos));
                }
            };
        }

        @Override
        public List<String> finish() {
            return files.finish();
        }

        private void keep(List<Document> spool, ByteBuffer from, int at) {
            ByteBuffer copy = ByteBuffer.allocate(SightingCodec.LENGTH).order(ByteOrder.LITTLE_ENDIAN);
            copy.put(0, from, at, SightingCodec.LENGTH);
            spool.add(new Document(copy, 0));
        }
    }

    @Test
    void arrivingLiveGivesTheMessagesOfTheFiles() throws Exception {
        Console console = new Console(
                new ByteArrayOutputStream(),
                new PrintStream(new ByteArrayOutputStream(), true, StandardCharsets.UTF_8),
                false,
                false,
                false);
        List<String> inputs = SNIFFERS.stream()
                .map(name -> "../samples/slow/" + name + ".pcap.gz")
                .toList();
        new CaptureReading(FlowSettings.defaults(), console, false)
                .read(inputs, new Keeping(), sniffer -> {}, note -> {});
        LiveMergeSettings.Site site = new LiveMergeSettings.Site(REFERENCE, Map.of(), NatRules.NONE);
        LiveMerge live = LiveMerge.resume(
                Checkpoint.empty(),
                LiveMergeSettings.defaults().with(site),
                (message, consumed) -> add(found, message));
        feed(live, new Random(3));
        live.flush();
        assertEquals(wanted.keySet(), found.keySet());
        assertTrue(wanted.size() > 10_000);
        wanted.forEach((content, times) -> {
            assertEquals(times.size(), found.get(content).size(), content);
            // contents repeat, and live messages come in another order
            times.sort(Times.IN_ORDER);
            found.get(content).sort(Times.IN_ORDER);
            for (int i = 0; i < times.size(); i++) {
                assertNear(times.get(i), found.get(content).get(i), content);
            }
        });
    }

    private static void assertNear(Times wanted, Times found, String content) {
        long stated = wanted.uncertainty + found.uncertainty;
        assertTrue(isNear(wanted.sent, found.sent, stated), content + ": " + wanted + ", live " + found);
        assertTrue(isNear(wanted.received, found.received, stated), content + ": " + wanted + ", live " + found);
    }

    private static boolean isNear(long wanted, long found, long within) {
        return wanted == MessageCodec.NIL ? found == MessageCodec.NIL : Math.abs(wanted - found) <= within;
    }

    /** Hands the spools over in bursts by turns of chance, none more than a second ahead of where it would be. */
    private void feed(LiveMerge live, Random random) {
        int[] next = new int[spools.size()];
        int[] source = new int[spools.size()];
        for (int i = 0; i < next.length; i++) {
            source[i] = live.source(SNIFFERS.get(i), new UUID(1, i));
            live.start(source[i], 1);
        }
        for (int step = 0; step < 400; step++) {
            int first = random.nextInt(next.length);
            for (int i = 0; i < next.length; i++) {
                int s = (first + i) % next.length;
                List<Document> spool = spools.get(s);
                long share = (long) spool.size() * (step + 1 + random.nextInt(5)) / 400;
                while (next[s] < Math.min(spool.size(), share)) {
                    give(live, source[s], next[s] + 2, spool.get(next[s]));
                    next[s]++;
                }
            }
            live.advance(step * 50_000_000L);
        }
    }

    private static void give(LiveMerge live, int source, long number, Document document) {
        if (document.record == null) {
            live.progress(source, number, document.progressNanos);
        } else {
            live.offer(source, number, document.record, 0);
        }
    }
}
