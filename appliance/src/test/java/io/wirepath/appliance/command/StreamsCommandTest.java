package io.wirepath.appliance.command;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StreamsCommandTest extends VerbTest {

    private static final String SHA_OF_HELLO = "2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824";

    @TempDir
    private Path directory;

    /**
     * A capture of raw IPv4 packets: a datagram 10.0.0.1:1000 → 10.0.0.2:2000 for each payload, a microsecond apart.
     */
    private Path capture(String name, String... payloads) throws IOException {
        ByteBuffer file = ByteBuffer.allocate(4096);
        file.putInt(0xa1b2c3d4).putShort((short) 2).putShort((short) 4);
        file.putInt(0).putInt(0).putInt(65_535).putInt(101);
        int micros = 0;
        for (String payload : payloads) {
            int length = 28 + payload.length();
            file.putInt(1).putInt(++micros).putInt(length).putInt(length);
            file.put((byte) 0x45).put((byte) 0).putShort((short) length);
            file.putShort((short) micros).putShort((short) 0);
            file.put((byte) 64)
                    .put((byte) 17)
                    .putShort((short) 0)
                    .putInt(0x0a000001)
                    .putInt(0x0a000002);
            file.putShort((short) 1000).putShort((short) 2000);
            file.putShort((short) (8 + payload.length())).putShort((short) 0);
            file.put(payload.getBytes(ISO_8859_1));
        }
        byte[] content = new byte[file.flip().remaining()];
        file.get(content);
        return Files.write(directory.resolve(name), content);
    }

    @Test
    void theNameOfAFileCommandsNoTerminal() throws IOException {
        Path capture = capture("red\u001b[31m.pcap", "x");
        assertEquals(0, run("streams", capture.toString()));
        assertTrue(out.toString(UTF_8).contains("red?[31m.pcap"), () -> out.toString(UTF_8));
        assertEquals(-1, out.toString(UTF_8).indexOf('\u001b'));
    }

    @Test
    void looksIntoATunnelOnThePortThatTheOperatorNames() throws IOException {
        String gre = "\0\0\b\0";
        String ip = "E\0\0\35\0\1\0\0@\21\0\0\12\11\0\1\12\11\0\2";
        String udp = "\0\7\0\7\0\11\0\0x";
        Path capture = capture("gre.pcap", gre + ip + udp);
        assertEquals(0, run("streams", "--json", "--tunnel-port", "gre=2000", capture.toString()));
        JsonNode row = new ObjectMapper().readTree(out.toString(UTF_8));
        assertEquals("10.9.0.1:7", row.get("source").asText());
        assertEquals(1, row.get("bytes").asLong());
        String outer = "[{\"kind\":\"gre\",\"source\":\"10.0.0.1\",\"destination\":\"10.0.0.2\"}]";
        assertEquals(outer, row.get("outer").toString());
        out.reset();
        assertEquals(0, run("messages", "--json", "--tunnel-port", "gre=2000", capture.toString()));
        assertEquals(
                outer,
                new ObjectMapper().readTree(out.toString(UTF_8)).get("outer").toString());
    }

    @Test
    void printsWhatBecameOfEachFrameOnRequest() throws IOException {
        Path capture = capture("a.pcap", "hel", "lo");
        assertEquals(0, run("streams", "--json", "--counters", capture.toString()));
        JsonNode last = new ObjectMapper()
                .readTree(out.toString(UTF_8).lines().reduce((a, b) -> b).orElseThrow());
        assertEquals(2, last.get("frames").asLong());
        assertEquals("{\"used_udp\":2}", last.get("fates").toString());
        assertEquals(2, last.get("counters").get("datagrams").asLong());
        out.reset();
        assertEquals(0, run("streams", "--counters", capture.toString()));
        assertTrue(out.toString(UTF_8).contains("  2 frames:\n"), () -> out.toString(UTF_8));
    }

    @Test
    void printsOneObjectAFlow() throws IOException {
        Path capture = capture("a.pcap", "hel", "lo");
        assertEquals(0, run("streams", "--json", capture.toString()));
        JsonNode row = new ObjectMapper().readTree(out.toString(UTF_8));
        assertEquals(capture.toString(), row.get("capture").asText());
        assertEquals("udp", row.get("transport").asText());
        assertEquals("10.0.0.1:1000", row.get("source").asText());
        assertEquals("10.0.0.2:2000", row.get("destination").asText());
        assertEquals(5, row.get("bytes").asLong());
        assertEquals(0, row.get("missing").asLong());
        assertEquals(SHA_OF_HELLO, row.get("sha256").asText());
        assertEquals(1_000_001_000L, row.get("start").asLong());
        assertEquals(1_000_002_000L, row.get("end").asLong());
        assertEquals(0, row.get("retransmitted_segments").asLong());
    }

    @Test
    void goesOnAfterACaptureThatCannotBeUsed() throws IOException {
        Path bad = Files.writeString(directory.resolve("bad.pcap"), "this is no capture");
        Path first = capture("a.pcap", "one");
        Path second = capture("b.pcap", "two");
        assertEquals(0, run("streams", "--json", first.toString(), bad.toString(), second.toString()));
        assertEquals(2, out.toString(UTF_8).lines().count());
        assertTrue(err.toString(UTF_8).contains("bad.pcap"), err.toString(UTF_8));
        assertEquals(1, err.toString(UTF_8).lines().count());
    }

    @Test
    void failsWhenNoCaptureCanBeUsed() {
        assertEquals(1, run("streams", directory.resolve("none.pcap").toString()));
        assertEquals("", out.toString(UTF_8));
        assertEquals(1, err.toString(UTF_8).lines().count());
    }

    @Test
    void writesAFileOfEachFlowInADirectoryOfEachCapture() throws IOException {
        Path capture = capture("a.pcap", "hel", "lo");
        Path target = directory.resolve("written");
        assertEquals(0, run("streams", "--write", target.toString(), capture.toString(), capture.toString()));
        String name = "udp_10.0.0.1-1000_10.0.0.2-2000_1";
        assertEquals("hello", Files.readString(target.resolve("a").resolve(name)));
        assertEquals("hello", Files.readString(target.resolve("a-2").resolve(name)));
        assertEquals("rwx------", PosixFilePermissions.toString(Files.getPosixFilePermissions(target)));
        Path file = target.resolve("a").resolve(name);
        assertEquals("rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(file)));
    }

    @Test
    void printsATableForPeople() throws IOException {
        run("streams", capture("a.pcap", "hel", "lo").toString());
        String table = out.toString(UTF_8);
        assertTrue(table.contains("SOURCE"), table);
        assertTrue(table.contains("10.0.0.1:1000"), table);
        assertTrue(table.contains(SHA_OF_HELLO.substring(0, 16)), table);
    }
}
