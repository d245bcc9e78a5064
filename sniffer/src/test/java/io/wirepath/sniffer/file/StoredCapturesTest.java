package io.wirepath.sniffer.file;

import static io.wirepath.sniffer.file.CaptureWriter.ETHERNET;
import static io.wirepath.sniffer.file.CaptureWriter.frame;
import static io.wirepath.sniffer.file.CaptureWriter.gzip;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.wirepath.sniffer.CaptureException;
import io.wirepath.sniffer.FrameBlock;
import io.wirepath.sniffer.FrameSource;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.channels.Channels;
import java.nio.channels.ReadableByteChannel;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What a store has is read as files are, or followed. */
final class StoredCapturesTest {

    private static final long SECOND = 1_000_000_000L;

    private final Map<String, byte[]> objects = new LinkedHashMap<>();
    private final List<String> notices = new ArrayList<>();
    private final FrameBlock block = new FrameBlock(1 << 20);
    private boolean isAway;
    private boolean isMadeNow;
    private int lists;
    private long now;

    private final CaptureStore store = new CaptureStore() {
        @Override
        public boolean isOf(String address) {
            return true;
        }

        @Override
        public List<Stored> list(String address) {
            lists++;
            return objects.entrySet().stream()
                    .map(each -> new Stored(each.getKey(), isMadeNow ? -1 : each.getValue().length))
                    .toList();
        }

        @Override
        public ReadableByteChannel open(String path) throws IOException {
            if (isAway) {
                throw new CaptureException(path, "is away", "wait", new IOException());
            }
            return Channels.newChannel(new ByteArrayInputStream(objects.get(path)));
        }
    };

    private static byte[] capture(int... seconds) {
        CaptureWriter writer = new CaptureWriter().pcapHeader(0xa1b2c3d4, 4, ETHERNET);
        for (int second : seconds) {
            writer.pcapRecord(second, 0, frame(second, 60), 60);
        }
        return writer.bytes();
    }

    private List<Long> seconds(FrameSource source) throws IOException {
        List<Long> seconds = new ArrayList<>();
        while (source.fill(block)) {
            add(seconds);
        }
        return seconds;
    }

    private void add(List<Long> to) {
        for (int i = 0; i < block.count(); i++) {
            to.add(block.timeNanos(i) / SECOND);
        }
    }

    @Test
    void readsAllInTheOrderOfTheirFrames() throws IOException {
        objects.put("s3://taps/sw-app/b", gzip(capture(30, 40)));
        objects.put("s3://taps/sw-app/a", capture(10, 20));
        objects.put("s3://taps/sw-app/notes.txt", new byte[] {1, 2, 3});

        try (FrameSource source = CaptureFile.open("s3://taps/sw-app/", store)) {
            assertEquals("sw-app", source.sniffer());
            assertEquals(List.of(10L, 20L, 30L, 40L), seconds(source));
            assertEquals(1, source.leftOut().size());
        }
        assertEquals(
                List.of("s3://taps/sw-app/"),
                CaptureFile.contents("s3://taps/sw-app/", store).captures());
        objects.put("s3://taps/sw-app/c", capture(15, 35));
        assertEquals(
                List.of("s3://taps/sw-app/a", "s3://taps/sw-app/b", "s3://taps/sw-app/c"),
                CaptureFile.contents("s3://taps/sw-app/", store).captures());
    }

    @Test
    void followsThoseThatCome() throws IOException {
        objects.put("old", capture(1));
        objects.put("latest", gzip(capture(2)));
        List<Long> seconds = new ArrayList<>();
        try (StreamedCapture followed = StreamedCapture.stored("s3://taps/sw-app", store, () -> now, notices::add)) {
            fill(followed, seconds);
            objects.put("false", new byte[] {1, 2, 3});
            objects.put("next", capture(3));
            isAway = true;
            fill(followed, seconds);
            isAway = false;
            fill(followed, seconds);
        }

        assertEquals(List.of(2L, 3L), seconds);
        assertTrue(notices.toString().contains("is away"), notices.toString());
    }

    @Test
    void asksWhereNothingIsYetMoreAndMoreSeldomAndTakesAllThatComes() throws IOException {
        List<Long> seconds = new ArrayList<>();
        try (StreamedCapture followed = StreamedCapture.stored("s3://taps/sw-app", store, () -> now, notices::add)) {
            followed.fill(block);
            for (int wait : new int[] {1, 2, 4, 8, 16, 30, 30}) {
                int before = lists;
                now += (wait * SECOND) - 1;
                followed.fill(block);
                assertEquals(before, lists);
                now += 1;
                followed.fill(block);
                assertEquals(before + 1, lists);
            }
            assertEquals(
                    List.of("no capture can be had (nothing is there that begins so); it is tried again, at least each"
                            + " 30 s"),
                    notices);
            objects.put("a", capture(1));
            objects.put("b", capture(2));
            now += 30 * SECOND;
            fill(followed, seconds);
        }
        assertEquals(List.of(1L, 2L), seconds);
    }

    @Test
    void givesUpWhatWasNeverReached() throws IOException {
        isAway = true;
        objects.put("live", new byte[0]);
        isMadeNow = true;
        try (StreamedCapture followed =
                StreamedCapture.stored("rpcap://nowhere/eth0", store, () -> now, notices::add)) {
            while (now < 60 * SECOND) {
                assertTrue(followed.fill(block));
                now += SECOND;
            }
            now += 30 * SECOND;
            CaptureException given = assertThrows(CaptureException.class, () -> followed.fill(block));
            assertEquals("was never reached (is away)", given.problem());
        }
        assertEquals(
                List.of("no capture can be had (is away); it is tried again, at least each 30 s, and given up after a"
                        + " minute in which nothing is reached"),
                notices);
    }

    private void fill(StreamedCapture followed, List<Long> seconds) throws IOException {
        for (int turn = 0; turn < 8; turn++) {
            now += 11 * SECOND;
            followed.fill(block);
            add(seconds);
        }
    }

    @Test
    void readsToNoEndWhatHasNone() {
        CaptureStore live = new CaptureStore() {
            @Override
            public boolean isOf(String address) {
                return true;
            }

            @Override
            public List<Stored> list(String address) {
                return List.of(new Stored(address, -1));
            }

            @Override
            public ReadableByteChannel open(String path) {
                throw new AssertionError();
            }
        };
        assertEquals(
                "rpcap://tap/eth1: is made now and has no end; give it to sniff --from",
                assertThrows(CaptureException.class, () -> CaptureFile.open("rpcap://tap/eth1", live))
                        .getMessage());
    }
}
