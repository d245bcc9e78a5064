package io.wirepath.analyze.truth;

import static io.wirepath.analyze.truth.CallTemplate.call;

import io.wirepath.analyze.truth.TraceConfiguration.Slow;
import java.util.List;
import java.util.Map;

/**
 * The configurations that come with the program: the pathological cases of Project 5 §7.5.2 (Figure 18) and its
 * multi-tier system (§7.2, Figure 10).
 *
 * <p>Calls are made 50 ms after their cause and returns 10 ms after theirs, the means of §7.5.6, with a Gaussian
 * deviation of a tenth. What the text leaves to its figures (how often the penalty breaker's paths call, who calls the
 * databases) is our reading.
 */
public final class NamedTraces {

    private static final Delay CALL = Delay.gaussian(50, 5);
    private static final Delay RETURN = Delay.gaussian(10, 1);
    private static final Delay THINK = Delay.uniform(100, 900);
    private static final Delay FIRST = Delay.fixed(0);
    private static final Delay NETWORK = Delay.fixed(0.1);
    private static final int INSTANCES = 4;

    private NamedTraces() {}

    /** All of them, in the order of the paper. */
    public static List<TraceConfiguration> all() {
        return List.of(
                childrenParallel(),
                childrenZeroOrTwo(),
                childrenDOrCc(),
                penaltyBreaker(),
                multiTier(),
                slowMultiTier());
    }

    /**
     * The configuration of this name.
     *
     * @throws IllegalArgumentException where there is none; the message names those that there are
     */
    public static TraceConfiguration byName(String name) {
        return all().stream()
                .filter(each -> each.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("there is no configuration \"" + name + "\"; choose "
                        + String.join(
                                ", ",
                                all().stream().map(TraceConfiguration::name).toList())));
    }

    /** B calls C twice at once, which breaks all penalties of the nesting algorithm. */
    static TraceConfiguration childrenParallel() {
        return pathological("children-parallel", b().inParallel(c(), c()));
    }

    /** B calls C twice in series in one path, and nobody in the other. */
    static TraceConfiguration childrenZeroOrTwo() {
        return pathological("children-0/2", b().serially(c(), c()), b());
    }

    /** B calls C twice in series in one path, and D once in the other. */
    static TraceConfiguration childrenDOrCc() {
        return pathological("children-d/cc", b().serially(c(), c()), b().serially(call("D", CALL, RETURN)));
    }

    /** Two paths with several calls to the same child and equal delays, and one with none. */
    static TraceConfiguration penaltyBreaker() {
        return pathological("penalty-breaker", b().serially(c(), c()), b().serially(c(), c(), c()), b());
    }

    /** Clients, two web servers, a login server, two application servers, two databases. */
    static TraceConfiguration multiTier() {
        return multiTier("multi-tier", List.of());
    }

    /** The same, but WS2 takes 200 ms longer between the login and the application server. */
    static TraceConfiguration slowMultiTier() {
        return multiTier("multi-tier-slow", List.of(new Slow("WS2", "AP", Delay.fixed(200))));
    }

    private static CallTemplate b() {
        return call("B", FIRST, RETURN);
    }

    private static CallTemplate c() {
        return call("C", CALL, RETURN);
    }

    /** Each path with clients of its own. */
    private static TraceConfiguration pathological(String name, CallTemplate... paths) {
        List<Workload> workloads = List.of(paths).stream()
                .map(path -> new Workload("A", List.of(path), INSTANCES, THINK))
                .toList();
        return new TraceConfiguration(name, workloads, Map.of(), NETWORK, List.of());
    }

    private static TraceConfiguration multiTier(String name, List<Slow> slow) {
        CallTemplate database = call("DB", CALL, RETURN);
        CallTemplate login = call("AUTH", CALL, RETURN).serially(database);
        CallTemplate page = call("WS", FIRST, RETURN)
                .serially(login, call("AP", CALL, RETURN).serially(database, database));
        CallTemplate lookup =
                call("WS", FIRST, RETURN).serially(call("AP", CALL, RETURN).serially(database));
        CallTemplate file = call("WS", FIRST, RETURN);
        List<Workload> workloads = List.of(
                new Workload("C", List.of(page, lookup), INSTANCES, THINK),
                new Workload("C", List.of(file, page), INSTANCES, THINK));
        Map<String, List<String>> replicas = Map.of(
                "C", List.of("C1", "C2"),
                "WS", List.of("WS1", "WS2"),
                "AP", List.of("AP1", "AP2"),
                "DB", List.of("DB1", "DB2"));
        return new TraceConfiguration(name, workloads, replicas, NETWORK, slow);
    }
}
