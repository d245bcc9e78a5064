package io.wirepath.appliance.command;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.wirepath.flows.IpProtocol;
import io.wirepath.pipeline.Console;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Captures that show something else than the system: what they are is said first, and nothing that they make look true.
 */
final class DiagnosedCapturesTest {

    private static final Set<Integer> SERVER_PORTS = Set.of(8080, 8081, 6379, 5432, 53);
    private static final int TYPE_AT = 12;
    private static final int IPV4 = 0x0800;
    private static final int ARP = 0x0806;
    private static final int PROTOCOL_AT = 23;
    private static final int SOURCE_AT = 26;
    private static final int DESTINATION_AT = 30;
    private static final int SOURCE_PORT_AT = 34;
    private static final int DESTINATION_PORT_AT = 36;
    private static final int DNS = 53;
    private static final int LOOPBACK = 0x7f000001;
    private static final int APP = 0x0a03000b;
    private static final int AUTH = 0x0a030015;

    private static SampleCapture sample;

    @TempDir
    private Path temp;

    @BeforeAll
    static void read() throws IOException {
        sample = SampleCapture.of("sw-app");
    }

    private List<String> findings(Path... captures) {
        return findingsIn(printed(captures));
    }

    private String printed(Path... captures) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        List<String> arguments = new ArrayList<>(List.of("analyze", "--algorithm", "linking", "--quiet"));
        Stream.of(captures).map(Path::toString).forEach(arguments::add);
        Console console = new Console(out, new PrintStream(err, true, UTF_8), false, false, false);
        assertEquals(0, CommandTree.run(console, arguments.toArray(String[]::new)), () -> err.toString(UTF_8));
        return out.toString(UTF_8);
    }

    /** The findings of a printed analysis, line by line. */
    private static List<String> findingsIn(String text) {
        int from = text.indexOf("FINDINGS\n");
        return text.substring(from, text.indexOf("\n\n", from)).lines().skip(1).toList();
    }

    private Path capture(String name) {
        return temp.resolve(name + ".pcap");
    }

    private static boolean fromServer(ByteBuffer frame) {
        return frame.getShort(TYPE_AT) == IPV4 && SERVER_PORTS.contains(frame.getShort(SOURCE_PORT_AT) & 0xffff);
    }

    private Path requests() throws IOException {
        return sample.writeOnly(frame -> frame.getShort(TYPE_AT) == IPV4 && !fromServer(frame), capture("requests"));
    }

    private Path responses() throws IOException {
        return sample.writeOnly(DiagnosedCapturesTest::fromServer, capture("responses"));
    }

    @Test
    void requestsAloneAreNoOutage() throws IOException {
        List<String> findings = findings(requests());
        assertEquals("  ✖ requests shows one direction alone of 49 of 60 connections", findings.get(0));
        assertFalse(findings.toString().contains("have no response"), findings::toString);
        assertTrue(findings.toString().contains("held back"), findings::toString);
    }

    @Test
    void responsesAloneSayNothingOfTimes() throws IOException {
        List<String> findings = findings(responses());
        assertEquals("  ✖ responses shows one direction alone of 49 of 60 connections", findings.get(0));
        assertFalse(findings.toString().contains("slower than"), findings::toString);
    }

    @Test
    void whatOneDirectionAsksIsNotUnanswered() throws IOException {
        String text = printed(requests());
        assertTrue(text.contains(" seen one way alone)"), () -> text);
        // DNS over UDP: there a silent server looks the same
        assertTrue(text.contains(" 348 without answer"), () -> text);
    }

    @Test
    void someConnectionsOfOneDirectionAreToldAndMakeNoOutage() throws IOException {
        Path some = sample.writeOnly(
                frame -> !(fromServer(frame)
                        && frame.get(PROTOCOL_AT) == IpProtocol.TCP
                        && (frame.getShort(DESTINATION_PORT_AT) & 3) == 0),
                capture("some"));
        String text = printed(some);
        List<String> findings = findingsIn(text);
        assertTrue(
                findings.stream().anyMatch(line -> line.startsWith("  ! some shows one direction alone of ")),
                findings::toString);
        assertFalse(findings.toString().contains("have no response"), findings::toString);
        assertFalse(text.contains("without answer"), () -> text);
    }

    @Test
    void connectionsOfResponsesAloneMakeNoFastReplica() throws IOException {
        Path some = sample.writeOnly(
                frame -> fromServer(frame)
                        || frame.getShort(TYPE_AT) != IPV4
                        || (frame.getShort(SOURCE_PORT_AT) & 3) != 0,
                capture("some"));
        List<String> findings = findings(some);
        assertTrue(
                findings.stream().anyMatch(line -> line.startsWith("  ! some shows one direction alone of ")),
                findings::toString);
        assertFalse(findings.toString().contains("bytes that the receivers acknowledged"), findings::toString);
        assertFalse(findings.toString().contains("0 ns at"), findings::toString);
    }

    @Test
    void programsThatShareAnAddressAreNamed() throws IOException {
        Path shared = sample.writeOnly(
                frame -> {
                    if (frame.getShort(TYPE_AT) == IPV4) {
                        share(frame, SOURCE_AT);
                        share(frame, DESTINATION_AT);
                    }
                    return true;
                },
                capture("shared"));
        List<String> findings = findings(shared);
        assertTrue(
                findings.stream().anyMatch(line -> line.startsWith("  · Several programs share the address of ")),
                findings::toString);
        assertTrue(findings.toString().contains("serves at 8080, 8081"), findings::toString);
    }

    /** The service for log-ins moves to the host of the first application. */
    private static void share(ByteBuffer frame, int at) {
        if (frame.getInt(at) == AUTH) {
            frame.putInt(at, APP);
        }
    }

    @Test
    void twoHalvesLoseNothingBetweenThem() throws IOException {
        String text = printed(requests(), responses());
        assertFalse(text.contains("The network lost"), () -> text);
    }

    @Test
    void twoHalvesAreToBeJoined() throws IOException {
        List<String> findings = findings(requests(), responses());
        assertTrue(
                findings.contains("  ! Of these, requests, responses may be the halves of one bond or tap"),
                findings::toString);
        assertTrue(findings.toString().contains("mergecap -w both.pcap"), findings::toString);
    }

    @Test
    void broadcastsAreNoMirror() throws IOException {
        Path arp = sample.writeOnly(frame -> frame.getShort(TYPE_AT) == ARP, capture("arp"));
        assertEquals(
                "  ✖ arp holds no TCP and no UDP: 20 of its 20 frames are ARP",
                findings(arp).get(0));
    }

    @Test
    void oneFaultOfManyCapturesIsToldOnce() throws IOException {
        Path[] many = new Path[9];
        for (int i = 0; i < many.length; i++) {
            many[i] = sample.writePart(0, 0, capture("none" + i));
        }
        List<String> findings = findings(many);
        assertEquals("  ✖ none0 holds no packets, and 8 like it", findings.get(0));
        assertTrue(findings.toString().contains("none3 holds no packets; and 5 more."), findings::toString);
    }

    @Test
    void nothingIsCalledNothing() throws IOException {
        Path none = sample.writePart(0, 0, capture("none"));
        assertEquals("  ✖ none holds no packets", findings(none).get(0));
    }

    @Test
    void headersAloneAreCalledThat() throws IOException {
        sample.writeCut(54, capture("heads"));
        List<String> findings = findings(capture("heads"));
        assertEquals("  ! heads holds headers alone: 100 % of the payload was not recorded", findings.get(0));
        assertTrue(findings.toString().contains("slower than"), findings::toString);
    }

    @Test
    void aCaptureThatBeginsInTheMiddleSaysSo() throws IOException {
        List<String> findings = findings(sample.writePart(3000, 3000, capture("middle")));
        assertTrue(findings.contains("  · 27 of 28 connections were open before middle begins"), findings::toString);
    }

    @Test
    void twoCopiesAreOneCapture() throws IOException {
        Path first = sample.writePart(0, 6000, capture("first"));
        Path second = sample.writePart(0, 6000, capture("second"));
        assertEquals(
                "  ! second is the same capture as first",
                findings(first, second).get(0));
    }

    @Test
    void capturesOfDifferentTimesAreNotMixed() throws IOException {
        Path later = sample.writeLater(30 * 86_400, capture("later"));
        List<String> findings = findings(Path.of(SampleCapture.path("sw-front")), later);
        assertTrue(
                findings.get(0).startsWith("  ✖ The captures are of different times: sw-front until "),
                findings::toString);
    }

    @Test
    void aClockThatIsHoursOffIsNoOtherTime() throws IOException {
        Path later = sample.writeLater(2 * 3600, capture("later"));
        List<String> findings = findings(Path.of(SampleCapture.path("sw-app")), later);
        assertFalse(findings.toString().contains("different times"), findings::toString);
    }

    @Test
    void capturesWithoutACommonPacketSaySo() {
        List<String> findings =
                findings(Path.of(SampleCapture.path("sw-front")), Path.of(SampleCapture.path("sw-data")));
        assertTrue(findings.get(0).endsWith(" shares no packet with the other captures"), findings::toString);
    }

    @Test
    void whatStandsWholeIsNotDoubted() {
        List<String> findings = findings(Path.of(SampleCapture.path("sw-app")));
        assertTrue(findings.get(0).contains("slower than"), findings::toString);
    }

    @Test
    void theLoopbackTellsNoProgramsApart() throws IOException {
        Path loopback = sample.writeOnly(
                frame -> {
                    if (frame.getShort(TYPE_AT) == IPV4) {
                        frame.putInt(SOURCE_AT, LOOPBACK).putInt(DESTINATION_AT, LOOPBACK);
                    }
                    return true;
                },
                capture("loopback"));
        List<String> findings = findings(loopback);
        assertTrue(
                findings.get(0).startsWith("  ! All calls are from and to the loopback address"), findings::toString);
    }

    @Test
    void aTraceThatCannotBeReadIsLeftOutOfTheCaptures() throws IOException {
        Path log = Files.writeString(temp.resolve("app.jsonl"), "{\"kind\":\"static\",\"status\":200}\n");
        List<String> first = findings(log, Path.of(SampleCapture.path("sw-app")));
        assertTrue(first.get(0).contains("slower than"), first::toString);
        List<String> last = findings(Path.of(SampleCapture.path("sw-app")), log);
        assertTrue(last.get(0).contains("slower than"), last::toString);
    }

    /** A mirror that shows one way alone has no answer of a name server, and neither has one that is down. */
    @Test
    void whatADatagramServerDoesNotAnswerIsNoProblemWhereNothingOfItIsSeen() throws IOException {
        AtomicInteger answers = new AtomicInteger();
        for (int kept : new int[] {0, 1}) {
            answers.set(kept);
            Path deaf = sample.writeOnly(
                    frame -> frame.getShort(TYPE_AT) != IPV4
                            || frame.get(PROTOCOL_AT) != IpProtocol.UDP
                            || frame.getShort(SOURCE_PORT_AT) != DNS
                            || answers.getAndDecrement() > 0,
                    capture("deaf" + kept));
            List<String> told = findings(deaf).stream()
                    .filter(line -> line.contains("have no response"))
                    .toList();
            assertTrue(told.size() == 1 && told.get(0).startsWith(kept == 0 ? "  ! " : "  ✖ "), told::toString);
        }
    }

    @Test
    void anAddressThatServesManyPortsAndCallsOthersIsDoubted() throws IOException {
        Path gateway = sample.writeOnly(
                frame -> {
                    if (frame.getShort(TYPE_AT) == IPV4) {
                        frame.putInt(SOURCE_AT, behindGateway(frame.getInt(SOURCE_AT)));
                        frame.putInt(DESTINATION_AT, behindGateway(frame.getInt(DESTINATION_AT)));
                    }
                    return true;
                },
                capture("gateway"));
        List<String> findings = findings(gateway);
        assertTrue(
                findings.stream()
                        .anyMatch(line -> line.startsWith("  · Several programs or hosts may share the address of ")),
                findings::toString);
    }

    /** The service for log-ins and the database, which do not call each other, stand behind one address. */
    private static int behindGateway(int address) {
        return address == AUTH ? 0x0a04000b : address;
    }
}
