package io.wirepath.pipeline;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.wirepath.causes.TimeSpan;
import io.wirepath.flows.SightingSink.NameOrigin;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class NodeNamesTest {

    private final NodeNames names = new NodeNames();

    /** A name of 10.0.0.HOST. */
    private void add(int host, String name, NameOrigin origin) {
        names.add(0, 0xffff_0a00_0000L | host, name, origin);
    }

    @TempDir
    private Path temp;

    @Test
    void trustsTheNameFileMoreThanTheTraffic() {
        add(1, "from-dns", NameOrigin.DNS_ANSWER);
        add(1, "from-file", NameOrigin.HOSTS_FILE);
        add(1, "from-host", NameOrigin.HTTP_HOST);
        assertEquals(Map.of("10.0.0.1", "from-file"), names.resolve());
    }

    @Test
    void trustsNamesInACaptureLessThanAFileAndProgramsLessThanHosts() {
        add(1, "from-dns", NameOrigin.DNS_ANSWER);
        add(1, "from-capture", NameOrigin.CAPTURE);
        add(2, "from-host", NameOrigin.HTTP_HOST);
        add(2, "program", NameOrigin.PROCESS);
        add(3, "program", NameOrigin.PROCESS);
        add(3, "from-anyone", NameOrigin.DNS_UNASKED);
        assertEquals(
                Map.of("10.0.0.1", "from-capture", "10.0.0.2", "from-host", "10.0.0.3", "program"), names.resolve());
    }

    @Test
    void takesTheNameSeenMostOftenWhateverTheOrder() {
        add(1, "b", NameOrigin.DNS_ANSWER);
        add(1, "a", NameOrigin.DNS_ANSWER);
        add(1, "b", NameOrigin.DNS_ANSWER);
        add(1, "b", NameOrigin.DNS_ANSWER);
        add(2, "z", NameOrigin.DNS_ANSWER);
        add(2, "y", NameOrigin.DNS_ANSWER);
        assertEquals(Map.of("10.0.0.1", "b", "10.0.0.2", "y@10.0.0.2"), names.resolve());
    }

    private void lend(String name, long from, long to) {
        names.lend(0, 0xffff_0a00_0001L, name, NameOrigin.HOSTS_FILE, new TimeSpan(from, to));
    }

    @Test
    void anAddressThatIsLentHasTheNameOfTheTime() {
        lend("a", 0, 100);
        lend("b", 100, 200);
        assertEquals(Map.of("10.0.0.1", "a"), names.resolve(new TimeSpan(10, 20)));
        assertEquals(Map.of("10.0.0.1", "b"), names.resolve(new TimeSpan(110, 120)));
    }

    @Test
    void namesOfAllTimesAndLoansCountAtAMoment() {
        long now = 1_795_196_957_299_145_001L;
        add(2, "web", NameOrigin.DNS_ANSWER);
        lend("a", now - 10, now + 10);
        assertEquals(Map.of("10.0.0.1", "a", "10.0.0.2", "web"), names.resolve(new TimeSpan(now, now + 1)));
    }

    @Test
    void anAddressThatChangesHandsIsToldWithTheNameThatItHadLongest() {
        lend("a", 0, 100);
        lend("b", 100, 200);
        assertEquals(Map.of("10.0.0.1", "b@10.0.0.1"), names.resolve(new TimeSpan(90, 200)));
    }

    @Test
    void beforeTheFirstLeaseItHasTheNextNameInDoubtAndBehindTheLastNone() {
        lend("a", 100, 200);
        assertEquals(Map.of("10.0.0.1", "a@10.0.0.1"), names.resolve(new TimeSpan(10, 20)));
        assertEquals(Map.of(), names.resolve(new TimeSpan(210, 220)));
    }

    @Test
    void ofTheLeasesTheLastIsKeptBesideWhatWasSeen() {
        lend("a", 0, 100);
        lend("b", 100, 200);
        add(1, "seen", NameOrigin.DNS_ANSWER);
        Set<String> kept = new TreeSet<>();
        names.forEach((high, low, name, origin, times) -> kept.add(name));
        assertEquals(Set.of("b", "seen"), kept);
    }

    @Test
    void manyLeasesOfAnAddressDriveNeitherTheLatestOutNorWhatWasSeen() {
        NodeNames bounded = new NodeNames(2, 2);
        long address = 0xffff_0a00_0001L;
        for (long i = 0; i < 3; i++) {
            TimeSpan when = new TimeSpan(1000 * i, 1000 * i + 900 - 400 * i);
            bounded.lend(0, address, "lease" + i, NameOrigin.HOSTS_FILE, when);
        }
        bounded.add(0, address, "seen", NameOrigin.DNS_ANSWER);
        assertEquals(Map.of("10.0.0.1", "lease2"), bounded.resolve(new TimeSpan(2010, 2020)));
        assertEquals(Map.of("10.0.0.1", "seen"), bounded.resolve(new TimeSpan(5000, 5010)));
    }

    @Test
    void anyNameIsReadAgainFromTheCommonForm() throws IOException {
        Path file = Files.writeString(temp.resolve("names.json"), """
                [{"Name":"web, prod","Networks":{"a":["10.0.0.1"]}},
                {"Name":"the \\"old\\" one","Networks":{"a":["10.0.0.2"]}}]
                """);
        NameFile.read(NameFile.lines(file), "names", names);
        assertEquals(Map.of("10.0.0.1", "web,-prod", "10.0.0.2", "the-\"old\"-one"), names.resolve());
    }

    @Test
    void namesAreAskedForAgainEachMinuteWhereSomeAreLent() {
        assertFalse(names.onTime(0));
        assertFalse(names.onTime(70_000_000_000L));
        lend("a", 100, 200);
        assertTrue(names.onTime(130_000_000_000L));
        assertFalse(names.onTime(131_000_000_000L));
    }

    /** Whatever a stranger calls his own server, the operator's is called as the operator says. */
    @Test
    void whatTrafficSaysDoesNotChangeANameThatIsGiven() {
        add(1, "app", NameOrigin.HOSTS_FILE);
        add(2, "app", NameOrigin.HTTP_HOST);
        add(3, "db", NameOrigin.HOSTS_FILE);
        add(4, "db", NameOrigin.HOSTS_FILE);
        assertEquals(
                Map.of(
                        "10.0.0.1",
                        "app",
                        "10.0.0.2",
                        "app@10.0.0.2",
                        "10.0.0.3",
                        "db@10.0.0.3",
                        "10.0.0.4",
                        "db@10.0.0.4"),
                names.resolve());
    }

    @Test
    void tellsReplicasBehindOneNameApart() {
        add(1, "app", NameOrigin.DNS_ANSWER);
        add(2, "app", NameOrigin.DNS_ANSWER);
        assertEquals(Map.of("10.0.0.1", "app@10.0.0.1", "10.0.0.2", "app@10.0.0.2"), names.resolve());
    }

    private void addTimes(int host, String name, NameOrigin origin, int times) {
        names.add(0, 0xffff_0a00_0000L | host, name, origin, times);
    }

    @Test
    void showsTheAddressWhereTwoNamesAreSeenAboutAsOften() {
        // told at 1, 2, 4, 8 … sightings: 2000 honest answers are 11, 60 made-up ones 6
        addTimes(1, "shop.example", NameOrigin.DNS_ANSWER, 11);
        addTimes(1, "a.evil", NameOrigin.DNS_ANSWER, 6);
        addTimes(2, "shop.example.org", NameOrigin.DNS_ANSWER, 11);
        addTimes(2, "once.evil", NameOrigin.DNS_ANSWER, 1);
        addTimes(4, "once.evil", NameOrigin.DNS_ANSWER, 1);
        addTimes(4, "shop.example", NameOrigin.HTTP_HOST, 11);
        addTimes(3, "web.lab", NameOrigin.HTTP_HOST, 5);
        addTimes(3, "web", NameOrigin.HTTP_HOST, 5);
        assertEquals(
                Map.of(
                        "10.0.0.1",
                        "shop.example@10.0.0.1",
                        "10.0.0.2",
                        "shop.example.org",
                        "10.0.0.3",
                        "web",
                        "10.0.0.4",
                        "once.evil@10.0.0.4"),
                names.resolve());
    }

    @Test
    void showsTheAddressWhereAnyoneMayHaveSentTheName() {
        addTimes(1, "a.evil", NameOrigin.DNS_UNASKED, 20);
        addTimes(2, "b.evil", NameOrigin.CLAIMED, 20);
        addTimes(3, "web", NameOrigin.HTTP_HOST, 1);
        addTimes(3, "c.evil", NameOrigin.CLAIMED, 20);
        assertEquals(
                Map.of("10.0.0.1", "a.evil@10.0.0.1", "10.0.0.2", "b.evil@10.0.0.2", "10.0.0.3", "web"),
                names.resolve());
    }

    @Test
    void anAddressThatIsGivenToAnotherHostLosesTheOldName() {
        long hour = 3_600_000_000_000L;
        long now = 1_790_000_000_000_000_000L;
        addTimes(1, "old", NameOrigin.DNS_ANSWER, 11);
        addTimes(2, "old-from-dns", NameOrigin.DNS_ANSWER, 1);
        addTimes(3, "from-file", NameOrigin.HOSTS_FILE, 1);
        addTimes(4, "not-seen-again", NameOrigin.DNS_ANSWER, 3);
        names.onTime(now);
        for (int i = 1; i <= 2; i++) {
            names.onTime(now + i * hour);
            addTimes(1, "new", NameOrigin.DNS_ANSWER, 6);
            addTimes(2, "new-from-host", NameOrigin.HTTP_HOST, 1);
        }
        assertEquals("new", names.resolve().get("10.0.0.1"));
        assertEquals("old-from-dns@10.0.0.2", names.resolve().get("10.0.0.2"), "in dispute");
        names.onTime(now + 7 * hour);
        addTimes(2, "new-from-host", NameOrigin.HTTP_HOST, 1);
        assertEquals(
                Map.of(
                        "10.0.0.1",
                        "new",
                        "10.0.0.2",
                        "new-from-host",
                        "10.0.0.3",
                        "from-file",
                        "10.0.0.4",
                        "not-seen-again"),
                names.resolve());
    }

    @Test
    void readsNameFiles() throws IOException {
        Path file = Files.writeString(
                temp.resolve("hosts"), "# names\n10.0.0.1\tweb1 web1.lab # first\n\n  ::1 self\n2001:db8:0::7 seven\n");
        NameFile.read(file, names);
        assertEquals(Map.of("10.0.0.1", "web1", "::1", "self", "2001:db8::7", "seven"), names.resolve());
    }

    @ParameterizedTest
    @ValueSource(strings = {"10.0.0.1", "web1 10.0.0.1", "10.0.0.256 web", "1::2::3 web", "beef web"})
    void refusesLinesThatAreNoHostsLinesAndSaysWhere(String line) throws IOException {
        Path file = Files.writeString(temp.resolve("hosts"), "10.0.0.9 nine\n" + line + "\n");
        Failure failure = assertThrows(Failure.class, () -> NameFile.read(file, names));
        assertEquals(
                file + ": line 2 is not an address and a name; write it as in /etc/hosts: 10.1.0.11 web1",
                failure.getMessage());
    }

    @Test
    void keepsTheNamesSeenLastWithinItsBounds() {
        NodeNames bounded = new NodeNames(2, 2);
        for (int host = 1; host <= 3; host++) {
            bounded.add(0, 0xffff_0a00_0000L | host, "host" + host, NameOrigin.DNS_ANSWER);
            bounded.add(0, 0xffff_0a00_0001L, "first", NameOrigin.DNS_ANSWER);
            bounded.add(0, 0xffff_0a00_0001L, "a.too-many", NameOrigin.DNS_UNASKED, 1000);
        }
        assertEquals(Map.of("10.0.0.1", "first", "10.0.0.3", "host3"), bounded.resolve());
        bounded.add(0, 0xffff_0a00_0001L, "trusted", NameOrigin.HOSTS_FILE);
        assertEquals("trusted", bounded.resolve().get("10.0.0.1"));
    }
}
