package io.wirepath.appliance.command;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.wirepath.causes.TimeSpan;
import io.wirepath.flows.decode.DecodeSettings;
import io.wirepath.pipeline.CallPackets;
import io.wirepath.pipeline.CallPackets.Stretch;
import io.wirepath.sniffer.file.RingSegment;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class ExtractCommandTest extends VerbTest {

    private static final Path CAPTURES = Path.of("../flows/src/test/resources/captures");

    @TempDir
    private Path temp;

    private String printed() {
        return out.toString(UTF_8);
    }

    @Test
    void copiesThePacketsOfACallFromEverySnifferAndNoOthers() throws IOException {
        Path packets = temp.resolve("call.pcap");
        String app = SampleCapture.path("sw-app");
        String data = SampleCapture.path("sw-data");
        Path csv = temp.resolve("csv");
        assertEquals(0, run("analyze", app, data, "--algorithm", "linking", "--csv", csv.toString()), err::toString);
        List<String> row = Files.readAllLines(csv.resolve("calls.csv")).stream()
                .map(line -> List.of(line.split(",", -1)))
                .filter(fields -> fields.get(8).equals("6379"))
                .findFirst()
                .orElseThrow();
        assertEquals(
                0,
                run("extract", row.get(0), app, data, "--algorithm", "linking", "-w", packets.toString()),
                err::toString);
        assertTrue(printed().contains("sw-app: "), this::printed);
        assertTrue(
                printed().contains("tcp.port==" + row.get(6) + " && tcp.port==6379 && frame.time_epoch>="),
                this::printed);
        assertEquals(0, run("messages", "--json", packets.toString()), err::toString);
        List<String> messages = printed().lines().toList();
        assertTrue(messages.stream().allMatch(line -> line.contains(":6379")), this::printed);
        assertTrue(messages.stream().anyMatch(line -> line.contains("\"role\":\"request\"")), this::printed);
        assertTrue(messages.stream().anyMatch(line -> line.contains("\"role\":\"response\"")), this::printed);
    }

    /**
     * A sniffer's name, names of nodes and what is known of the call stand in the file, and its packets are the same.
     */
    @Test
    void aPcapngFileSaysOfEachPacketWhatItBelongsTo() throws Exception {
        Path old = temp.resolve("call.pcap");
        Path packets = temp.resolve("call.pcapng");
        String app = SampleCapture.path("sw-app");
        String data = SampleCapture.path("sw-data");
        for (Path file : List.of(old, packets, packets)) {
            assertEquals(
                    0, run("extract", "17", app, data, "--algorithm", "linking", "-w", file.toString()), err::toString);
        }
        assertEquals(0, run("messages", "--json", old.toString()), err::toString);
        String messages = printed();
        assertEquals(0, run("messages", "--json", packets.toString()), err::toString);
        assertEquals(messages.replace("call.pcap", ""), printed().replace("call.pcapng", ""));
        String text = Files.readString(packets, ISO_8859_1);
        assertTrue(text.contains("sw-app") && text.contains("call 17: "));
        if (Files.isExecutable(Path.of("/usr/bin/tshark"))) {
            Process tshark = new ProcessBuilder(
                            "tshark",
                            "-r",
                            packets.toString(),
                            "-T",
                            "fields",
                            "-e",
                            "frame.interface_name",
                            "-e",
                            "frame.comment")
                    .redirectErrorStream(true)
                    .start();
            List<String> lines = new String(tshark.getInputStream().readAllBytes(), UTF_8)
                    .lines()
                    .filter(line -> line.startsWith("sw-"))
                    .toList();
            assertTrue(lines.stream().anyMatch(line -> line.startsWith("sw-app\t")), lines::toString);
            assertTrue(lines.stream().allMatch(line -> line.contains("call 17: ")), lines::toString);
            assertEquals(0, tshark.waitFor());
        }
    }

    /** As from the captures that the sniffers saw, to the byte. */
    @Test
    void takesPacketsOutOfTheRingsBesideSpools() throws IOException {
        List<String> captures = List.of(SampleCapture.path("sw-app"), SampleCapture.path("sw-data"));
        Path spools = temp.resolve("spools");
        for (String capture : captures) {
            assertEquals(
                    0,
                    run(
                            "sniff",
                            "--read",
                            capture,
                            "--pace",
                            "max",
                            "--quiet",
                            "--spool",
                            spools.toString(),
                            "--ring",
                            "32MiB",
                            "--set",
                            "content.salt-file=" + temp.resolve("salt")),
                    err::toString);
        }
        Path wanted = temp.resolve("wanted.pcapng");
        Path got = temp.resolve("got.pcapng");
        String app = spools.resolve("sw-app").toString();
        String data = spools.resolve("sw-data").toString();
        assertEquals(
                0,
                run(
                        "extract",
                        "17",
                        captures.get(0),
                        captures.get(1),
                        "--algorithm",
                        "linking",
                        "--request",
                        "-w",
                        wanted.toString()),
                err::toString);
        assertEquals(
                0,
                run("extract", "17", app, data, "--algorithm", "linking", "--request", "-w", got.toString()),
                err::toString);
        assertTrue(printed().contains("sw-app: ") && printed().contains("sw-data: "), this::printed);
        assertEquals(-1, Files.mismatch(wanted, got));
        assertTrue(Files.size(got) > 1000);
    }

    /** A spool of what a capture shows, with a ring. */
    private String spooled(String capture, String sniffer) {
        List<String> sniff = List.of("sniff", "--read", capture, "--pace", "max", "--quiet", "--ring", "32MiB");
        List<String> arguments = new ArrayList<>(sniff);
        arguments.addAll(List.of("--spool", temp.toString(), "--set", "content.salt-file=" + temp.resolve("salt")));
        assertEquals(0, run(arguments.toArray(String[]::new)), err::toString);
        return temp.resolve(sniffer).toString();
    }

    /** Of a spool no more is merged than its two hosts did about then; the packets are the same. */
    @Test
    void aCallThatIsNamedByHostsAndTimeNeedsNoOthers() throws IOException {
        String capture = SampleCapture.path("sw-app");
        String spool = spooled(capture, "sw-app");
        String call = "10.2.0.13:PORT>10.3.0.12:8080@2026-11-20T17:49:20.501717Z";
        Path wanted = temp.resolve("wanted.pcap");
        Path got = temp.resolve("got.pcap");
        String there = call.replace("PORT", "57518");
        assertEquals(0, run("extract", there, capture, "--raw-times", "-w", wanted.toString()), err::toString);
        assertEquals(0, run("extract", there, spool, "--raw-times", "-w", got.toString()), err::toString);
        assertTrue(Files.size(got) > 200);
        assertEquals(-1, Files.mismatch(wanted, got));
        String missing = call.replace("PORT", "1");
        assertTrue(callsLookedThrough(missing, spool) < callsLookedThrough(missing, capture) / 2);
    }

    /** It is not taken for one without an answer, and is found in a longer time. */
    @Test
    void anAnswerThatComesLaterThanIsLookedIsSaidToBeMissing() throws IOException {
        Path late = SampleCapture.of("sw-app").writeOnly(frame -> isOfPort(frame, 57518), temp.resolve("late.pcap"));
        String requested = "2026-11-20T17:49:20.501717Z";
        delay(late, Instant.parse(requested).plusNanos(50_000), 15);
        String spool = spooled(late.toString(), "late");
        String call = "10.2.0.13:57518>10.3.0.12:8080@" + requested;
        Path part = temp.resolve("part.pcap");
        assertEquals(0, run("extract", call, spool, "-w", part.toString()), err::toString);
        assertTrue(err.toString(UTF_8).contains("no answer was found; only what its two hosts did"), err::toString);
        Path whole = temp.resolve("whole.pcap");
        String from = "2026-11-20T17:49:00Z";
        String to = "2026-11-20T17:51:00Z";
        assertEquals(0, run("extract", call, spool, "-w", whole.toString(), "--from", from, "--to", to), err::toString);
        assertEquals("", err.toString(UTF_8));
        assertTrue(Files.size(part) < Files.size(whole));
    }

    /** A whole request is looked for among all hosts, but of a long spool about its time alone, which is said. */
    @Test
    void aRequestThatIsNamedByATimeIsLookedForAboutThatTime() throws IOException {
        Path late = SampleCapture.of("sw-app").writeOnly(frame -> true, temp.resolve("late.pcap"));
        delay(late, Instant.parse("2026-11-20T17:49:25Z"), 3600);
        String spool = spooled(late.toString(), "late");
        String call = "10.2.0.13:57518>10.3.0.12:8080@2026-11-20T17:49:20.501717Z";
        Path whole = temp.resolve("whole.pcap");
        Path got = temp.resolve("got.pcap");
        String[] span = {"--from", "2026-11-20T17:49:00Z", "--to", "2026-11-20T17:50:00Z"};
        assertEquals(0, run("extract", call, spool, "--request", "-w", got.toString()), err::toString);
        assertTrue(err.toString(UTF_8).contains("only what was done within ten seconds"), err::toString);
        assertEquals(
                0,
                run("extract", call, spool, "--request", "-w", whole.toString(), span[0], span[1], span[2], span[3]));
        assertEquals("", err.toString(UTF_8));
        assertEquals(-1, Files.mismatch(whole, got));
        assertTrue(Files.size(got) > 1000);
        String missing = call.replace("57518", "1");
        err.reset();
        assertEquals(1, run("extract", missing, spool, "--request", "--algorithm", "linking"));
        int looked = Integer.parseInt(err.toString(UTF_8).replaceAll("(?s).* among the ([0-9]+) calls .*", "$1"));
        assertTrue(looked < callsLookedThrough(missing, late.toString()) / 2, () -> looked + " calls");
    }

    /** By whichever clock the call is named, and however far the other one is from that. */
    @ParameterizedTest
    @ValueSource(ints = {0, 2, 12, 17, 3600})
    void aCallIsFoundOfSniffersWhoseClocksAreApart(int seconds) throws IOException {
        Path ahead = SampleCapture.of("sw-data").writeOnly(frame -> true, temp.resolve("ahead.pcap"));
        delay(ahead, Instant.EPOCH, seconds);
        String app = spooled(SampleCapture.path("sw-app"), "sw-app");
        String data = spooled(ahead.toString(), "ahead");
        String call = "10.3.0.11:35574>10.4.0.11:6379@2026-11-20T17:49:22.174016Z";
        Path wanted = temp.resolve("wanted.pcap");
        Path got = temp.resolve("got.pcap");
        String[] reference = {"--raw-times", "--reference", "sw-app", "-w"};
        assertEquals(0, run(words("extract", call, SampleCapture.path("sw-app"), ahead.toString(), reference, wanted)));
        assertEquals(0, run(words("extract", call, app, data, reference, got)), err::toString);
        assertEquals(-1, Files.mismatch(wanted, got));
        assertEquals("", err.toString(UTF_8));
        assertTrue(printed().contains("ahead: 4 packets") || printed().contains("ahead: 3 packets"), this::printed);
    }

    /** By 3 s forward at half past: what a sniffer saw before that, and what behind, is each by a time of its own. */
    @ParameterizedTest
    @ValueSource(strings = {"2026-11-20T17:49:22.174016Z", "2026-11-20T17:49:38.000Z"})
    void aCallIsFoundOfASnifferWhoseClockWasSet(String time) throws IOException {
        Path set = SampleCapture.of("sw-data").writeOnly(frame -> true, temp.resolve("set.pcap"));
        delay(set, Instant.parse("2026-11-20T17:49:30Z"), 3);
        String call = "10.3.0.11:35574>10.4.0.11:6379@" + time;
        Path got = temp.resolve("got.pcap");
        String[] reference = {"--reference", "sw-app", "-w"};
        assertEquals(0, run(words("extract", call, SampleCapture.path("sw-app"), set.toString(), reference, got)));
        assertEquals("", err.toString(UTF_8));
        assertTrue(printed().matches("(?s).*set: [2-4] packets.*"), this::printed);
    }

    /** That file has no end yet. */
    @Test
    void theNewestFileOfARingIsLookedThroughByAClockThatIsBehind() throws IOException {
        String spool = spooled(SampleCapture.path("sw-app"), "sw-app");
        long behind = 5_000_000_000L;
        long at = TimeSpan.moment("2026-11-20T17:49:41.325503Z") + behind;
        Stretch wanted = Stretch.around("10.3.0.21:55070", "10.4.0.21:5432", CallPackets.EITHER, at, at + behind, "");
        List<CallPackets.Packet> packets = new ArrayList<>();
        new CallPackets(List.of(wanted), (sniffer, nanos) -> -behind)
                .read(spool, 0, DecodeSettings.defaults(), packets::add);
        assertFalse(packets.isEmpty());
    }

    /** What a caller knows is the address of the balancer. */
    @Test
    void theServerMayBeNamedByTheAddressThatTheCallerUsed() {
        List<String> printed = new ArrayList<>();
        for (String server : List.of("10.2.0.11:8080", "10.1.0.100:80")) {
            out.reset();
            String call = "10.1.0.12:51098>" + server + "@1795196961044658000";
            assertEquals(
                    0,
                    run("extract", call, SampleCapture.path("sw-front"), SampleCapture.path("sw-web")),
                    err::toString);
            printed.add(printed());
        }
        assertEquals(printed.get(0), printed.get(1));
        assertFalse(printed().contains(": 0 packets"), this::printed);
        assertFalse(err.toString(UTF_8).contains("rewritten"), err::toString);
    }

    /** Its packets behind that are others' by their addresses. */
    @Test
    void saysWhereTheAddressOfACallerIsRewritten() throws IOException {
        Path web = SampleCapture.of("sw-web").writeOnly(frame -> true, temp.resolve("sw-web.pcap"));
        ByteBuffer bytes = ByteBuffer.wrap(Files.readAllBytes(web)).order(ByteOrder.LITTLE_ENDIAN);
        for (int at = 24; at < bytes.limit(); at += 16 + bytes.getInt(at + 8)) {
            for (int address : new int[] {at + 16 + 26, at + 16 + 30}) {
                if (bytes.get(address) == 10 && bytes.get(address + 1) == 1) {
                    bytes.put(address + 1, (byte) 2).put(address + 3, (byte) 1);
                }
            }
        }
        Files.write(web, bytes.array());
        String call = "10.1.0.12:51098>10.2.0.11:8080@1795196961044658000";
        assertEquals(0, run("extract", call, SampleCapture.path("sw-front"), web.toString()), err::toString);
        assertTrue(err.toString(UTF_8).contains("10.1.0.12 is rewritten to 10.2.0.1 on some ways"), err::toString);
        assertTrue(printed().contains("sw-web: 0 packets"), this::printed);
    }

    /** A rule of the operator that nothing was seen of rewrites nothing. */
    @Test
    void aRuleThatHoldsForNoneIsNoReasonWhyPacketsAreMissing() throws IOException {
        Path rules = Files.writeString(temp.resolve("rules"), "source 192.0.2.1:* -> 10.1.0.12:*\n");
        String call = "10.1.0.12:51098>10.2.0.11:8080@1795196961044658000";
        String front = SampleCapture.path("sw-front");
        String web = SampleCapture.path("sw-web");
        assertEquals(0, run(words("extract", call, front, web, new String[] {"--nat-rules"}, rules)), err::toString);
        assertFalse(err.toString(UTF_8).contains("rewritten"), err::toString);
    }

    /** Of the newest nothing is said: it may be written just now. */
    @Test
    void filesOfARingThatAreDamagedAreCounted() throws IOException {
        String spool = spooled(SampleCapture.path("sw-app"), "sw-app");
        List<RingSegment> ring = RingSegment.list(RingSegment.of(Path.of(spool)));
        assertEquals(2, ring.size());
        Path oldest = ring.get(0).file();
        byte[] bytes = Files.readAllBytes(oldest);
        byte[] last = Files.readAllBytes(ring.get(1).file());
        Files.write(ring.get(1).file(), Arrays.copyOf(last, last.length - 3));
        String[] extract = {
            "extract", "17", spool, "-w", temp.resolve("got.pcap").toString()
        };
        assertEquals(0, run(extract), err::toString);
        assertEquals("", err.toString(UTF_8));
        Files.write(oldest, Arrays.copyOf(bytes, bytes.length / 2));
        assertEquals(0, run(extract), err::toString);
        assertTrue(
                err.toString(UTF_8).contains("1 of the ring's files of that time is damaged (" + oldest),
                err::toString);
        Files.write(oldest, new byte[0]);
        assertEquals(0, run(extract), err::toString);
        assertTrue(err.toString(UTF_8).contains("is empty"), err::toString);
    }

    /** What was newest when it was looked for is cut where it was being written, also when it is over by now. */
    @Test
    void aFileThatWasWrittenWhileItWasReadIsNotDamaged() throws IOException {
        String spool = spooled(SampleCapture.path("sw-app"), "sw-app");
        RingSegment last = RingSegment.list(RingSegment.of(Path.of(spool))).get(1);
        byte[] bytes = Files.readAllBytes(last.file());
        Files.write(last.file(), Arrays.copyOf(bytes, bytes.length - 3));
        Path next = last.file().resolveSibling("%012d-%d.pcapng".formatted(last.number() + 1, last.firstNanos() + 1));
        long at = TimeSpan.moment("2026-11-20T17:49:41.325503Z");
        long second = 1_000_000_000L;
        Stretch wanted = Stretch.around("10.3.0.21:55070", "10.4.0.21:5432", CallPackets.EITHER, at, at + second, "");
        CallPackets wire = new CallPackets(List.of(wanted), (sniffer, nanos) -> 0);
        wire.read(spool, 0, DecodeSettings.defaults(), packet -> write(next, bytes));
        assertTrue(Files.exists(next));
        assertEquals("", wire.damage());
    }

    private static void write(Path file, byte[] bytes) {
        try {
            Files.write(file, bytes);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Without a reference that is named. */
    @ParameterizedTest
    @ValueSource(ints = {0, 2, 12})
    void saysByWhoseClockTimesAre(int seconds) throws IOException {
        Path ahead = SampleCapture.of("sw-data").writeOnly(frame -> true, temp.resolve("ahead.pcap"));
        delay(ahead, Instant.EPOCH, seconds);
        String app = spooled(SampleCapture.path("sw-app"), "sw-app");
        String data = spooled(ahead.toString(), "ahead");
        String call = "10.3.0.11:35574>10.4.0.11:6379@2026-11-20T17:49:22.174016Z";
        String got = temp.resolve("got.pcap").toString();
        assertEquals(0, run("extract", call, app, data, "-w", got), err::toString);
        assertTrue(err.toString(UTF_8).contains("times are by the clock of "), err::toString);
    }

    private static String[] words(String verb, String call, String one, String other, String[] options, Path to) {
        List<String> words = new ArrayList<>(List.of(verb, call, one, other));
        words.addAll(List.of(options));
        words.add(to.toString());
        return words.toArray(String[]::new);
    }

    private static boolean isOfPort(ByteBuffer frame, int port) {
        return frame.limit() > 38 && ((frame.getShort(34) & 0xffff) == port || (frame.getShort(36) & 0xffff) == port);
    }

    /** Sets frames later than this by so many seconds. */
    private static void delay(Path capture, Instant from, int seconds) throws IOException {
        ByteBuffer bytes = ByteBuffer.wrap(Files.readAllBytes(capture)).order(ByteOrder.LITTLE_ENDIAN);
        for (int at = 24; at < bytes.limit(); at += 16 + bytes.getInt(at + 8)) {
            Instant time = Instant.ofEpochSecond(bytes.getInt(at), bytes.getInt(at + 4) * 1000L);
            bytes.putInt(at, bytes.getInt(at) + (time.isAfter(from) ? seconds : 0));
        }
        Files.write(capture, bytes.array());
    }

    private int callsLookedThrough(String missing, String input) {
        err.reset();
        assertEquals(1, run("extract", missing, input, "--algorithm", "linking"));
        return Integer.parseInt(err.toString(UTF_8).replaceAll("(?s).* among the ([0-9]+) calls .*", "$1"));
    }

    @Test
    void takesAWholeRequest() throws IOException {
        Path one = temp.resolve("one.pcap");
        Path all = temp.resolve("all.pcap");
        String app = SampleCapture.path("sw-app");
        Path csv = temp.resolve("csv");
        assertEquals(0, run("analyze", app, "--algorithm", "linking", "--csv", csv.toString()), err::toString);
        String caused = Files.readAllLines(csv.resolve("calls.csv")).stream()
                .skip(1)
                .map(line -> List.of(line.split(",", -1)))
                .filter(fields -> !fields.get(2).isEmpty())
                .findFirst()
                .orElseThrow()
                .get(0);
        assertEquals(0, run("extract", caused, app, "--algorithm", "linking", "-w", one.toString()), err::toString);
        assertEquals(
                0,
                run("extract", caused, app, "--algorithm", "linking", "--request", "-w", all.toString()),
                err::toString);
        assertTrue(Files.size(all) > Files.size(one), Files.size(all) + " and " + Files.size(one));
        assertEquals("rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(all)));
    }

    /** Calls that ended before the answer of the one that made them were waited for. */
    @Test
    void saysWhatACallWaitedFor() throws IOException {
        Path all = temp.resolve("all.pcapng");
        assertEquals(0, run("extract", "7", SampleCapture.path("sw-app"), "--request", "-w", all.toString()));
        String text = Files.readString(all, ISO_8859_1);
        assertTrue(text.contains("; waited for call "), "no call waited");
    }

    /** So that Wireshark opens what these packets hold; of the sixteen sessions of the capture one. */
    @Test
    void holdsTheSecretsOfTheSessionThatACallIsIn() throws Exception {
        String capture = CAPTURES.resolve("tls-suites.pcap.gz").toString();
        String keys = CAPTURES.resolve("tls-suites.keys").toString();
        Path opened = temp.resolve("opened.pcapng");
        assertEquals(0, run("extract", "3", capture, "--tls-keys", keys, "-w", opened.toString()), err::toString);
        List<String> sessions = secrets(opened);
        assertTrue(sessions.size() >= 4, sessions::toString);
        assertEquals(1, randoms(opened).size(), sessions::toString);
        assertEquals(0, run("messages", "--json", opened.toString()), err::toString);
        assertTrue(printed().contains("http1"), "what is in the session is read");
        Path closed = temp.resolve("closed.pcapng");
        assertEquals(0, run("extract", "3", capture, "-w", closed.toString()), err::toString);
        assertEquals(List.of(), secrets(closed));
        Path old = temp.resolve("old.pcap");
        assertEquals(0, run("extract", "3", capture, "--tls-keys", keys, "-w", old.toString()), err::toString);
        assertEquals(List.of(), secrets(old));
    }

    /** Half a second before, the same ends had another session, which is nobody's business. */
    @Test
    void holdsNothingOfAnEarlierSessionOfTheSameEnds() throws Exception {
        Path capture = temp.resolve("reused.pcap");
        Files.write(capture, onOnePort(CAPTURES.resolve("tls-suites.pcap.gz"), 56408, 56392));
        Path keys = CAPTURES.resolve("tls-suites.keys");
        assertEquals(0, run("messages", "--json", capture.toString()), err::toString);
        String second = "127.0.0.1:56392>127.0.0.1:4433@2026-11-23T17:42:16Z";
        Path both = temp.resolve("both.pcapng");
        assertEquals(
                0,
                run("extract", second, capture.toString(), "--tls-keys", keys.toString(), "-w", both.toString()),
                err::toString);
        assertEquals(1, randoms(both).size());
        assertEquals(1, hellos(both), "the hello of the session that the call is in, alone");

        Path first = temp.resolve("first.keys");
        Files.write(
                first,
                Files.readAllLines(keys).stream()
                        .filter(line -> !line.contains(randoms(both).get(0)))
                        .toList());
        Path none = temp.resolve("none.pcapng");
        assertEquals(
                0,
                run("extract", second, capture.toString(), "--tls-keys", first.toString(), "-w", none.toString()),
                err::toString);
        assertEquals(List.of(), secrets(none));
        assertEquals(0, hellos(none));
    }

    /** A capture of little-endian microseconds in which a port of a client becomes another. */
    private static byte[] onOnePort(Path capture, int port, int other) throws IOException {
        byte[] bytes;
        try (var in = new GZIPInputStream(Files.newInputStream(capture))) {
            bytes = in.readAllBytes();
        }
        ByteBuffer all = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
        for (int at = 24; at < bytes.length; at += 16 + all.getInt(at + 8)) {
            for (int end : new int[] {at + 50, at + 52}) {
                if (Short.toUnsignedInt(Short.reverseBytes(all.getShort(end))) == port) {
                    all.putShort(end, Short.reverseBytes((short) other));
                }
            }
        }
        return bytes;
    }

    private static List<String> randoms(Path file) {
        try {
            return secrets(file).stream()
                    .map(line -> line.replaceFirst("\\S+ (\\S+) .*", "$1"))
                    .distinct()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Handshake records that begin with the hello of a client. */
    private static long hellos(Path file) throws IOException {
        return Pattern.compile("\u0016\u0003.{3}\u0001\u0000.{2}\u0003\u0003", Pattern.DOTALL)
                .matcher(Files.readString(file, ISO_8859_1))
                .results()
                .count();
    }

    private static List<String> secrets(Path file) throws IOException {
        return Pattern.compile("(CLIENT|SERVER)_[A-Z_0-9]+ [0-9a-f]{64} [0-9a-f]+")
                .matcher(Files.readString(file, ISO_8859_1))
                .results()
                .map(MatchResult::group)
                .toList();
    }

    @Test
    void takesAllRequestsOfAPath() throws IOException {
        Path packets = temp.resolve("path.pcap");
        String app = SampleCapture.path("sw-app");
        assertEquals(0, run("analyze", app, "--algorithm", "linking", "--json"), err::toString);
        JsonNode whole = new ObjectMapper().readTree(printed());
        JsonNode pattern = whole.path("patterns").get(0);
        String id = pattern.path("id").asText();
        assertTrue(pattern.path("count").asInt() > 50, pattern::toString);
        assertEquals(0, run("extract", id, app, "--algorithm", "linking", "-w", packets.toString()), err::toString);
        assertTrue(printed().contains("too many calls for one display filter"), this::printed);
        assertEquals(0, run("analyze", packets.toString(), "--algorithm", "linking", "--json"), err::toString);
        JsonNode found = new ObjectMapper().readTree(printed());
        int calls = found.path("totals").path("calls").asInt();
        int all = whole.path("totals").path("calls").asInt();
        assertTrue(calls > 50 && calls < all * 2 / 3, () -> "calls " + calls + " of " + all);
        assertEquals(1, run("extract", "000000000000", app, "--algorithm", "linking"));
        assertTrue(err.toString(UTF_8).contains("no request took a path 000000000000"), err::toString);
    }

    @Test
    void saysWhereThereIsNoSuchCall() {
        String app = SampleCapture.path("sw-data");
        assertEquals(1, run("extract", "99999999", app, "--algorithm", "linking"));
        assertTrue(err.toString(UTF_8).contains("there is no call 99999999"), err::toString);
        assertTrue(err.toString(UTF_8).contains("of the same inputs alone"), err::toString);
        assertEquals(2, run("extract", "?", app));
    }
}
