package io.wirepath.analyze.joint;

/**
 * How long the sampler works at most; a part of the sweeps is enough where few tasks compete for a call.
 *
 * @param rounds rounds of expectation and maximisation
 * @param burnSweeps sweeps of a round before statistics are taken
 * @param samples sweeps of a round over which statistics are taken
 * @param posteriorBurn sweeps before the posterior is counted
 * @param posteriorSweeps sweeps over which the posterior is counted
 * @param coolingSteps temperatures of the final cooling
 * @param sweepsPerStep sweeps at each of them
 * @param startTemperature temperature of the first round; it falls to one over the first half of the rounds
 * @param lateTemperature temperature of the other rounds, and the one that the final cooling starts from
 * @param planWeight how many times plans count in the first round; it becomes one before the last
 * @param orphanRound round from which calls without an owner may teach how frequent such calls are
 * @param posteriorTemperature temperature of the posterior: tasks are not as independent as the model assumes, and at
 *     temperature one it is too sure of itself
 */
public record SamplingSchedule(
        int rounds,
        int burnSweeps,
        int samples,
        int posteriorBurn,
        int posteriorSweeps,
        int coolingSteps,
        int sweepsPerStep,
        double startTemperature,
        double lateTemperature,
        double planWeight,
        int orphanRound,
        double posteriorTemperature) {

    /** With so many possible owners for each call all sweeps are made, with half of them or fewer half of the sweeps. */
    private static final double MANY_OWNERS = 8;

    private static final double LEAST_EFFORT = 0.5;
    /** With so many possible owners for each call all rounds are made, with fewer at least this share of them. */
    private static final double SOME_OWNERS = 3;

    private static final double LEAST_ROUNDS = 0.75;
    /** Tables stand where a round moved less belief than this, in owners per call. */
    private static final double STANDS = 0.001;

    private static final double START_TEMPERATURE = 3;
    /** In crowds such a part of the sweeps of a round is enough, */
    private static final double SAMPLES_IN_CROWDS = 0.7;
    /** such a part of those that come before others, */
    private static final double BURN_IN_CROWDS = 0.2;
    /** and of the last ones, which both chains make, such a part for the posterior */
    private static final double POSTERIOR_IN_CROWDS = 0.06;
    /** and such a part for the answer. */
    private static final double COOLING_IN_CROWDS = 0.15;

    /** Where evidence guides the sampler of a crowd there are so many rounds more, */
    private static final int MORE_ROUNDS_IF_GUIDED = 2;
    /** and so many times the sweeps before and in the statistics of each. */
    private static final double MORE_BURN_IF_GUIDED = 5;

    private static final double MORE_SAMPLES_IF_GUIDED = 1.5;
    private static final double LATE_TEMPERATURE_IN_CROWDS = 0.75;
    /** The first plans of a crowd come from a guess of the owners and count but so many times. */
    private static final double GUESSED_PLANS = 0.3;

    private static final int ROUNDS_WHEN_GOING_ON = 3;
    private static final double POSTERIOR_TEMPERATURE = 1.7;

    /** The schedule that the accuracy figures were measured with. */
    public static SamplingSchedule defaults() {
        return new SamplingSchedule(8, 20, 40, 40, 320, 120, 2, START_TEMPERATURE, 1, 1, 4, POSTERIOR_TEMPERATURE);
    }

    /** The same for a window that goes on from decided calls: the tables are good from the start. */
    SamplingSchedule goingOn() {
        return with(Math.min(rounds, ROUNDS_WHEN_GOING_ON), 1, 0);
    }

    /**
     * The same for a crowded scene, where the sampler proposes owners whom the {@linkplain TimesWithin times} suit and visits calls in
     * turn: fewer sweeps tell as much then. Rounds are more and shorter: each learning of the tables helps to find rare plans more than
     * sweeps under tables that do not know them yet, and the state that a round begins with hardly differs from what its tables ask
     * for. Once these plans are found, rounds are colder: with so many owners that are nearly as likely, a sampler at temperature one
     * is mostly where the owners are wrong.
     */
    SamplingSchedule crowded() {
        return new SamplingSchedule(
                rounds + 1,
                part(burnSweeps, BURN_IN_CROWDS),
                part(samples, SAMPLES_IN_CROWDS),
                part(posteriorBurn, BURN_IN_CROWDS),
                part(posteriorSweeps, POSTERIOR_IN_CROWDS),
                part(coolingSteps, COOLING_IN_CROWDS),
                sweepsPerStep,
                1,
                LATE_TEMPERATURE_IN_CROWDS,
                GUESSED_PLANS,
                rounds,
                posteriorTemperature / LATE_TEMPERATURE_IN_CROWDS);
    }

    /**
     * The same for a crowded scene with more to go by than times: then some states are better than others by much, and it takes rounds
     * and sweeps to get there.
     */
    SamplingSchedule guided() {
        return new SamplingSchedule(
                rounds + MORE_ROUNDS_IF_GUIDED,
                part(burnSweeps, MORE_BURN_IF_GUIDED),
                part(samples, MORE_SAMPLES_IF_GUIDED),
                posteriorBurn,
                posteriorSweeps,
                coolingSteps,
                sweepsPerStep,
                startTemperature,
                lateTemperature,
                planWeight,
                orphanRound,
                posteriorTemperature);
    }

    private static int part(int sweeps, double share) {
        return (int) Math.ceil(sweeps * share);
    }

    /**
     * The same with fewer rounds where few tasks compete for a call: tables stand sooner there, and each round is as long.
     *
     * @param ownersPerCall possible owners of a call of the scene, on average
     */
    SamplingSchedule suiting(double ownersPerCall) {
        double share = Math.max(LEAST_ROUNDS, Math.min(1, ownersPerCall / SOME_OWNERS));
        int enough = Math.max(Math.min(rounds, ROUNDS_WHEN_GOING_ON), (int) Math.ceil(rounds * share));
        int orphansFrom = (orphanRound * enough + rounds - 1) / rounds;
        return with(enough, startTemperature, orphansFrom);
    }

    /** The same with other rounds. */
    private SamplingSchedule with(int newRounds, double newStartTemperature, int newOrphanRound) {
        return new SamplingSchedule(
                newRounds,
                burnSweeps,
                samples,
                posteriorBurn,
                posteriorSweeps,
                coolingSteps,
                sweepsPerStep,
                newStartTemperature,
                lateTemperature,
                planWeight,
                newOrphanRound,
                posteriorTemperature);
    }

    /** Of so many sweeps those that a component needs in which a call has so many possible owners on average. */
    int sweeps(int atMost, double ownersPerCall) {
        double effort = Math.max(LEAST_EFFORT, Math.min(1, ownersPerCall / MANY_OWNERS));
        return Math.max(1, (int) Math.round(atMost * effort));
    }

    /**
     * The round to go on with: those that would only repeat what is known are left out.
     *
     * @param round the round that is over
     * @param change how much belief it moved, in owners per call
     */
    int next(int round, double change) {
        if (change > STANDS) {
            return round + 1;
        }
        int last = 0;
        while (last < rounds && (temperature(last) > 1 || planWeight(last) != 1 || last < orphanRound)) {
            last++;
        }
        return round < last ? Math.max(round + 1, Math.min(last, rounds - 1)) : rounds;
    }

    /** How many times plans count in a round. */
    double planWeight(int round) {
        return 1 + (planWeight - 1) * Math.max(0, 1 - round / Math.max(1.0, rounds - 2.0));
    }

    /** Temperature of a round. */
    double temperature(int round) {
        double half = Math.max(1, rounds / 2.0);
        return round < half ? 1 + (startTemperature - 1) * (1 - round / half) : lateTemperature;
    }

    /** Whether the tables that this round learns from are still those of a heated sampler. */
    boolean isHeated(int round) {
        return temperature(round + 1) > 1;
    }
}
