package io.wirepath.analyze.joint;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SamplingScheduleTest {

    private static final double MUCH = 0.1;
    private static final double NOTHING = 0.0001;

    /** Rounds that are made if each moves as much belief as given. */
    private static int[] rounds(SamplingSchedule schedule, double change) {
        return IntStream.iterate(0, r -> r < schedule.rounds(), r -> schedule.next(r, change))
                .toArray();
    }

    @ParameterizedTest
    @CsvSource({"1.0, 6, 3", "2.2, 6, 3", "2.5, 7, 4", "2.8, 8, 4", "40, 8, 4"})
    void makesFewerRoundsWhereFewTasksCompete(double owners, int rounds, int orphanRound) {
        SamplingSchedule suited = SamplingSchedule.defaults().suiting(owners);
        assertEquals(rounds, suited.rounds());
        assertEquals(orphanRound, suited.orphanRound());
        assertEquals(1, suited.temperature(suited.rounds() - 1));
        assertFalse(suited.isHeated(suited.rounds() - 1));
    }

    @Test
    void makesEveryRoundWhileBeliefMoves() {
        SamplingSchedule schedule = SamplingSchedule.defaults();
        assertArrayEquals(IntStream.range(0, schedule.rounds()).toArray(), rounds(schedule, MUCH));
    }

    /** Two rounds show that nothing moves; heat and what waits for its end still have their turn once. */
    @Test
    void leavesOutRoundsThatWouldRepeatWhatIsKnown() {
        SamplingSchedule schedule = SamplingSchedule.defaults();
        assertEquals(1, schedule.next(0, 1));
        assertEquals(4, schedule.next(1, NOTHING));
        assertEquals(schedule.rounds(), schedule.next(4, NOTHING));
        assertTrue(schedule.temperature(3) > 1 && schedule.temperature(4) == 1);
    }

    /** What a guess says of the plans counts little at first, and a round with plans that count in full is always made. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void endsWithPlansThatCountInFullInACrowd(boolean isGuided) {
        SamplingSchedule usual = SamplingSchedule.defaults().crowded();
        SamplingSchedule crowded = isGuided ? usual.guided() : usual;
        int[] made = rounds(crowded, NOTHING);
        assertEquals(1, crowded.planWeight(made[made.length - 1]));
    }

    @Test
    void neverShortensAWindowThatGoesOn() {
        SamplingSchedule goingOn = SamplingSchedule.defaults().goingOn();
        assertEquals(goingOn.rounds(), goingOn.suiting(1).rounds());
    }

    @Test
    void learnsMoreOftenFromFewerSweepsInACrowd() {
        SamplingSchedule usual = SamplingSchedule.defaults();
        SamplingSchedule crowded = usual.crowded();
        assertTrue(crowded.rounds() > usual.rounds());
        assertTrue(sweepsOfRounds(crowded) < sweepsOfRounds(usual));
        assertEquals(1, crowded.temperature(0));
        assertTrue(crowded.temperature(crowded.rounds() - 1) < 1);
        assertTrue(crowded.planWeight(0) < 1);
        assertEquals(1, crowded.planWeight(crowded.rounds() - 1));
        assertEquals(crowded.rounds() - 1, crowded.orphanRound());
        SamplingSchedule shortest = new SamplingSchedule(1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0, 1).crowded();
        assertTrue(shortest.samples() > 0 && shortest.posteriorSweeps() > 0 && shortest.coolingSteps() > 0);
    }

    /** With more than times to go by there is a best state, and it takes sweeps to find it. */
    @Test
    void spendsMoreOnACrowdWhereEvidenceGuides() {
        SamplingSchedule withEvidence = SamplingSchedule.defaults().crowded().guided();
        assertTrue(sweepsOfRounds(withEvidence) > sweepsOfRounds(SamplingSchedule.defaults()));
    }

    private static int sweepsOfRounds(SamplingSchedule schedule) {
        return schedule.rounds() * (schedule.burnSweeps() + schedule.samples());
    }
}
