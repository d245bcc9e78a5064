package io.wirepath.analyze.truth;

import java.util.List;
import java.util.Map;

/**
 * A system to generate a trace of.
 *
 * @param name what people call it
 * @param workloads who asks for what
 * @param replicas the nodes of each service; a service that is not named is one node of its own name
 * @param network from the sending of a message to its receipt
 * @param slow delays added on purpose
 * @param resources how many there are of what calls hold, at each node; one of what is not named
 */
public record TraceConfiguration(
        String name,
        List<Workload> workloads,
        Map<String, List<String>> replicas,
        Delay network,
        List<Slow> slow,
        Map<String, Integer> resources) {

    private static final Delay NO_DELAY = Delay.fixed(0);

    /**
     * A node that takes longer, as WS2 does in Project 5 §7.2.
     *
     * @param node the node
     * @param callee before its calls of this service
     * @param extra by this much
     */
    public record Slow(String node, String callee, Delay extra) {}

    /** Refuses a system without work. */
    public TraceConfiguration {
        workloads = List.copyOf(workloads);
        replicas = Map.copyOf(replicas);
        slow = List.copyOf(slow);
        resources = Map.copyOf(resources);
        if (workloads.isEmpty()) {
            throw new IllegalArgumentException("a configuration has at least one workload");
        }
    }

    /** A system whose calls hold nothing. */
    public TraceConfiguration(
            String name, List<Workload> workloads, Map<String, List<String>> replicas, Delay network, List<Slow> slow) {
        this(name, workloads, replicas, network, slow, Map.of());
    }

    /** The same with this many clients of each workload: the parallelism of Project 5 §7.5.3. */
    public TraceConfiguration withInstances(int count) {
        List<Workload> all =
                workloads.stream().map(each -> each.withInstances(count)).toList();
        return new TraceConfiguration(name, all, replicas, network, slow, resources);
    }

    /** The same with another standard deviation, as a share of the mean, of all node delays (Project 5 §7.5.4). */
    public TraceConfiguration withRelativeDeviation(double share) {
        List<Workload> all = workloads.stream()
                .map(each -> new Workload(
                        each.client(),
                        each.sequence().stream()
                                .map(call -> call.withRelativeDeviation(share))
                                .toList(),
                        each.instances(),
                        each.thinkTime(),
                        each.waits()))
                .toList();
        return new TraceConfiguration(name, all, replicas, network, slow, resources);
    }

    /** The nodes of a service. */
    List<String> nodesOf(String service) {
        return replicas.getOrDefault(service, List.of(service));
    }

    /** What a node takes longer before a call of this service; nothing for most. */
    Delay extra(String node, String callee) {
        return slow.stream()
                .filter(each -> each.node().equals(node) && each.callee().equals(callee))
                .map(Slow::extra)
                .findFirst()
                .orElse(NO_DELAY);
    }
}
