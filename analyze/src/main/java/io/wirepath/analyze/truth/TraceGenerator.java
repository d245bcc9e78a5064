package io.wirepath.analyze.truth;

import io.wirepath.analyze.truth.GeneratedTrace.TrueCall;
import io.wirepath.analyze.truth.GeneratedTrace.TrueMessage;
import io.wirepath.causes.MessageTable;
import io.wirepath.flows.Role;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.SplittableRandom;

/**
 * Makes a trace by instantiating tracelets (Project 5 §7.1.1), not by simulating servers: nobody waits for a busy node.
 *
 * <pre>
 *  client instance: think ─► tracelet ─► think ─► next of its sequence ─► …     the earliest client goes next
 * </pre>
 *
 * <p>The same configuration, number and seed give the same trace.
 */
public final class TraceGenerator {

    /** When every trace starts, in ns since the epoch: 2026-01-01. */
    public static final long START_NANOS = 1_767_225_600_000_000_000L;

    private static final int MAX_MESSAGES = 50_000_000;

    private final TraceConfiguration configuration;
    private final Map<String, Integer> nodes = new HashMap<>();
    private final List<String> names = new ArrayList<>();
    private final List<TrueMessage> messages = new ArrayList<>();
    private final List<TrueCall> calls = new ArrayList<>();
    private SplittableRandom random;

    private TraceGenerator(TraceConfiguration configuration, long seed) {
        this.configuration = configuration;
        random = new SplittableRandom(seed);
    }

    /**
     * Generates.
     *
     * @param traces requests by clients, over all workloads
     */
    public static GeneratedTrace generate(TraceConfiguration configuration, int traces, long seed) {
        TraceGenerator generator = new TraceGenerator(configuration, seed);
        generator.run(traces);
        Connections connections = Connections.of(generator.messages, generator.calls);
        return new GeneratedTrace(
                generator.names, generator.messages, connections.calls(), connections.count(), traces);
    }

    /** One client: what it does next and when, and its own random numbers. */
    private static final class Client {
        private final Workload workload;
        private final int node;
        private final int number;
        private final SplittableRandom random;
        private long readyNanos;
        private int next;

        Client(Workload workload, int node, int number, SplittableRandom random) {
            this.workload = workload;
            this.node = node;
            this.number = number;
            this.random = random;
            readyNanos = START_NANOS + workload.thinkTime().draw(random);
            next = random.nextInt(workload.sequence().size());
        }

        long readyNanos() {
            return readyNanos;
        }

        int number() {
            return number;
        }
    }

    /** Where a stage stands: the time, and the message received last. */
    private record Point(long nanos, int message) {}

    private void run(int traces) {
        PriorityQueue<Client> clients =
                new PriorityQueue<>(Comparator.comparingLong(Client::readyNanos).thenComparingInt(Client::number));
        for (Workload workload : configuration.workloads()) {
            List<String> homes = configuration.nodesOf(workload.client());
            for (int i = 0; i < workload.instances(); i++) {
                int home = node(homes.get(i % homes.size()));
                clients.add(new Client(workload, home, clients.size(), random.split()));
            }
        }
        for (int trace = 0; trace < traces; trace++) {
            Client client = clients.remove();
            random = client.random;
            List<CallTemplate> sequence = client.workload.sequence();
            CallTemplate tracelet = sequence.get(client.next);
            Point start = new Point(client.readyNanos, MessageTable.NONE);
            Point end = call(tracelet, client.node, start, MessageTable.NONE, trace);
            client.next = (client.next + 1) % sequence.size();
            client.readyNanos = end.nanos() + 1 + client.workload.thinkTime().draw(random);
            clients.add(client);
        }
    }

    /** Makes a call and all it causes; gives the receipt of its answer, or its sending where nobody answers. */
    private Point call(CallTemplate template, int caller, Point start, int parent, int trace) {
        List<String> replicas = configuration.nodesOf(template.callee());
        int callee = node(replicas.get(random.nextInt(replicas.size())));
        boolean answered = template.answer() != null;
        int number = calls.size();
        Delay extra = configuration.extra(names.get(caller), template.callee());
        long sent = start.nanos() + template.before().draw(random) + extra.draw(random);
        Role role = answered ? Role.REQUEST : Role.ONE_WAY;
        int request = messages.size();
        Point at = send(number, role, caller, callee, new Point(sent, start.message()), template.requestBytes());
        calls.add(new TrueCall(trace, request, MessageTable.NONE, parent, 0, 0));
        for (List<CallTemplate> stage : template.stages()) {
            at = stage(stage, callee, at, number, trace);
        }
        if (template.answer() == null) {
            return new Point(sent, start.message());
        }
        Point ready = new Point(at.nanos() + template.answer().draw(random), at.message());
        Point end = send(number, Role.RESPONSE, callee, caller, ready, template.responseBytes());
        calls.set(number, new TrueCall(trace, request, end.message(), parent, 0, 0));
        return end;
    }

    private Point stage(List<CallTemplate> stage, int node, Point start, int parent, int trace) {
        Point last = start;
        for (CallTemplate child : stage) {
            Point end = call(child, node, start, parent, trace);
            last = end.nanos() > last.nanos() ? end : last;
        }
        return last;
    }

    private Point send(int call, Role role, int source, int destination, Point cause, int bytes) {
        long received = cause.nanos() + configuration.network().draw(random);
        if (messages.size() == MAX_MESSAGES) {
            throw new IllegalArgumentException(
                    "the trace has more than " + MAX_MESSAGES + " messages; make fewer requests, or shorter ones");
        }
        messages.add(new TrueMessage(call, role, source, destination, cause.message(), cause.nanos(), received, bytes));
        return new Point(received, messages.size() - 1);
    }

    private int node(String name) {
        return nodes.computeIfAbsent(name, key -> {
            names.add(key);
            return names.size() - 1;
        });
    }
}
