package io.wirepath.flows.stream;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.wirepath.flows.PacketBuilder;
import io.wirepath.flows.pipeline.FlowShard;
import io.wirepath.flows.tcp.TcpSettings;
import io.wirepath.flows.udp.UdpSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StreamContentsTest {

    private final PacketBuilder packets = new PacketBuilder();
    private final List<StreamRow> rows = new ArrayList<>();

    private void replay(@Nullable StreamFiles files) {
        StreamContents contents = new StreamContents("test.pcap", files, rows::add);
        FlowShard shard = new FlowShard(TcpSettings.forStreams(), UdpSettings.forStreams(), contents);
        packets.replay(shard::onPacket);
        shard.onEndOfCapture(0);
    }

    private static String sha256(String content) throws NoSuchAlgorithmException {
        byte[] digest = MessageDigest.getInstance("SHA-256").digest(content.getBytes(ISO_8859_1));
        return HexFormat.of().formatHex(digest);
    }

    @Test
    void makesARowOfEachDirectionWithPayload() throws NoSuchAlgorithmException {
        packets.at(5).flags("S").seq(99).tcp("");
        packets.at(10).flags("A").seq(100).tcp("ab").at(20).seq(102).tcp("cd");
        replay(null);
        assertEquals(1, rows.size());
        StreamRow row = rows.get(0);
        assertEquals("10.0.0.1:1000", row.source());
        assertEquals("10.0.0.2:80", row.destination());
        assertEquals("tcp", row.transport());
        assertEquals(4, row.bytes());
        assertEquals(10, row.startNanos());
        assertEquals(20, row.endNanos());
        assertEquals(sha256("abcd"), row.sha256());
    }

    @Test
    void hashesHolesAsZerosButNotBehindTheLastByte() throws NoSuchAlgorithmException {
        packets.flags("S").seq(99).tcp("");
        packets.flags("A")
                .seq(100)
                .tcp("ab")
                .seq(104)
                .tcp("ef")
                .flags("FA")
                .seq(110)
                .tcp("");
        replay(null);
        StreamRow row = rows.get(0);
        assertEquals(4, row.bytes());
        assertEquals(6, row.missing());
        assertEquals(sha256("ab\0\0ef"), row.sha256());
    }

    @Test
    void fillsAHoleHoursLater() throws NoSuchAlgorithmException {
        packets.flags("S").seq(99).tcp("");
        packets.flags("A").seq(102).tcp("cd").atMillis(7_200_000).seq(100).tcp("ab");
        replay(null);
        assertEquals(sha256("abcd"), rows.get(0).sha256());
        assertEquals(1, rows.get(0).reorderedSegments());
    }

    @Test
    void givesNoDigestWhereHashingHolesWouldBeAllTheWork() {
        packets.flags("S").seq(-1).tcp("");
        packets.flags("A").seq(60_000_000).tcp("x");
        replay(null);
        assertNull(rows.get(0).sha256());
        assertEquals(60_000_000, rows.get(0).missing());
    }

    @Test
    void joinsTheDatagramsOfEachSideOfAConversation() throws NoSuchAlgorithmException {
        packets.udp("one").udp("two").turn().udp("three");
        replay(null);
        assertEquals(2, rows.size());
        assertEquals(sha256("onetwo"), rows.get(0).sha256());
        assertEquals(2, rows.get(0).segments());
        assertEquals(sha256("three"), rows.get(1).sha256());
        assertEquals("udp", rows.get(1).transport());
    }

    @Test
    void writesAFileOfEachFlow(@TempDir Path directory) throws IOException {
        packets.from("2001:db8::1", 1000).to("2001:db8::2", 80);
        packets.flags("S").seq(99).tcp("");
        packets.flags("A").seq(104).tcp("ef").seq(100).tcp("ab");
        try (StreamFiles files = new StreamFiles(directory)) {
            replay(files);
        }
        Path file = directory.resolve("tcp_-2001-db8--1--1000_-2001-db8--2--80_1");
        assertArrayEquals("ab\0\0ef".getBytes(ISO_8859_1), Files.readAllBytes(file));
    }

    @Test
    void writesMoreFlowsThanFilesMayBeOpen(@TempDir Path directory) throws IOException {
        int flows = 3 * StreamFiles.MAX_OPEN;
        for (int round = 0; round < 2; round++) {
            for (int flow = 0; flow < flows; flow++) {
                packets.from("10.0.0.1", 1000 + flow)
                        .flags("A")
                        .seq(100 + 2 * round)
                        .tcp(round == 0 ? "ab" : "cd");
            }
        }
        try (StreamFiles files = new StreamFiles(directory)) {
            replay(files);
        }
        try (Stream<Path> written = Files.list(directory)) {
            List<Path> all = written.toList();
            assertEquals(flows, all.size());
            for (Path file : all) {
                assertEquals("abcd", Files.readString(file));
            }
        }
        assertTrue(rows.stream().allMatch(StreamRow::midstream));
    }
}
