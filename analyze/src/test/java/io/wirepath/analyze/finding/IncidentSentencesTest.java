package io.wirepath.analyze.finding;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.wirepath.analyze.change.Change;
import io.wirepath.analyze.finding.Finding.Severity;
import io.wirepath.analyze.incident.Incident;
import io.wirepath.analyze.incident.IncidentCase;
import io.wirepath.analyze.incident.RequestDelay;
import io.wirepath.analyze.incident.Suffering;
import io.wirepath.analyze.path.RoleSummary;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The sentences of changes that are given: words, numbers and whose they are. */
class IncidentSentencesTest {

    /** Two replicas are more than one, and five of six callers of a role are not that role. */
    @Test
    void saysWhoseRequestsFail() {
        PlaceNames names = new PlaceNames(
                List.of("web1", "web2", "web3", "cl1", "cl2", "cl3", "cl4", "cl5", "cl6"),
                List.of(
                        new RoleSummary("web", List.of(0, 1, 2)),
                        new RoleSummary("clients", List.of(3, 4, 5, 6, 7, 8))));
        assertTitle("web1 and web2 answer 33 % of their requests with errors of their own since", names, Set.of());
        assertTitle("web1 and web2 answer 33 % of the requests of 5 callers with", names, Set.of(3, 4, 5, 6, 7));
        assertTitle("web1 and web2 answer 33 % of the requests of clients with", names, Set.of(3, 4, 5, 6, 7, 8));
    }

    private static void assertTitle(String begins, PlaceNames names, Set<Integer> callers) {
        Set<Integer> others = new TreeSet<>(callers.isEmpty() ? Set.of() : Set.of(3, 4, 5, 6, 7, 8));
        others.removeAll(callers);
        String title = title(Incident.Kind.ERRORS, callers, others, 0, names);
        assertTrue(title.startsWith(begins), title);
    }

    /** What those back take is said beside what they took before, and is no time of its own. */
    @ParameterizedTest
    @CsvSource({
        "0,'and those back no longer'",
        "4e6,'and those back about 4.0 ms longer'",
        "-4e6,'and those back about 4.0 ms less'",
        "NaN,'; of those back that is not sure'"
    })
    void saysHowMuchLongerMessagesBackTake(double nanos, String longer) {
        PlaceNames names = new PlaceNames(List.of("web1", "web2", "db"), List.of());
        String title = title(Incident.Kind.SLOWER_WAY, Set.of(), Set.of(), nanos, names);
        assertTrue(title.endsWith(longer), title);
    }

    @Test
    void saysWhereWhatBothWaysTakeTogetherIsKnownAlone() {
        PlaceNames names = new PlaceNames(List.of("web1", "web2", "db"), List.of());
        String title = title(Incident.Kind.SLOWER_LINK, Set.of(), Set.of(), Double.NaN, names);
        assertTrue(
                title.startsWith("Messages from web1 and web2 to db and those back take about 15 ms longer together"),
                title);
        assertTrue(title.endsWith(", and how much of it each way is not known"), title);
    }

    /** The sentence of what changed between the first two nodes and the third one. */
    private static String title(
            Incident.Kind kind, Set<Integer> callers, Set<Integer> others, double backNanos, PlaceNames names) {
        Incident own = new Incident(
                kind,
                List.of(0, 1),
                kind.name().startsWith("SLOWER_") ? List.of(2) : List.of(),
                Change.lasting(2_000_000_000L, 1_000_000_000L, 3_000_000_000L, 1e-7),
                0,
                0.33,
                kind.name().startsWith("SLOWER_") ? 15e6 : 0,
                0,
                100,
                1e9,
                callers,
                others,
                backNanos);
        return IncidentFindings.findings(List.of(ofIncident(own)), names, null)
                .get(0)
                .title();
    }

    /** Who is later for some requests surely is, however little their mean tells. */
    @ParameterizedTest
    @CsvSource({"1, of 2.0 to 4.0 ms on average", "5, of up to 8.0 ms on average", "0, make the difference. Look"})
    void tellsNoMeanBelowNone(double halfWidthMillis, String words) {
        Change change = Change.lasting(2_000_000_000L, 1_000_000_000L, 3_000_000_000L, 1e-7);
        Incident tail = new Incident(
                Incident.Kind.SLOWER_TAIL,
                List.of(0),
                List.of(),
                change,
                1e6,
                1e6,
                3e6,
                halfWidthMillis * 1e6,
                130,
                4e8);
        String detail = IncidentFindings.findings(
                        List.of(ofIncident(tail)), new PlaceNames(List.of("pg"), List.of()), null)
                .get(0)
                .detail();
        assertTrue(detail.contains(words), detail);
    }

    /** What comes and goes is one problem, with each of its times. */
    @Test
    void tellsEachTimeOfWhatComesAndGoes() {
        Change change = new Change(
                2_000_000_000L,
                1_900_000_000L,
                2_000_000_000L,
                22_000_000_000L,
                22_000_000_000L,
                22_100_000_000L,
                22_000_000_000L,
                Long.MIN_VALUE,
                Long.MAX_VALUE,
                0,
                1e-7,
                List.of(
                        new Change.Pause(7_000_000_000L, 10_000_000_000L),
                        new Change.Pause(14_000_000_000L, 18_000_000_000L)));
        Incident slower = new Incident(
                Incident.Kind.SLOWER, List.of(0), List.of(), change, 10e6, 36e6, 25e6, 1e6, 130, 130 * 25e6);
        Finding told = IncidentFindings.findings(
                        List.of(ofIncident(slower)), new PlaceNames(List.of("pg"), List.of()), null)
                .get(0);
        assertTrue(
                told.title().startsWith("pg answers about 25 ms later 3 times from 00:00:02 to 00:00:22 ("),
                told.title());
        assertTrue(
                told.detail()
                        .contains("It was so from 00:00:02 to 00:00:07, 00:00:10 to 00:00:14, 00:00:18 to 00:00:22."),
                told.detail());
        Finding mean = new Finding(
                Severity.PROBLEM, "slow-replica", "pg is about 12 ms slower than pg2", "", List.of("pg"), 12e6, 1e6);
        List<Finding> merged = Findings.merged(List.of(told, mean));
        assertEquals(List.of(told.title()), merged.stream().map(Finding::title).toList());
    }

    /** Twelve times are told each, and the others are counted. */
    @ParameterizedTest
    @CsvSource({"12,00:00:46.", "13,00:00:46 and once more.", "15,00:00:46 and 3 times more."})
    void tellsTwelveTimesAndCountsTheOthers(int times, String last) {
        long second = 1_000_000_000L;
        List<Change.Pause> pauses = IntStream.range(0, times - 1)
                .mapToObj(i -> new Change.Pause((4 * i + 2) * second, (4 * i + 4) * second))
                .toList();
        long end = (4 * times - 2) * second;
        Change change = new Change(0, 0, 0, end, end, end, end, Long.MIN_VALUE, Long.MAX_VALUE, 0, 1e-7, pauses);
        String told = IncidentText.places(change);
        assertTrue(told.endsWith(", 00:00:44 to " + last), told);
    }

    private static IncidentCase ofIncident(Incident cause) {
        return new IncidentCase(
                cause,
                List.of(),
                RequestDelay.UNKNOWN,
                0,
                List.of(),
                new Suffering(1, 1, 7, List.of(), List.of()),
                IncidentCase.State.STILL,
                9_000_000_000L,
                0.99);
    }

    /** An interval that holds zero is said: it may be so. */
    @Test
    void whatMayBeNothingMayBe() {
        Incident slower = new Incident(
                Incident.Kind.SLOWER,
                List.of(0),
                List.of(),
                Change.lasting(2_000_000_000L, 1_000_000_000L, 3_000_000_000L, 1e-7),
                10e6,
                246e6,
                176e6,
                209e6,
                7,
                1e9);
        Finding told = IncidentFindings.findings(
                        List.of(ofIncident(slower)), new PlaceNames(List.of("food"), List.of()), null)
                .get(0);
        assertEquals(Severity.NOTICE, told.severity());
        assertTrue(told.title().startsWith("food may answer about 176 ms later since "), told.title());
    }
}
