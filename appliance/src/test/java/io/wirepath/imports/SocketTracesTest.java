package io.wirepath.imports;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Calls on sockets as strace tells them. */
class SocketTracesTest extends ImportFixture {

    @Test
    void bothEndsOfASocketAreOneMessage() throws IOException {
        assertEquals(
                List.of("request cl[1]>trace[2] 0..190000 #0", "response trace[2]>cl[1] 300000..420000 #0"),
                messages("""
                        1 1700000000.000000 execve("/bin/cl", ["cl"], 0x7 /* 9 vars */) = 0 <0.000100>
                        2 1700000001.000000 recvfrom(7<TCP:[127.0.0.1:80->127.0.0.1:4000]>,  <unfinished ...>
                        1 1700000001.000000 write(5<TCP:[127.0.0.1:4000->127.0.0.1:80]>, "GET"..., 3) = 3 <0.000020>
                        3 1700000001.000180 clone3({flags=CLONE_VM|CLONE_THREAD}, 88) = 4 <0.000010>
                        2 1700000001.000190 <... recvfrom resumed>"GET", 9, 0, NULL, NULL) = 3 <0.000190>
                        2 1700000001.000300 sendto(7<TCP:[127.0.0.1:80->127.0.0.1:4000]>, "OK", 2, 0, NULL, 0) = 2 \
                        <0.000010>
                        1 1700000001.000400 read(5<TCP:[127.0.0.1:4000->127.0.0.1:80]>, "OK", 9) = 2 <0.000020>
                        """));
    }

    @ParameterizedTest
    @ValueSource(strings = {"-t 10:00:01", "-ttt 1795244718", "ms 1795244718.123", "ms 10:00:01.123"})
    void linesOfStraceThatTellOneRoundedTimeComeInTheirOrder(String time) throws IOException {
        String at = "7 " + time.substring(time.indexOf(' ') + 1);
        List<String> told = messages("""
                AT write(5<TCP:[10.0.0.1:4000->10.0.0.2:80]>, "x", 10) = 10
                AT read(5<TCP:[10.0.0.1:4000->10.0.0.2:80]>, "y", 20) = 20
                """.replace("AT", at));
        long first = time.endsWith(".123") ? 123_000_000 : 0;
        assertEquals(2, told.size());
        assertTrue(told.get(0).contains(" %d..%d".formatted(first, first)), told.get(0));
        assertTrue(told.get(1).contains(" %d..%d".formatted(first + 1000, first + 1000)), told.get(1));
    }

    /** A call that took 30 ms had ended before the next line, whatever the second in which both began. */
    @Test
    void callsOfOneSecondEndBeforeTheNextBegins() throws IOException {
        String lines = """
                7 11:00:03 sendto(5<TCP:[10.0.0.1:4000->10.0.0.2:80]>, "a", 1, 0, NULL, 0) = 1 <0.000100>
                7 11:00:03 recvfrom(5<TCP:[10.0.0.1:4000->10.0.0.2:80]>, "b", 100, 0, NULL, NULL) = 1 <0.030000>
                7 11:00:03 sendto(5<TCP:[10.0.0.1:4000->10.0.0.2:80]>, "c", 1, 0, NULL, 0) = 1 <0.000100>
                7 11:00:03 recvfrom(5<TCP:[10.0.0.1:4000->10.0.0.2:80]>, "d", 100, 0, NULL, NULL) = 1 <0.030000>
                """;
        TraceSet set = new TraceSet(null);
        assertEquals(4, read(lines, set).messages.size());
        assertTrue(set.notes().toString().contains("rounded"), set.notes().toString());
        TraceSet exact = new TraceSet(null);
        read(lines.replace(":03 ", ":03.000000 "), exact);
        assertEquals(List.of(), exact.notes());
    }

    @Test
    void straceMayShowAsMuchOfADatagramAsItLikes() throws IOException {
        String shown = "\\0x".repeat(100_000);
        String call = "1 1700000001.000100 sendto(3<UDP:[10.0.0.1:4000->10.0.0.9:53]>, \"%s\", 3"
                + "00000, 0, NULL, 0) = 300000 <0.000010>\n";
        assertEquals(1, messages(call.formatted(shown)).size());
    }

    @Test
    void straceMayTellTheTimeOfDayAlone() throws IOException {
        assertEquals(
                List.of("request cl[1]>100.0.0.9 200000..200000 #0", "response 100.0.0.9>cl[1] 420000..420000 #0"),
                messages("""
                        1 07:21:50.000000 execve("/bin/cl", ["cl"], 0x7 /* 9 vars */) = 0 <0.000100>
                        1 07:21:51.000200 sendto(5<TCP:[10.0.0.1:4000->100.0.0.9:80]>, "GET", 3, 0, NULL, 0) = 3 \
                        <0.000010>
                        1 07:21:51.000400 read(5<TCP:[10.0.0.1:4000->100.0.0.9:80]>, "OK", 9) = 2 <0.000020>
                        """).stream().map(line -> line.replace(" far", "")).toList());
    }

    @Test
    void straceMayTellTheTimeSinceTheLineBeforeAlone() throws IOException {
        assertEquals(
                List.of("request cl[1]>100.0.0.9 200000..200000 #0", "response 100.0.0.9>cl[1] 700000..700000 #0"),
                messages("""
                        1      0.000000 execve("/bin/cl", ["cl"], 0x7 /* 9 vars */) = 0
                        1      1.000200 sendto(5<TCP:[10.0.0.1:4000->100.0.0.9:80]>, "GET", 3, 0, NULL, 0) = 3
                        1      0.000200 read(5<TCP:[10.0.0.1:4000->100.0.0.9:80]>,  <unfinished ...>
                        1      0.000300 <... read resumed>"OK", 9) = 2
                        """).stream().map(line -> line.replace(" far", "")).toList());
        assertEquals(
                List.of("one_way cl[1]>100.0.0.9 200000..200000"),
                messages("""
                        1 07:21:50.000000 (+     0.000000) execve("/bin/cl", ["cl"], 0x7 /* 9 vars */) = 0
                        1 07:21:51.000200 (+     1.000200) sendto(5<UDP:[10.0.0.1:4000->100.0.0.9:53]>, "GET", 3, 0, \
                        NULL, 0) = 3
                        """).stream().map(line -> line.replace(" far", "")).toList());
    }

    @Test
    void straceMayGoOnOverMidnight() throws IOException {
        assertEquals(
                List.of(
                        "request cl[1]>100.0.0.9 999900000..999900000 #0",
                        "response 100.0.0.9>cl[1] 100000..100000 #0"),
                messages("""
                        1 23:59:58.000000 execve("/bin/cl", ["cl"], 0x7 /* 9 vars */) = 0
                        1 23:59:59.999900 sendto(5<TCP:[10.0.0.1:4000->100.0.0.9:80]>, "GET", 3, 0, NULL, 0) = 3
                        1 00:00:00.000100 read(5<TCP:[10.0.0.1:4000->100.0.0.9:80]>, "OK", 9) = 2
                        """).stream().map(line -> line.replace(" far", "")).toList());
    }

    /** WAP5 §4: arguments tell the other end of a datagram socket; no line tells the port before the first is sent. */
    @Test
    void datagramSocketsNeedNotBeConnected() throws IOException {
        String peer =
                "0, {sa_family=AF_INET, sin_port=htons(%d), sin_addr=inet_addr(\"127.0.0.1\")}, %s) = 3 <0.000010>";
        String toServer = peer.formatted(53, "16");
        String toClient = peer.formatted(4000, "16");
        String ofClient = peer.formatted(4000, "[16]");
        String ofServer = peer.formatted(53, "[16]");
        assertEquals(
                List.of(
                        "one_way trace[1]>trace[2] 100000..160000",
                        // the second was lost, the third overtook nobody
                        "one_way trace[1]>trace[2] 200000..200000",
                        "one_way trace[2]>trace[1] 300000..360000",
                        "one_way trace[1]>trace[2] 400000..460000"),
                messages("""
                        1 1700000001.000100 sendto(3<UDP:[8617]>, "one", 3, %s
                        2 1700000001.000150 recvfrom(4<UDP:[0.0.0.0:53]>, "one", 99, %s
                        1 1700000001.000200 sendto(3<UDP:[0.0.0.0:4000]>, "two", 3, %s
                        2 1700000001.000300 sendto(4<UDP:[0.0.0.0:53]>, "1st", 3, %s
                        1 1700000001.000350 recvfrom(3<UDP:[0.0.0.0:4000]>, "1st", 99, %s
                        1 1700000001.000400 sendto(3<UDP:[0.0.0.0:4000]>, "thr", 3, %s
                        2 1700000001.000450 recvfrom(4<UDP:[0.0.0.0:53]>, "thr", 99, %s
                        """.formatted(toServer, ofClient, toServer, toClient, ofServer, toServer, ofClient)));
    }
}
