package io.wirepath.analyze.joint;

/**
 * What a chain of the sampler concludes once the tables stand: first the posterior, then the most likely assignment of all calls
 * together. Not thread-safe.
 */
final class Conclusion {

    private static final double COLDEST = 0.03;
    private static final int[] NOBODY = {};

    private final CandidateSets candidates;
    private final SamplingSchedule schedule;
    private final Owners owners;
    private final OpenCalls open;
    private final Sampler sampler;
    private final ExactComponent exact;
    private final Residence residence;

    Conclusion(
            CandidateSets candidates,
            SamplingSchedule schedule,
            Owners owners,
            OpenCalls open,
            Sampler sampler,
            ExactComponent exact,
            Residence residence) {
        this.candidates = candidates;
        this.schedule = schedule;
        this.owners = owners;
        this.open = open;
        this.sampler = sampler;
        this.exact = exact;
        this.residence = residence;
    }

    /** Adds the posterior to what resides, in sweeps, and returns the slots of the most likely assignment. */
    int[] of(Components components) {
        residence.countCertain(open.active, schedule.posteriorSweeps());
        for (int[] component : components.calls) {
            if (exact.suits(component)) {
                exact.load(component);
                exact.addMarginals(
                        schedule.posteriorTemperature(),
                        schedule.posteriorSweeps(),
                        residence.belief,
                        residence.orphan);
                exact.installBest();
            } else {
                samplePosterior(component);
                cool(component);
            }
        }
        return owners.slot.clone();
    }

    private void samplePosterior(int[] component) {
        double temperature = schedule.posteriorTemperature();
        double perCall = candidates.perCall(component);
        int sweeps = schedule.sweeps(schedule.posteriorSweeps(), perCall);
        int burn = schedule.sweeps(schedule.posteriorBurn(), perCall);
        sampler.sweep(sampler.freshAttention(component), burn, temperature);
        Attention attention = sampler.attention(component);
        residence.begin(component, NOBODY, (double) schedule.posteriorSweeps() / sweeps / attention.moves(), false);
        sampler.sweep(attention, sweeps, temperature);
        residence.end(component, NOBODY);
    }

    /** Lets the temperature fall and keeps the best state that was seen. */
    private void cool(int[] component) {
        int steps = schedule.sweeps(schedule.coolingSteps(), candidates.perCall(component));
        double start = schedule.lateTemperature();
        double change = 0;
        double best = 0;
        int[] bestSlots = owners.slotsOf(component);
        Attention attention = sampler.attention(component);
        for (int step = 0; step < steps; step++) {
            double temperature = start * Math.pow(COLDEST / start, step / Math.max(1.0, steps - 1));
            for (int n = 0; n < schedule.sweepsPerStep(); n++) {
                change += sampler.sweep(attention, temperature);
                if (change > best) {
                    best = change;
                    bestSlots = owners.slotsOf(component);
                }
            }
        }
        for (int x = 0; x < component.length; x++) {
            if (owners.slot[component[x]] != bestSlots[x]) {
                owners.move(component[x], bestSlots[x]);
            }
        }
    }
}
