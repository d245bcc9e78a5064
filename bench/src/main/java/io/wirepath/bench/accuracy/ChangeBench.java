package io.wirepath.bench.accuracy;

import io.wirepath.analyze.change.Change;
import io.wirepath.analyze.change.LevelChange;
import io.wirepath.analyze.change.Observations;
import io.wirepath.analyze.change.Shift;
import io.wirepath.analyze.delay.ServedCalls;
import io.wirepath.analyze.incident.IncidentCase;
import io.wirepath.analyze.incident.Incidents;
import io.wirepath.analyze.whole.Analysis;
import io.wirepath.causes.MessageTable;
import io.wirepath.causes.TimeSpan;
import io.wirepath.flows.message.content.DigestKey;
import io.wirepath.flows.pipeline.FlowSettings;
import io.wirepath.merge.reconcile.MergeSettings;
import io.wirepath.pipeline.AnalysisRun;
import io.wirepath.pipeline.CallSelection;
import io.wirepath.pipeline.Console;
import io.wirepath.pipeline.Inference;
import io.wirepath.pipeline.MergeReading;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;

/**
 * How often a change is told of a run in which nothing changed, and how surely a slow-down within a run is found, and
 * when. Runs are stretches of recorded sets, chosen by chance. A slow-down is a constant that is added to the own times
 * of a node from a moment on, chosen by chance between the first and the last quarter of the stretch, or between two
 * such moments.
 *
 * <pre>
 *   ChangeBench HOSTS NODE STRETCHES POWER_STRETCHES SET[@FROM/TO]…     SET a directory of captures, FROM and TO seconds of it
 * </pre>
 */
public final class ChangeBench {

    private static final long SECOND = 1_000_000_000L;
    private static final double MILLI = 1e6;
    private static final double[] EXTRA_MILLIS = {1, 2, 3, 5, 10, 20};

    /** Series of an analysis of such a system, about. */
    private static final int SERIES = 50;

    private static final double MIN_SECONDS = 10;
    private static final double MAX_SECONDS = 40;

    private static final double[] WANDERING_SECONDS = {1, 3, 10};
    private static final int WANDERING = 300;

    /** Share of the usual time by which a change must differ to be told. */
    private static final double MIN_SHARE = 0.2;

    /** Seconds that an episode lasts. */
    private static final double EPISODE = 5;

    private record Run(String name, Analysis analysis, ServedCalls served, long fromNanos, long toNanos) {

        TimeSpan stretch(Random random, double seconds) {
            long length = Math.min(Math.round(seconds * SECOND), toNanos - fromNanos);
            long from = fromNanos + (long) (random.nextDouble() * (toNanos - fromNanos - length));
            return new TimeSpan(from, from + length);
        }
    }

    private ChangeBench() {}

    /** Prints both figures. */
    public static void main(String[] arguments) throws IOException {
        List<Run> runs = new ArrayList<>();
        for (int i = 4; i < arguments.length; i++) {
            runs.add(run(arguments[i], Path.of(arguments[0])));
        }
        falseOnes(runs, Integer.parseInt(arguments[2]));
        for (double seconds : WANDERING_SECONDS) {
            wandering(seconds);
        }
        for (boolean ends : new boolean[] {false, true}) {
            for (double millis : EXTRA_MILLIS) {
                found(runs, arguments[1], Integer.parseInt(arguments[3]), millis, ends);
            }
        }
    }

    private static Run run(String argument, Path hosts) throws IOException {
        String[] parts = argument.split("@", -1);
        Path directory = Path.of(parts[0]);
        FlowSettings flows = FlowSettings.defaults();
        FlowSettings content =
                flows.withMessage(flows.message().withContent(true).withKey(DigestKey.ofSeed(1)));
        MergeReading reading = new MergeReading(content, MergeSettings.defaults(), Console.ofProcess(), false);
        Analysis analysis = new AnalysisRun(reading, hosts, Inference.defaults(), CallSelection.of(List.of()))
                .run(RecordedSet.captures(directory), null, null, null)
                .report()
                .analysis();
        MessageTable messages = analysis.messages();
        long from = messages.timeNanos(0);
        long to = messages.timeNanos(messages.size() - 1);
        if (parts.length > 1) {
            String[] seconds = parts[1].split("/", -1);
            to = from + Math.round(Double.parseDouble(seconds[1]) * SECOND);
            from += Math.round(Double.parseDouble(seconds[0]) * SECOND);
        }
        ServedCalls served = new ServedCalls(messages, analysis.calls());
        return new Run(directory.getFileName().toString(), analysis, served, from, to);
    }

    private static double seconds(Random random) {
        return MIN_SECONDS + (MAX_SECONDS - MIN_SECONDS) * random.nextDouble();
    }

    /** Alarms where a pace wanders by itself and returns to its mean, as an Ornstein-Uhlenbeck process does. */
    private static void wandering(double relaxationSeconds) {
        int alarms = 0;
        for (int seed = 0; seed < WANDERING; seed++) {
            Random random = new Random(seed);
            Observations own = new Observations();
            double pace = random.nextGaussian();
            double gap = 0;
            for (double t = 0; t < MAX_SECONDS; t += gap) {
                double kept = Math.exp(-gap / relaxationSeconds);
                pace = kept * pace + Math.sqrt(1 - kept * kept) * random.nextGaussian();
                double took = (random.nextInt(5) == 0 ? 30 : 5) * Math.exp(0.4 * random.nextGaussian() + 0.3 * pace);
                own.add(Math.round(t * SECOND), 0, took * MILLI, 0);
                gap = -0.05 * Math.log(1 - random.nextDouble());
            }
            alarms += LevelChange.of(own, Incidents.FALSE_ALARMS).isEmpty() ? 0 : 1;
        }
        System.out.printf(
                Locale.ROOT,
                "wandering for %.0f s: a change in %d of %d series at a chance of %.3f%n",
                relaxationSeconds,
                alarms,
                WANDERING,
                Incidents.FALSE_ALARMS);
    }

    private static void falseOnes(List<Run> runs, int stretches) {
        Random random = new Random(1);
        int faults = 0;
        int traffic = 0;
        Map<String, Integer> what = new TreeMap<>();
        for (int i = 0; i < stretches; i++) {
            Run run = runs.get(random.nextInt(runs.size()));
            Analysis own = run.analysis();
            List<IncidentCase> cases = Incidents.of(
                    own.messages(), own.calls(), run.served(), own.roles(), run.stretch(random, seconds(random)));
            faults += cases.stream().anyMatch(each -> !each.cause().isTraffic()) ? 1 : 0;
            traffic += cases.stream().anyMatch(each -> each.cause().isTraffic()) ? 1 : 0;
            cases.forEach(each -> what.merge(
                    run.name() + " " + each.cause().kind() + " "
                            + own.messages()
                                    .nodes()
                                    .get(each.cause().nodes().get(0))
                                    .name(),
                    1,
                    Integer::sum));
        }
        System.out.printf(
                Locale.ROOT,
                "false: %d of %d stretches tell of a fault, %d of other traffic%n",
                faults,
                stretches,
                traffic);
        what.forEach((own, times) -> System.out.println("  " + times + " " + own));
    }

    private static void found(List<Run> runs, String node, int stretches, double millis, boolean ends) {
        Random random = new Random(2);
        int all = 0;
        int found = 0;
        int near = 0;
        int requests = 0;
        for (int i = 0; i < stretches; i++) {
            Run run = runs.get(random.nextInt(runs.size()));
            TimeSpan span = run.stretch(random, MAX_SECONDS);
            long length = span.toNanos() - span.fromNanos();
            long onset = span.fromNanos() + (long) (length * (0.25 + 0.5 * random.nextDouble()));
            long end = ends ? onset + (long) (EPISODE * SECOND) : Long.MAX_VALUE;
            Observations own = slower(run, node, span, onset, end, millis * MILLI);
            List<Change> changes = LevelChange.of(own, Incidents.FALSE_ALARMS / SERIES).stream()
                    .filter(change -> isReported(own, change))
                    .toList();
            all++;
            requests += own.size();
            found += changes.size() == 1 && changes.get(0).lasts() != ends ? 1 : 0;
            near += changes.size() == 1 && Math.abs(changes.get(0).onsetNanos() - onset) <= SECOND ? 1 : 0;
        }
        System.out.printf(
                Locale.ROOT,
                "%s +%.0f ms %s: %d of %d found, %d with an onset within 1 s (%d requests on average)%n",
                node,
                millis,
                ends ? "for 5 s" : "to the end",
                found,
                all,
                near,
                requests / Math.max(1, all));
    }

    /** Whether it is a slow-down, and large enough to be told. */
    private static boolean isReported(Observations own, Change change) {
        return Shift.of(own, change).nanos() >= MIN_SHARE * own.medianElsewhere(change);
    }

    private static Observations slower(Run run, String node, TimeSpan span, long onset, long end, double extraNanos) {
        Observations own = new Observations();
        MessageTable messages = run.analysis().messages();
        int[] requests = run.analysis().calls().request();
        for (int call = 0; call < requests.length; call++) {
            long at = messages.timeNanos(requests[call]);
            boolean here = messages.nodes()
                    .get(messages.destination(requests[call]))
                    .name()
                    .equals(node);
            if (here && span.holds(at) && run.served().isTimed(call)) {
                double extra = at >= onset && at < end ? extraNanos : 0;
                own.add(at, kind(run, call), run.served().ownNanos(call) + extra, 0);
            }
        }
        return own;
    }

    /** What is asked, and which nodes are called for it. */
    private static long kind(Run run, int call) {
        MessageTable messages = run.analysis().messages();
        int[] requests = run.analysis().calls().request();
        long called = 0;
        for (int i = run.served().firstChild(call); i < run.served().endChild(call); i++) {
            called |= 1L << messages.destination(requests[run.served().child(i)]) % Integer.SIZE;
        }
        return called << Integer.SIZE ^ messages.typeWord(requests[call], 0) & 0xffff_ffffL;
    }
}
