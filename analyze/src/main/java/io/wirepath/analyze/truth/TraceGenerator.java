package io.wirepath.analyze.truth;

import io.wirepath.analyze.truth.GeneratedTrace.TrueCall;
import io.wirepath.analyze.truth.GeneratedTrace.TrueMessage;
import io.wirepath.causes.MessageTable;
import io.wirepath.flows.Role;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.Consumer;

/**
 * Makes a trace by instantiating tracelets (Project 5 §7.1.1): a node is never busy, but a call may hold what its node
 * has few of, and the others that want it wait, first come first served. All that is random is drawn when a tracelet
 * begins; then it runs in time with the others.
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

    /** Stand where what happens is not known yet. */
    private static final TrueMessage NO_MESSAGE = new TrueMessage(0, Role.UNKNOWN, 0, 0, MessageTable.NONE, 0, 0, 1);

    private static final TrueCall NO_CALL = new TrueCall(0, 0, MessageTable.NONE, MessageTable.NONE, 0, 0);

    private final TraceConfiguration configuration;
    private final Map<String, Integer> nodes = new HashMap<>();
    private final List<String> names = new ArrayList<>();
    private final List<TrueMessage> messages = new ArrayList<>();
    private final List<TrueCall> calls = new ArrayList<>();
    private final EventQueue events = new EventQueue();
    private final HeldResources resources;
    private SplittableRandom random;
    private int left;
    private int begun;

    private TraceGenerator(TraceConfiguration configuration, long seed) {
        this.configuration = configuration;
        random = new SplittableRandom(seed);
        resources = new HeldResources(configuration.resources());
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
                generator.names,
                generator.messages,
                connections.calls(),
                connections.count(),
                traces,
                generator.resources.waits());
    }

    /** One client: what it does next and when, and its own random numbers. */
    private static final class Client {
        private final Workload workload;
        private final int node;
        private final SplittableRandom random;
        private final long readyNanos;
        private int next;

        Client(Workload workload, int node, SplittableRandom random) {
            this.workload = workload;
            this.node = node;
            this.random = random;
            readyNanos = START_NANOS + workload.thinkTime().draw(random);
            next = random.nextInt(workload.sequence().size());
        }
    }

    /** Where a stage stands: the time, and the message received last. */
    private record Point(long nanos, int message) {}

    /** A call with all that is drawn of it, and the numbers of its messages. */
    private record Plan(
            CallTemplate template,
            int callee,
            int call,
            int request,
            int response,
            long beforeNanos,
            long wayNanos,
            List<List<Plan>> stages,
            long answerNanos,
            long wayBackNanos,
            List<Plan> after) {}

    private void run(int traces) {
        left = traces;
        for (Workload workload : configuration.workloads()) {
            List<String> homes = configuration.nodesOf(workload.client());
            for (int i = 0; i < workload.instances(); i++) {
                Client client = new Client(workload, node(homes.get(i % homes.size())), random.split());
                events.at(client.readyNanos, () -> begin(client, client.readyNanos));
            }
        }
        do {
            events.run();
        } while (resources.endMeetings());
    }

    private void begin(Client client, long nanos) {
        if (left == 0) {
            return;
        }
        int trace = begun++;
        left--;
        random = client.random;
        List<CallTemplate> sequence = client.workload.sequence();
        Plan plan = plan(sequence.get(client.next), client.node);
        client.next = (client.next + 1) % sequence.size();
        boolean waits = client.workload.waits();
        if (!waits) {
            thinkSince(client, nanos);
        }
        call(plan, client.node, new Point(nanos, MessageTable.NONE), MessageTable.NONE, trace, end -> {
            if (waits) {
                thinkSince(client, end.nanos());
            }
        });
    }

    private void thinkSince(Client client, long nanos) {
        long ready = nanos + 1 + client.workload.thinkTime().draw(client.random);
        events.at(ready, () -> begin(client, ready));
    }

    private Plan plan(CallTemplate template, int caller) {
        List<String> replicas = configuration.nodesOf(template.callee());
        int callee = node(replicas.get(random.nextInt(replicas.size())));
        int number = calls.size();
        Delay extra = configuration.extra(names.get(caller), template.callee());
        long before = template.before().draw(random) + extra.draw(random);
        int request = place();
        calls.add(NO_CALL);
        long way = configuration.network().draw(random);
        List<List<Plan>> stages = new ArrayList<>();
        for (List<CallTemplate> stage : template.stages()) {
            List<Plan> plans = new ArrayList<>();
            stage.forEach(each -> plans.add(plan(each, callee)));
            stages.add(plans);
        }
        Delay answer = template.answer();
        long answerNanos = answer == null ? 0 : answer.draw(random);
        int response = answer == null ? MessageTable.NONE : place();
        long back = answer == null ? 0 : configuration.network().draw(random);
        List<Plan> after = new ArrayList<>();
        template.after().forEach(each -> after.add(plan(each, callee)));
        return new Plan(template, callee, number, request, response, before, way, stages, answerNanos, back, after);
    }

    private int place() {
        if (messages.size() == MAX_MESSAGES) {
            throw new IllegalArgumentException(
                    "the trace has more than " + MAX_MESSAGES + " messages; make fewer requests, or shorter ones");
        }
        messages.add(NO_MESSAGE);
        return messages.size() - 1;
    }

    /** Makes a call and all it causes; ends with the receipt of its answer, or its sending where nobody answers. */
    private void call(Plan plan, int caller, Point start, int parent, int trace, Consumer<Point> end) {
        long ready = start.nanos() + plan.beforeNanos;
        String taken = plan.template.takes();
        events.at(
                ready,
                () -> resources.take(taken, caller, plan.call, ready, sent -> {
                    calls.set(plan.call, new TrueCall(trace, plan.request, plan.response, parent, 0, 0));
                    Role role = plan.response == MessageTable.NONE ? Role.ONE_WAY : Role.REQUEST;
                    Point at = send(plan, plan.request, role, caller, plan.callee, new Point(sent, start.message()));
                    events.at(
                            at.nanos(),
                            () -> resources.take(
                                    plan.template.holds(),
                                    plan.callee,
                                    plan.call,
                                    at.nanos(),
                                    granted -> resources.meet(
                                            plan.template.meets(),
                                            plan.callee,
                                            plan.call,
                                            granted,
                                            met -> stages(
                                                    plan,
                                                    0,
                                                    new Point(met, at.message()),
                                                    trace,
                                                    last -> answer(plan, caller, last, trace, end)))));
                    if (role == Role.ONE_WAY) {
                        end.accept(new Point(sent, start.message()));
                    }
                }));
    }

    private void stages(Plan plan, int number, Point start, int trace, Consumer<Point> end) {
        if (number == plan.stages.size()) {
            end.accept(start);
            return;
        }
        List<Plan> stage = plan.stages.get(number);
        Point[] last = {start};
        int[] open = {stage.size()};
        for (Plan child : stage) {
            call(child, plan.callee, start, plan.call, trace, ended -> {
                last[0] = ended.nanos() > last[0].nanos() ? ended : last[0];
                if (--open[0] == 0) {
                    stages(plan, number + 1, last[0], trace, end);
                }
            });
        }
    }

    private void answer(Plan plan, int caller, Point last, int trace, Consumer<Point> end) {
        Point ready = new Point(last.nanos() + plan.answerNanos, last.message());
        events.at(ready.nanos(), () -> {
            resources.release(plan.template.holds(), plan.callee, plan.call, ready.nanos());
            plan.after.forEach(each -> call(each, plan.callee, ready, plan.call, trace, ended -> {}));
            if (plan.response != MessageTable.NONE) {
                Point answered = send(plan, plan.response, Role.RESPONSE, plan.callee, caller, ready);
                events.at(answered.nanos(), () -> {
                    resources.release(plan.template.takes(), caller, plan.call, answered.nanos());
                    end.accept(answered);
                });
            }
        });
    }

    private Point send(Plan plan, int number, Role role, int source, int destination, Point cause) {
        boolean back = role == Role.RESPONSE;
        long received = cause.nanos() + (back ? plan.wayBackNanos : plan.wayNanos);
        int bytes = back ? plan.template.responseBytes() : plan.template.requestBytes();
        messages.set(
                number,
                new TrueMessage(plan.call, role, source, destination, cause.message(), cause.nanos(), received, bytes));
        return new Point(received, number);
    }

    private int node(String name) {
        return nodes.computeIfAbsent(name, key -> {
            names.add(key);
            return names.size() - 1;
        });
    }
}
