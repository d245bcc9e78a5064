package io.wirepath.bench.accuracy;

import io.wirepath.analyze.truth.CallTemplate;
import io.wirepath.analyze.truth.Delay;
import io.wirepath.analyze.truth.GeneratedTrace;
import io.wirepath.analyze.truth.GeneratedTrace.TrueMessage;
import io.wirepath.analyze.truth.TraceConfiguration;
import io.wirepath.analyze.truth.TraceConfiguration.Slow;
import io.wirepath.analyze.truth.Workload;
import io.wirepath.analyze.whatif.Altered;
import java.util.List;
import java.util.Map;

/**
 * A system as it is recorded and as it would be: two web servers, or three gates, and two application servers, each
 * with a pool of connections to one database. Requests come at random and do not wait.
 *
 * @param otherwise what is otherwise, in words
 * @param places places in the pool of each application server, as recorded
 */
record OtherwiseSystem(
        String name, String otherwise, int places, TraceConfiguration now, TraceConfiguration then, Altered altered) {

    private static final String POOL = "pool";
    private static final int APPLICATIONS = 2;
    private static final int NO_POOL = 10_000;
    private static final double SLOW_MILLIS = 30;
    private static final long SLOW_NANOS = 30_000_000;
    private static final double ORDER_SLOW_MILLIS = 20;
    private static final long ORDER_SLOW_NANOS = 20_000_000;
    private static final double MAIL_SLOW_MILLIS = 8;
    private static final long MAIL_SLOW_NANOS = 8_000_000;

    /** Makes a system with so many places in each pool, and so many ms before app2's calls. */
    private interface Maker {
        TraceConfiguration make(double everyMillis, int places, double slowMillis);
    }

    static List<OtherwiseSystem> all() {
        Altered sooner = new Altered(Map.of("app2>db", SLOW_NANOS), Map.of(), Map.of(), 1);
        Altered soonerPaid = new Altered(Map.of("app2>pay", ORDER_SLOW_NANOS), Map.of(), Map.of(), 1);
        Maker one = OtherwiseSystem::oneQuery;
        Maker orders = OtherwiseSystem::orders;
        TraceConfiguration shop = one.make(8, 2, SLOW_MILLIS);
        TraceConfiguration ordering = orders.make(6, 2, ORDER_SLOW_MILLIS);
        return List.of(
                new OtherwiseSystem("one query", "nothing (another seed)", 2, shop, shop, Altered.NOTHING),
                new OtherwiseSystem(
                        "one query", "app2 30 ms faster before each call", 2, shop, one.make(8, 2, 0), sooner),
                twice("one query", one, 8, 2),
                pool("one query", one, 8, 4, 2),
                pool("one query", one, 8, 2, 4),
                pool("one query", one, 6.5, 2, 4),
                pool("one query", one, 5.5, 2, 8),
                pool("one query", one, 2.6, 4, 8),
                pool("two queries", OtherwiseSystem::twoQueries, 8, 4, 2),
                pool("two queries", OtherwiseSystem::twoQueries, 8, 2, 4),
                pool("two queries", OtherwiseSystem::twoQueries, 6.2, 2, 4),
                pool("two queries", OtherwiseSystem::twoQueries, 2.8, 4, 8),
                pool("orders", orders, 6, 2, 4),
                new OtherwiseSystem(
                        "orders", "app2 20 ms faster before pay", 2, ordering, orders.make(6, 2, 0), soonerPaid),
                twice("orders", orders, 6, 2),
                twice("orders", orders, 16, 1),
                twice("orders", orders, 4, 3),
                twice("orders", orders, 1.4, 8),
                twice("orders", orders, 6, NO_POOL),
                twice("one query", one, 8, NO_POOL),
                twice("two queries", OtherwiseSystem::twoQueries, 8, 2),
                new OtherwiseSystem(
                        "three at once",
                        "the gate twice as fast",
                        1,
                        atOnce(1, 0),
                        atOnce(0.5, 0),
                        new Altered(Map.of(), Map.of("gate", 2.0), Map.of(), 1)),
                new OtherwiseSystem(
                        "three at once",
                        "the gate 8 ms faster before mail",
                        1,
                        atOnce(1, MAIL_SLOW_MILLIS),
                        atOnce(1, 0),
                        new Altered(Map.of("gate>mail", MAIL_SLOW_NANOS), Map.of(), Map.of(), 1)));
    }

    /** Three calls at once, each made after its own work, and one behind them: nothing is waited for. */
    private static TraceConfiguration atOnce(double work, double slowMillis) {
        CallTemplate gate = CallTemplate.call("gate", Delay.fixed(0), Delay.gaussian(3 * work, work))
                .inParallel(
                        CallTemplate.call("stock", Delay.lognormal(2 * work, work), Delay.lognormal(5, 4)),
                        CallTemplate.call("price", Delay.exponential(3 * work), Delay.exponential(7)),
                        CallTemplate.call("mail", Delay.gaussian(3 * work, work), Delay.lognormal(4, 2)))
                .serially(CallTemplate.call("log", Delay.gaussian(work, work / 5), Delay.exponential(3)));
        return new TraceConfiguration(
                "three at once",
                List.of(new Workload("user", List.of(gate), 1, Delay.exponential(12), false)),
                Map.of(),
                Delay.gaussian(0.2, 0.02),
                slowMillis == 0 ? List.of() : List.of(new Slow("gate", "mail", Delay.fixed(slowMillis))),
                Map.of());
    }

    /**
     * Twice the load.
     *
     * @param everyMillis between requests then
     */
    private static OtherwiseSystem twice(String name, Maker maker, double everyMillis, int places) {
        double slow = slowMillis(name);
        String pools = places == NO_POOL ? "no pool" : places == 2 ? "" : "pools of " + places;
        return new OtherwiseSystem(
                name,
                "twice the load" + (pools.isEmpty() ? "" : ", " + pools),
                places,
                maker.make(2 * everyMillis, places, slow),
                maker.make(everyMillis, places, slow),
                new Altered(Map.of(), Map.of(), Map.of(), 2));
    }

    private static double slowMillis(String name) {
        return name.equals("orders") ? ORDER_SLOW_MILLIS : SLOW_MILLIS;
    }

    private static OtherwiseSystem pool(String name, Maker maker, double everyMillis, int now, int then) {
        double slow = slowMillis(name);
        return new OtherwiseSystem(
                name,
                "pools of " + then + " instead of " + now,
                now,
                maker.make(everyMillis, now, slow),
                maker.make(everyMillis, then, slow),
                new Altered(Map.of(), Map.of(), Map.of("app*>db", then), 1));
    }

    private static TraceConfiguration oneQuery(double everyMillis, int places, double slowMillis) {
        CallTemplate query = CallTemplate.call("db", Delay.gaussian(2, 0.3), Delay.lognormal(20, 8))
                .taking(POOL);
        return shop(everyMillis, places, slowMillis, query);
    }

    /** No delay before a query is sure, and how long one takes is not either. */
    private static TraceConfiguration twoQueries(double everyMillis, int places, double slowMillis) {
        CallTemplate query = CallTemplate.call("db", Delay.lognormal(3, 1.5), Delay.exponential(10))
                .taking(POOL);
        return shop(everyMillis, places, slowMillis, query, query);
    }

    /** Another system, on which nothing was chosen: the pool is one of several places where time goes. */
    private static TraceConfiguration orders(double everyMillis, int places, double slowMillis) {
        CallTemplate order = CallTemplate.call("app", Delay.gaussian(4, 1), Delay.exponential(6))
                .serially(
                        CallTemplate.call("cache", Delay.gaussian(1, 0.2), Delay.lognormal(2, 1)),
                        CallTemplate.call("db", Delay.exponential(4), Delay.lognormal(15, 12))
                                .taking(POOL),
                        CallTemplate.call("pay", Delay.gaussian(2, 0.5), Delay.lognormal(25, 10)));
        CallTemplate gate =
                CallTemplate.call("gate", Delay.fixed(0), Delay.gaussian(3, 1)).serially(order);
        return new TraceConfiguration(
                "orders",
                List.of(new Workload("user", List.of(gate), 1, Delay.exponential(everyMillis), false)),
                Map.of("gate", List.of("gate1", "gate2", "gate3"), "app", List.of("app1", "app2")),
                Delay.gaussian(0.2, 0.02),
                slowMillis == 0 ? List.of() : List.of(new Slow("app2", "pay", Delay.fixed(slowMillis))),
                Map.of(POOL, places));
    }

    private static TraceConfiguration shop(double everyMillis, int places, double slowMillis, CallTemplate... queries) {
        CallTemplate page = CallTemplate.call("app", Delay.gaussian(3, 0.5), Delay.gaussian(5, 1))
                .serially(queries);
        CallTemplate web =
                CallTemplate.call("web", Delay.fixed(0), Delay.gaussian(2, 0.3)).serially(page);
        return new TraceConfiguration(
                "shop",
                List.of(new Workload("user", List.of(web), 1, Delay.exponential(everyMillis), false)),
                Map.of("web", List.of("web1", "web2"), "app", List.of("app1", "app2")),
                Delay.gaussian(0.2, 0.02),
                slowMillis == 0 ? List.of() : List.of(new Slow("app2", "db", Delay.fixed(slowMillis))),
                Map.of(POOL, places));
    }

    /** Share of the places of both pools that are taken, over the whole time. */
    double inUse(GeneratedTrace trace) {
        int database = trace.nodes().indexOf("db");
        double taken = 0;
        for (GeneratedTrace.TrueCall call : trace.calls()) {
            TrueMessage request = trace.messages().get(call.request());
            taken += request.destination() == database
                    ? trace.messages().get(call.response()).receivedNanos() - request.sentNanos()
                    : 0;
        }
        long first = trace.messages().get(0).sentNanos();
        long last = trace.messages().stream()
                .mapToLong(TrueMessage::receivedNanos)
                .max()
                .orElse(first);
        return taken / APPLICATIONS / places / (last - first);
    }
}
