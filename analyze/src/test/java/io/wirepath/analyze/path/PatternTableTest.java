package io.wirepath.analyze.path;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.wirepath.analyze.path.PathPattern.Aggregation;
import io.wirepath.causes.AnalysisSettings;
import io.wirepath.causes.FixedLinks;
import io.wirepath.causes.LinkTable;
import io.wirepath.causes.MessageTable;
import io.wirepath.causes.TraceText;
import io.wirepath.flows.Role;
import java.util.List;
import org.junit.jupiter.api.Test;

class PatternTableTest {

    private static final double MILLI = 1e6;

    private static final String FIRST = """
            cl1:31000 app1:80 request 0
            app1:32000 redis:6379 request 4
            redis:6379 app1:32000 response 5
            app1:80 cl1:31000 response 7
            """;
    private static final String SECOND = """
            cl2:31005 app2:80 request 100
            app2:32009 redis:6379 request 106
            redis:6379 app2:32009 response 107
            app2:80 cl2:31005 response 109
            """;
    private static final int[] CHAIN = {-1, 0, 1, 2};
    private static final int[] TWO_CHAINS = {-1, 0, 1, 2, -1, 4, 5, 6};

    private static PatternTable table(String trace, int... parents) {
        MessageTable messages = new TraceText().add(trace).build();
        FixedPorts ports = new FixedPorts(messages, 4);
        return new PatternBuilder(
                        messages,
                        FixedLinks.certain(parents),
                        ports,
                        RoleAggregation.of(messages, ports),
                        trees(messages, FixedLinks.certain(parents)),
                        AnalysisSettings.defaults())
                .build();
    }

    @Test
    void unitesPathsOverReplicasClientsAndEphemeralPorts() {
        List<PathPattern> patterns = table(FIRST + SECOND, TWO_CHAINS).patterns();
        assertEquals(1, patterns.size());
        PathPattern pattern = patterns.get(0);
        assertEquals(Aggregation.ROLES, pattern.aggregation());
        assertEquals("CLIENT → app → redis", pattern.title());
        assertEquals(2, pattern.count());
        assertEquals(2, pattern.expectedCount(), 1e-9);
        assertEquals(8 * MILLI, pattern.duration().meanNanos(), 1);
        PatternStep root = pattern.root();
        assertEquals("CLIENT", root.from());
        assertEquals("80", root.port());
        assertEquals(Role.REQUEST, root.role());
        assertNull(root.nodeDelay());
        PatternStep toRedis = root.children().get(0);
        assertEquals("6379", toRedis.port());
        assertNotNull(toRedis.nodeDelay());
        assertEquals(5 * MILLI, toRedis.nodeDelay().meanNanos(), 1);
        assertEquals(5 * MILLI, toRedis.startNanos(), 1);
        assertNull(toRedis.networkDelay(), "one sniffer cannot tell the network's delay");
    }

    @Test
    void aRequestTakesUntilItsAnswerThoughNoLinkLeadsThere() {
        PathPattern pattern = table(FIRST, -1, 0, 1, -1).patterns().stream()
                .filter(own -> own.root().from().equals("CLIENT"))
                .findFirst()
                .orElseThrow();
        assertEquals(7 * MILLI, pattern.duration().meanNanos(), 1);
    }

    @Test
    void tellsPathsToTwoPortsOfOneNodeApartByTheirTitles() {
        String more = SECOND + SECOND.replace(":6379", ":6380").replaceAll(" 1(..)\n", " 2$1\n");
        List<String> titles = table(more, TWO_CHAINS).patterns().stream()
                .map(PathPattern::title)
                .sorted()
                .toList();

        assertEquals(List.of("CLIENT → app2:80 → redis:6379", "CLIENT → app2:80 → redis:6380"), titles);
    }

    private static final String FAN_OUT = """
            cl1:31000 app1:80 request 0
            app1:32000 auth:81 request 2
            app1:33000 pg:5432 request 2
            auth:81 app1:32000 response 4
            pg:5432 app1:33000 response 6
            app1:80 cl1:31000 response 7
            """;
    private static final String FAN_OUT_OTHERWISE = """
            cl2:31005 app2:80 request 100
            app2:32009 auth:81 request 102
            app2:33009 pg:5432 request 102
            pg:5432 app2:33009 response 103
            auth:81 app2:32009 response 110
            app2:80 cl2:31005 response 111
            """;
    private static final String FAN_OUT_AGAIN = FAN_OUT_OTHERWISE.replaceAll(" 1(..)\\n", " 2$1\n");

    @Test
    void takesOrdersOfAnswersToCallsMadeAtOnceForOnePattern() {
        List<PathPattern> patterns = table(
                        FAN_OUT + FAN_OUT_OTHERWISE + FAN_OUT_AGAIN,
                        -1,
                        0,
                        0,
                        1,
                        2,
                        4,
                        -1,
                        6,
                        6,
                        8,
                        7,
                        10,
                        -1,
                        12,
                        12,
                        14,
                        13,
                        16)
                .patterns();
        assertEquals(1, patterns.size(), patterns::toString);
        PathPattern pattern = patterns.get(0);
        assertEquals(3, pattern.count());
        PatternStep toAuth = child(pattern.root(), "auth");
        PatternStep toPg = child(pattern.root(), "pg");
        PatternStep answer = toAuth.children().get(0).children().get(0);
        assertEquals("CLIENT", answer.to(), "below the answer that came last more often");
        assertEquals(
                List.of("auth", "pg"),
                answer.orders().stream().map(PatternStep.Order::last).toList());
        assertEquals(2.0 / 3, answer.orders().get(0).share(), 1e-9);
        assertTrue(answer.critical() && toAuth.critical(), "the answer waits for auth");
        assertTrue(!toPg.critical() && toPg.children().get(0).children().isEmpty());
    }

    @Test
    void givesAPatternOneIdentifierWhicheverAnswerCameLast() {
        PathPattern one = table(FAN_OUT, -1, 0, 0, 1, 2, 4).patterns().get(0);
        PathPattern other = table(FAN_OUT_OTHERWISE.replace("app2", "app1"), -1, 0, 0, 2, 1, 4)
                .patterns()
                .get(0);
        assertEquals(one.id(), other.id());
    }

    @Test
    void tellsCallsOneAfterTheOtherFromCallsAtOnce() {
        PathPattern atOnce = table(FAN_OUT, -1, 0, 0, 1, 2, 4).patterns().get(0);
        PathPattern oneByOne = table(FAN_OUT.replace("request 2\nauth", "request 5\nauth"), -1, 0, 1, 2, 3, 4)
                .patterns()
                .get(0);
        assertNotEquals(atOnce.id(), oneByOne.id());
        assertTrue(oneByOne.root().children().stream().allMatch(PatternStep::critical));
    }

    /** Three stages of two calls each; in the other half of the requests the other answer of each comes last. */
    @Test
    void drawsEveryMessageOfManyStagesOnce() {
        StringBuilder trace = new StringBuilder();
        int[] parents = new int[28];
        for (int path = 0; path < 2; path++) {
            int root = 14 * path;
            int at = 1000 * path;
            trace.append("cl:3100%d web:80 request %d%n".formatted(path, at));
            parents[root] = MessageTable.NONE;
            int cause = root;
            for (int stage = 0; stage < 3; stage++) {
                int row = root + 1 + 4 * stage;
                at += 10;
                trace.append("web:32000 a:81 request %d%nweb:32001 b:81 request %d%n".formatted(at, at));
                String[] order = path == 0 ? new String[] {"a", "b"} : new String[] {"b", "a"};
                for (int i = 0; i < 2; i++) {
                    int port = order[i].equals("a") ? 32000 : 32001;
                    trace.append("%s:81 web:%d response %d%n".formatted(order[i], port, at + 3 + i));
                    parents[row + 2 + i] = order[i].equals("a") ? row : row + 1;
                }
                parents[row] = cause;
                parents[row + 1] = cause;
                cause = row + 3;
            }
            trace.append("web:80 cl:3100%d response %d%n".formatted(path, at + 9));
            parents[root + 13] = cause;
        }
        List<PathPattern> patterns = table(trace.toString(), parents).patterns();
        assertEquals(1, patterns.size(), patterns::toString);
        assertEquals(14, size(patterns.get(0).root()));
        assertEquals(39 * MILLI, latest(patterns.get(0).root()), 1, "the answer to the client");
    }

    private static int size(PatternStep step) {
        return 1 + step.children().stream().mapToInt(PatternTableTest::size).sum();
    }

    private static double latest(PatternStep step) {
        return step.children().stream().mapToDouble(PatternTableTest::latest).reduce(step.startNanos(), Math::max);
    }

    private static PatternStep child(PatternStep of, String to) {
        return of.children().stream()
                .filter(child -> child.to().equals(to))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void keepsThePatternsByNodeOneStepAway() {
        List<PathPattern> members =
                table(FIRST + SECOND, TWO_CHAINS).patterns().get(0).members();
        assertEquals(
                List.of("CLIENT → app1 → redis", "CLIENT → app2 → redis"),
                members.stream().map(PathPattern::title).sorted().toList());
        for (PathPattern member : members) {
            assertEquals(Aggregation.NODES, member.aggregation());
            assertEquals(1, member.count());
            assertTrue(member.members().isEmpty());
        }
    }

    @Test
    void addsTheTablesOfTwoWindows() {
        String oneNode = FIRST.replace("app1", "app").replace("cl1", "cl");
        String later = SECOND.replace("app2", "app").replace("cl2", "cl");
        PatternTable sum = table(oneNode, CHAIN);
        sum.add(table(later, CHAIN));
        PathPattern added = sum.patterns().get(0);
        PathPattern whole = table(oneNode + later, TWO_CHAINS).patterns().get(0);
        assertEquals(1, sum.size());
        assertEquals(whole.id(), added.id());
        assertEquals(whole.count(), added.count());
        assertEquals(whole.expectedCount(), added.expectedCount(), 1e-9);
        assertEquals(whole.duration().meanNanos(), added.duration().meanNanos(), 1e-3);
        assertEquals(
                whole.members().get(0).duration().percentileNanos(99),
                added.members().get(0).duration().percentileNanos(99));
    }

    @Test
    void addsToNothingWithoutTouchingTheOther() {
        PatternTable one = table(FIRST, CHAIN);
        PatternTable sum = new PatternTable();
        sum.add(one);
        sum.add(one);
        assertEquals(2, sum.patterns().get(0).count());
        assertEquals(1, one.patterns().get(0).count());
    }

    @Test
    void givesAShapeTheSameIdInEveryRunAndOtherShapesOthers() {
        String id = table(FIRST, CHAIN).patterns().get(0).id();
        assertEquals(
                id,
                table(FIRST.replace("31000", "44000"), CHAIN).patterns().get(0).id());
        assertNotEquals(
                id,
                table(FIRST.replace("6379", "6380"), CHAIN).patterns().get(0).id());
        assertEquals(12, id.length());
    }

    @Test
    void takesCallsMadeAtOnceAsOneShapeWhateverTheirOrder() {
        String pgFirst = """
                cl:31000 app:80 request 0
                app:32000 pg:5432 request 1
                app:32001 auth:81 request 2
                """;
        String authFirst = """
                cl:31000 app:80 request 0
                app:32001 auth:81 request 1
                app:32000 pg:5432 request 2
                """;
        PatternTable sum = table(pgFirst, -1, 0, 0);
        sum.add(table(authFirst, -1, 0, 0));
        assertEquals(1, sum.size());
        PathPattern pattern = sum.patterns().get(0);
        assertEquals(2, pattern.count());
        assertTrue(pattern.title().startsWith("CLIENT → app → ["), pattern.title());
    }

    @Test
    void tellsThePapersFourMetrics() {
        PatternTable table = table(FIRST, CHAIN);
        PathPattern pattern = table.patterns().get(0);
        assertEquals(1, pattern.count());
        assertEquals(1, pattern.expectedCount(), 1e-9);
        assertEquals(1, pattern.expectedPerCount(), 1e-9);
        assertEquals(1, pattern.expectedPerRootCount(), 1e-9);
        PathPattern often = scored(100, 20);
        PathPattern surely = scored(4, 4);
        assertEquals(2, often.expectedPerRootCount(), 1e-9);
        assertEquals(2, surely.expectedPerRootCount(), 1e-9);
    }

    private static PathPattern scored(long count, double expected) {
        PathPattern like = table(FIRST, CHAIN).patterns().get(0);
        return new PathPattern(
                "id", like.title(), like.aggregation(), like.root(), count, expected, 1, like.duration(), List.of());
    }

    @Test
    void measuresTheNetworkWhereTwoSniffersSawAMessage() {
        MessageTable messages = new TraceText().withTwoSniffers().add("""
                        cl:31000 app:80 request 0 0.25
                        app:80 cl:31000 response 7 7.5
                        """).build();
        FixedPorts ports = new FixedPorts(messages, 4);
        PatternStep root = new PatternBuilder(
                        messages,
                        FixedLinks.certain(-1, 0),
                        ports,
                        RoleAggregation.of(messages, ports),
                        trees(messages, FixedLinks.certain(-1, 0)),
                        AnalysisSettings.defaults())
                .build()
                .patterns()
                .get(0)
                .root();
        assertNotNull(root.networkDelay());
        assertEquals(0.25 * MILLI, root.networkDelay().meanNanos(), 1);
        PatternStep response = root.children().get(0);
        assertNotNull(response.nodeDelay());
        assertEquals(6.75 * MILLI, response.nodeDelay().meanNanos(), 1);
    }

    private static WholeTrees trees(MessageTable messages, LinkTable links) {
        return new WholeTrees(messages, links, CallForest.of(messages, links));
    }

    /** The peers of a table are of one role; which is asked by whom is what a lookup is (WAP5 §2.2, §6.4). */
    @Test
    void keepsWhoPeersAreInAPath() {
        String iterative = """
                cl1:31000 dht1:5000 request 0
                dht1:4000 dht2:5000 request 2
                dht2:5000 dht1:4000 response 5
                dht1:4001 dht3:5000 request 6
                dht3:5000 dht1:4001 response 9
                dht1:5000 cl1:31000 response 10
                cl1:31001 dht2:5000 request 20
                dht2:4000 dht4:5000 request 22
                dht4:5000 dht2:4000 response 25
                dht2:4001 dht1:5000 request 26
                dht1:5000 dht2:4001 response 29
                dht2:5000 cl1:31001 response 30
                """;
        assertEquals(
                List.of("CLIENT → dht → dht hop 1 ×2"),
                table(iterative, -1, 0, 1, 2, 3, 4, -1, 6, 7, 8, 9, 10).patterns().stream()
                        .map(PathPattern::title)
                        .toList());
        String recursive = """
                cl1:31000 dht1:5000 request 0
                dht1:4000 dht2:5000 request 2
                dht2:4000 dht3:5000 request 4
                dht3:5000 dht2:4000 response 6
                dht2:5000 dht1:4000 response 8
                dht1:5000 cl1:31000 response 10
                cl1:31001 dht2:5000 request 20
                dht2:4001 dht3:5000 request 22
                dht3:4001 dht1:5000 request 24
                dht1:5000 dht3:4001 response 26
                dht3:5000 dht2:4001 response 28
                dht2:5000 cl1:31001 response 30
                """;
        PathPattern handsOn = table(recursive, -1, 0, 1, 2, 3, 4, -1, 6, 7, 8, 9, 10)
                .patterns()
                .get(0);
        assertEquals("CLIENT → dht → dht hop 1 → dht hop 2", handsOn.title());
        PatternStep answer =
                handsOn.root().children().get(0).children().get(0).children().get(0);
        assertEquals("dht hop 2", answer.from());
        assertEquals("dht hop 1", answer.to(), "whom it answers");
    }
}
