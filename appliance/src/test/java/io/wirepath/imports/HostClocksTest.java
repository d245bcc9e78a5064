package io.wirepath.imports;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.wirepath.flows.Sighting;
import io.wirepath.flows.SightingSink;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Times by the clocks of hosts that are hours apart: WAP5 §4, §5.3. */
class HostClocksTest {

    private static final long MILLI = 1_000_000;
    private static final long SECOND = 1000 * MILLI;
    private static final long BEGIN = 1_700_000_000L * SECOND;

    @TempDir
    private Path directory;

    /** A message with its true times; who sends it from which port. */
    private record True(String role, String from, String to, long sent, long received) {}

    /** a asks b, which asks c; every way takes 1 ms at least. */
    private static List<True> trace() {
        Random random = new Random(4);
        List<True> messages = new ArrayList<>();
        long next = BEGIN;
        for (int i = 0; i < 200; i++) {
            next += 30 * MILLI + random.nextInt(100) * MILLI;
            long at = next;
            long[] times = new long[9];
            for (int step = 0; step < times.length; step++) {
                at += step % 2 == 0 ? MILLI + random.nextInt(100_000) : 3 * MILLI;
                times[step] = at;
            }
            messages.add(new True("request", "a:4000", "b:80", times[0] - MILLI, times[0]));
            messages.add(new True("request", "b:5000", "c:90", times[1], times[2]));
            messages.add(new True("response", "c:90", "b:5000", times[3], times[4]));
            messages.add(new True("response", "b:80", "a:4000", times[5], times[6]));
        }
        return messages;
    }

    private static final Map<String, Long> AHEAD = Map.of("a", 0L, "b", 2220 * SECOND, "c", -12 * SECOND);

    private static long by(String end, long nanos) {
        return nanos + AHEAD.get(end.substring(0, 1));
    }

    private static String row(True message, boolean tellsSent, boolean tellsReceived) {
        return "%s,%s,%s,%s,%s%n"
                .formatted(
                        tellsSent ? by(message.from, message.sent) : "nil",
                        tellsReceived ? by(message.to, message.received) : "",
                        message.from,
                        message.to,
                        message.role);
    }

    private static final String HEADER = "sent_ns,received_ns,from,to,role\n";

    /** The delays of all messages, by sender, receiver and role; and what a reader is told. */
    private record Read(
            Map<String, List<Long>> delays, List<Long> sent, List<String> notes, Map<String, List<Long>> answered) {

        int count() {
            return delays.values().stream().mapToInt(List::size).sum();
        }
    }

    private Read read(Map<String, String> tables) throws IOException {
        TraceSet set = new TraceSet(null);
        List<ImportFile> files = new ArrayList<>();
        for (Map.Entry<String, String> table : tables.entrySet()) {
            Path file = Files.writeString(directory.resolve(table.getKey()), HEADER + table.getValue());
            files.add(Objects.requireNonNull(ImportFile.of(file)));
            set.prepare(files.get(files.size() - 1));
        }
        set.settle();
        Map<String, List<Long>> delays = new TreeMap<>();
        List<Long> sent = new ArrayList<>();
        Map<String, List<Long>> answered = new TreeMap<>();
        SightingSink sink = new SightingSink() {
            @Override
            public void onSighting(Sighting s) {
                String key =
                        s.role() + " " + s.sourcePort() + " " + s.destinationPort() + (s.ttl() == 64 ? "" : " far");
                delays.computeIfAbsent(key, unseen -> new ArrayList<>()).add(s.lastByteNanos() - s.firstByteNanos());
                sent.add(s.firstByteNanos());
                int port = Math.max(s.sourcePort(), s.destinationPort());
                answered.computeIfAbsent(port + " " + s.callId(), unseen -> new ArrayList<>())
                        .add(s.firstByteNanos());
            }
        };
        for (ImportFile file : files) {
            file.read(new ImportedRows(() -> sink, files.indexOf(file)), set);
        }
        return new Read(delays, sent, set.clocks().notes(), answered);
    }

    private static String table(List<True> messages) {
        StringBuilder text = new StringBuilder();
        messages.forEach(message -> text.append(row(message, true, true)));
        return text.toString();
    }

    /** What a host tells: when its own messages left and those to it came. */
    private static String tableOf(String host, List<True> messages) {
        StringBuilder text = new StringBuilder();
        for (True message : messages) {
            if (message.from.startsWith(host) || message.to.startsWith(host)) {
                text.append(row(message, message.from.startsWith(host), message.to.startsWith(host)));
            }
        }
        return text.toString();
    }

    private static void assertWhole(Read read, int count) {
        assertEquals(count, read.count());
        assertEquals(4, read.delays.size(), read.delays.keySet().toString());
        read.delays
                .values()
                .forEach(delays -> delays.forEach(delay ->
                        assertTrue(delay > 0 && delay < 2 * MILLI, "a message takes 1 to 1.1 ms, not " + delay)));
        assertEquals(1, read.notes.size());
        // within the stated bound of 1 ms, and of 2 ms for who is two hosts away
        assertTrue(read.notes.get(0).matches(".* b \\+(2219[.]999|2220[.]000).*"), read.notes.get(0));
        assertTrue(read.notes.get(0).matches(".* c −(11[.]99[89]|12[.]00[01]).*"), read.notes.get(0));
    }

    @Test
    void nothingIsDroppedForAClocksSake() throws IOException {
        assertWhole(read(Map.of("all", table(trace()))), 800);
    }

    /** b, whom both others talk to, has a clock that is set while it runs, once. */
    @ParameterizedTest
    @ValueSource(longs = {187, -187, -1, -10, 3600, -3600})
    void aClockThatIsSetWhileItRunsIsFollowed(long seconds) throws IOException {
        List<True> trace = trace();
        long at = trace.get(trace.size() * 2 / 5).sent;
        StringBuilder text = new StringBuilder();
        for (True message : trace) {
            text.append("%d,%d,%s,%s,%s%n"
                    .formatted(
                            bySet(message.from, message.sent, at, seconds),
                            bySet(message.to, message.received, at, seconds),
                            message.from,
                            message.to,
                            message.role));
        }
        Read read = read(Map.of("all", text.toString()));
        assertEquals(800, read.count());
        long wrong = read.delays.values().stream()
                .flatMap(List::stream)
                .filter(delay -> delay < 0 || delay > 2 * MILLI)
                .count();
        assertTrue(
                read.notes.get(1).contains(seconds < 0 ? " b (put back by %d.000 s).".formatted(-seconds) : " b."),
                read.notes::toString);
        assertEquals(seconds < 0, read.notes.get(1).contains("showed twice"), read.notes::toString);
        // what b's clock showed twice is told apart by the other end of each message
        assertEquals(0, wrong);
    }

    private static long bySet(String end, long nanos, long at, long seconds) {
        return by(end, nanos) + (end.startsWith("b") && nanos >= at ? seconds * SECOND : 0);
    }

    /** Tables of each host: the difference between two of them changes on the way. */
    @ParameterizedTest
    @ValueSource(longs = {40, 187_000, -3_600_000})
    void tablesOfAHostThatIsSetArePairedToTheEnd(long millis) throws IOException {
        List<True> trace = trace();
        long at = trace.get(trace.size() * 7 / 10).sent;
        Map<String, String> tables = new TreeMap<>();
        for (String host : List.of("a", "b", "c")) {
            StringBuilder text = new StringBuilder();
            for (True message : trace) {
                boolean sent = message.from.startsWith(host);
                if (sent || message.to.startsWith(host)) {
                    long nanos = sent ? message.sent : message.received;
                    long own = by(host, nanos) + (host.equals("c") && nanos >= at ? millis * MILLI : 0);
                    text.append("%s,%s,%s,%s,%s%n"
                            .formatted(sent ? own : "nil", sent ? "nil" : own, message.from, message.to, message.role));
                }
            }
            tables.put(host, text.toString());
        }
        Read read = read(tables);
        assertEquals(800, read.count());
        assertTrue(
                read.delays.values().stream().flatMap(List::stream).allMatch(delay -> delay > 0 && delay < 2 * MILLI));
    }

    /** How many messages between hosts that are near took the time that those take. */
    private static long near(Read read) {
        return read.delays.entrySet().stream()
                .filter(way -> !way.getKey().endsWith("far"))
                .flatMap(way -> way.getValue().stream())
                .filter(delay -> delay > 0 && delay < 2 * MILLI)
                .count();
    }

    /** Each of two tables lacks a row of one way, a few apart: as many are left, and those between them are not shifted. */
    @Test
    void tablesThatLackOneRowEachPairNoOthers() throws IOException {
        List<True> trace = trace();
        Map<String, String> tables = new TreeMap<>();
        tables.put("a", tableOf("a", trace));
        tables.put("b", tableOf("b", trace));
        tables.put("c", tableOf("c", trace));
        tables.computeIfPresent("a", (host, text) -> text.replace(row(trace.get(400), true, false), ""));
        tables.computeIfPresent("b", (host, text) -> text.replace(row(trace.get(416), false, true), ""));
        Read read = read(tables);
        assertEquals(800, read.count());
        assertEquals(798, near(read));
    }

    /** Its first row is of a time long after the others, and nobody else has it: no pair is found, and none is sought. */
    @Test
    @Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void aTableOutOfOrderEnds() throws IOException {
        List<True> trace =
                trace().stream().filter(message -> message.from.startsWith("a")).toList();
        True late = new True("request", "a:4000", "b:80", BEGIN + 3600 * SECOND, BEGIN + 3600 * SECOND + MILLI);
        Map<String, String> tables = new TreeMap<>();
        tables.put("a", row(late, true, false) + tableOf("a", trace));
        tables.put("b", tableOf("b", trace));
        assertTrue(read(tables).count() >= trace.size());
    }

    @Test
    void clocksThatMayBeRightAreLeftAsTheyAre() throws IOException {
        StringBuilder text = new StringBuilder();
        trace().forEach(message -> text.append(
                "%d,%d,%s,%s,%s%n".formatted(message.sent, message.received, message.from, message.to, message.role)));
        Read read = read(Map.of("all", text.toString()));
        assertEquals(List.of(), read.notes);
        assertEquals(trace().stream().map(True::sent).toList(), read.sent);
    }

    /** A second there and a millisecond back is a slow way, and no clock that is half a second off. */
    @Test
    void aLongWayThereIsNoMatterOfClocks() throws IOException {
        StringBuilder text = new StringBuilder();
        trace().forEach(message -> text.append("%d,%d,%s,%s,%s%n"
                .formatted(
                        message.sent - (message.role.equals("request") ? SECOND : 0),
                        message.received,
                        message.from,
                        message.to,
                        message.role)));
        Read read = read(Map.of("all", text.toString()));
        assertEquals(List.of(), read.notes);
        assertTrue(read.delays.values().stream().flatMap(List::stream).anyMatch(delay -> delay > SECOND));
    }

    @Test
    void aFewMessagesTellOfClocksToo() throws IOException {
        assertWhole(read(Map.of("all", table(trace().subList(0, 4)))), 4);
    }

    @Test
    void tablesOfTwoHostsTellOfOneMessage() throws IOException {
        Map<String, String> tables = new TreeMap<>();
        for (String host : AHEAD.keySet()) {
            tables.put(host, tableOf(host, trace()));
        }
        assertWhole(read(tables), 800);
    }

    @Test
    void rowsInNoOrderArePairedByTime() throws IOException {
        List<True> shuffled = new ArrayList<>(trace());
        Map<String, String> tables = new TreeMap<>();
        for (String host : AHEAD.keySet()) {
            Collections.shuffle(shuffled, new Random(tables.size()));
            tables.put(host, tableOf(host, shuffled));
        }
        assertWhole(read(tables), 800);
    }

    /** Nobody tells when a message came: answers and what follows them bound the clocks, and nothing comes too soon. */
    @Test
    void hostsThatTellOnlyWhatTheySentAreBroughtInOrder() throws IOException {
        Map<String, String> tables = new TreeMap<>();
        for (String host : AHEAD.keySet()) {
            StringBuilder text = new StringBuilder();
            trace().stream()
                    .filter(message -> message.from.startsWith(host))
                    .forEach(message -> text.append(row(message, true, false)));
            tables.put(host, text.toString());
        }
        Read read = read(tables);
        assertEquals(800, read.count());
        assertEquals(1, read.notes.size());
        assertEquals(List.of(), read(Map.of("all", String.join("", tables.values()))).notes, "one file, one clock");
        for (int call = 0; call < 200; call++) {
            List<Long> outer = Objects.requireNonNull(read.answered.get("4000 " + call));
            List<Long> inner = Objects.requireNonNull(read.answered.get("5000 " + call));
            List<Long> order = List.of(
                    Collections.min(outer), Collections.min(inner), Collections.max(inner), Collections.max(outer));
            assertEquals(order.stream().sorted().toList(), order, () -> "request " + order);
        }
    }

    /** Each connection counts its calls from 0, and so do programs of which each has one. */
    @Test
    void callsThatConnectionsNumberEachAreOfTheirConnection() throws IOException {
        Map<String, StringBuilder> texts = new TreeMap<>();
        for (String host : List.of("a", "b")) {
            texts.put(host, new StringBuilder("sent_ns,from,to,role,call\n"));
        }
        Random random = new Random(4);
        for (int i = 0; i < 200; i++) {
            int port = 4000 + i / 100;
            long asked = BEGIN + 100L * i * MILLI + random.nextInt(5_000_000);
            long answered = asked + 4 * MILLI + random.nextInt(1_000_000) + AHEAD.get("b");
            texts.get("a").append("%d,a:%d,b:80,request,%d%n".formatted(asked, port, i % 100));
            texts.get("b").append("%d,b:80,a:%d,response,%d%n".formatted(answered, port, i % 100));
        }
        TraceSet set = new TraceSet(null);
        for (Map.Entry<String, StringBuilder> each : texts.entrySet()) {
            Path file = Files.writeString(directory.resolve(each.getKey()), each.getValue());
            set.prepare(Objects.requireNonNull(ImportFile.of(file)));
        }
        set.settle();
        assertTrue(
                set.clocks().notes().get(0).matches(".* (a −|b \\+)22(19[.]9|20[.]0).*"),
                set.clocks().notes()::toString);
    }

    /** A trace of one host's sendings is that host's; one of several hosts' is a sniffer's, who has one clock. */
    @Test
    void whatTwoHostsCallACallFindsItsAnswer() throws IOException {
        StringBuilder asks = new StringBuilder("timestamp operation sender rcvr ID\n");
        StringBuilder answers = new StringBuilder("timestamp operation sender rcvr ID\n");
        for (int i = 0; i < 40; i++) {
            asks.append("%d.5 CALL_SENT a b id%d%n".formatted(10 + i / 2, i));
            answers.append("%d.%d RET_SENT b a id%d%n".formatted(10 + i / 2, i % 2 == 0 ? 9 : 7, i));
        }
        TraceSet set = new TraceSet(null);
        List<ImportFile> files = new ArrayList<>();
        for (String text : List.of(asks.toString(), answers.toString())) {
            Path file = Files.writeString(directory.resolve("host" + files.size()), text);
            files.add(Objects.requireNonNull(ImportFile.of(file)));
            set.prepare(files.get(files.size() - 1));
        }
        set.settle();
        Map<Long, List<Long>> calls = new TreeMap<>();
        SightingSink sink = new SightingSink() {
            @Override
            public void onSighting(Sighting s) {
                calls.computeIfAbsent(s.callId(), unseen -> new ArrayList<>()).add(s.firstByteNanos());
            }
        };
        for (ImportFile file : files) {
            file.read(new ImportedRows(() -> sink, files.indexOf(file)), set);
        }
        assertEquals(40, calls.size());
        calls.forEach((call, times) -> {
            long took = times.get(1) - times.get(0);
            assertEquals((call % 2 == 0 ? 400 : 200) * MILLI, took, "call " + call);
        });
    }

    /** Peers ask each other from one port to the same, and a program asks another one of its host. */
    @Test
    void peersAndProgramsOfOneHostAreToldOnce() throws IOException {
        List<True> messages = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            long at = BEGIN + i * (40 * MILLI + i * 10_000L);
            for (String[] ends : new String[][] {{"a:9000", "b:9000"}, {"b:9000", "a:9000"}, {"b:60", "bb:70"}}) {
                messages.add(new True("request", ends[0], ends[1], at, at + MILLI));
                messages.add(new True("response", ends[1], ends[0], at + 4 * MILLI, at + 5 * MILLI));
                at += 12 * MILLI;
            }
        }
        Map<String, String> tables = new TreeMap<>();
        for (String host : List.of("a", "b")) {
            tables.put(host, tableOf(host, messages));
        }
        Read read = read(tables);
        assertEquals(600, read.count());
        read.delays.forEach((way, delays) ->
                delays.forEach(delay -> assertTrue(Math.abs(delay - MILLI) <= MILLI / 10, way)));
        read.answered.forEach((call, times) -> {
            assertEquals(0, times.size() % 2, call + " has each request with its answer");
            times.sort(null);
            assertTrue(Math.abs(times.get(1) - times.get(0) - 4 * MILLI) <= MILLI / 10, call);
        });
    }

    @Test
    void rowsThatTwoTablesHoldCountOnce() throws IOException {
        assertWhole(read(new TreeMap<>(Map.of("one", table(trace()), "two", table(trace())))), 800);
    }

    /** The table of b begins later: its first messages are in the others' alone. */
    @Test
    void aTableThatBeginsLaterIsAlignedByTheClocks() throws IOException {
        Map<String, String> tables = new TreeMap<>();
        for (String host : AHEAD.keySet()) {
            tables.put(host, tableOf(host, host.equals("b") ? trace().subList(40, 800) : trace()));
        }
        Read read = read(tables);
        assertEquals(800, read.count());
        assertEquals(760, near(read));
    }

    /** A message of which only the sending is known counts, though the ends have clocks of their own. */
    @Test
    void aReceiptThatNobodyKnowsLosesNoMessage() throws IOException {
        Random random = new Random(3);
        StringBuilder text = new StringBuilder();
        for (String line : table(trace()).lines().toList()) {
            String[] fields = line.split(",", 3);
            String received = random.nextInt(20) == 0 ? "" : fields[1];
            text.append(fields[0] + "," + received + "," + fields[2] + "\n");
        }
        Read read = read(Map.of("all", text.toString()));
        assertEquals(800, read.count());
        assertEquals(
                400,
                read.answered.values().stream()
                        .filter(times -> times.size() == 2)
                        .count());
    }

    /** A row that one table lacks shifts no other, in its own table nor in the pairing of calls. */
    @Test
    void tablesMayLoseRows() throws IOException {
        Random random = new Random(7);
        Map<String, String> tables = new TreeMap<>();
        List<True> messages = trace();
        for (String host : List.of("a", "b", "c")) {
            String kept = tableOf(host, messages)
                    .lines()
                    .filter(line -> random.nextInt(20) > 0)
                    .reduce("", (text, line) -> text + line + "\n");
            tables.put(host, kept);
        }
        Read read = read(tables);
        assertTrue(read.count() > 793 && read.count() <= 800, read.count() + " of 800");
        // a asks b for 11 ms at least, b asks c for 5; who lacks a row knows the other's time, 1 ms off
        List<Long> took = read.answered.values().stream()
                .filter(times -> times.size() == 2)
                .map(times -> Math.abs(times.get(1) - times.get(0)) / MILLI)
                .toList();
        assertTrue(took.size() > 380, took.size() + " of 400 calls are answered");
        assertTrue(took.stream().allMatch(millis -> millis >= 3 && millis <= 13), took.toString());
    }
}
