package io.wirepath.analyze.query.plan;

import static io.wirepath.analyze.query.plan.QueryFixture.answer;
import static io.wirepath.analyze.query.plan.QueryFixture.text;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.wirepath.analyze.query.event.EventSet;
import io.wirepath.causes.CallTrace;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/**
 * The study of replicas in HDFS (Pivot Tracing, §6.1, HDFS-6268), over files that are written to three of eight data
 * nodes, from one to the next, and then read at one of these: any, or, with the bug, the first in a fixed order.
 */
class ReplicaStudyTest {

    private static final int NODES = 8;
    private static final int FILES = 30;
    private static final int READS = 600;

    private final Map<String, Integer> readsAtNode = new TreeMap<>();
    private final Map<String, Integer> readsOfFile = new TreeMap<>();
    private final Map<String, Integer> readsAtReplica = new TreeMap<>();
    private final Set<String> replicas = new TreeSet<>();

    private EventSet cluster(boolean bug) {
        Random random = new Random(1);
        CallTrace trace = new CallTrace();
        List<double[]> causes = new ArrayList<>();
        List<List<Integer>> holders = new ArrayList<>();
        double time = 0;
        for (int file = 0; file < FILES; file++) {
            List<Integer> all = IntStream.rangeClosed(1, NODES).boxed().collect(Collectors.toList());
            Collections.shuffle(all, random);
            List<Integer> three = all.subList(0, 3);
            holders.add(three.stream().sorted().toList());
            String from = "c" + random.nextInt(4);
            for (int hop = 0; hop < 3; hop++) {
                String to = "dn" + three.get(hop);
                int call = trace.asksFor("PUT /blocks/f" + file).call(from, to, time + hop, time + 10 - hop);
                if (hop > 0) {
                    causes.add(new double[] {call, call - 1, 1});
                }
                replicas.add("/blocks/f" + file + ' ' + to);
                from = to;
            }
            time += 20;
        }
        for (int read = 0; read < READS; read++) {
            String client = "c" + random.nextInt(4);
            int file = random.nextInt(FILES);
            String name = "/blocks/f" + file;
            int job = trace.asksFor("POST /job").call(client, "worker", time, time + 9);
            int asked = trace.asksFor("GET /names/f" + file).call("worker", "nn", time + 1, time + 2);
            int node = holders.get(file).get(bug ? 0 : random.nextInt(3));
            int taken = trace.asksFor("GET " + name).call("worker", "dn" + node, time + 3, time + 8);
            causes.add(new double[] {asked, job, 1});
            causes.add(new double[] {taken, job, 1});
            readsAtNode.merge("dn" + node, 1, Integer::sum);
            readsOfFile.merge(client + ' ' + name, 1, Integer::sum);
            readsAtReplica.merge(client + ' ' + name + " dn" + node, 1, Integer::sum);
            time += 10;
        }
        return QueryFixture.events(trace, causes.toArray(new double[0][]));
    }

    private static Map<String, Integer> counts(EventSet events, String query) {
        Map<String, Integer> counts = new TreeMap<>();
        text(answer(events, query))
                .lines()
                .forEach(line -> counts.put(
                        line.substring(0, line.lastIndexOf(' ')),
                        Integer.parseInt(line.substring(line.lastIndexOf(' ') + 1))));
        return counts;
    }

    /** Of the replicas of files that two nodes hold, how often the first of the two was taken. */
    private double firstOfTwo() {
        double first = 0;
        double second = 0;
        for (Map.Entry<String, Integer> each : readsAtReplica.entrySet()) {
            String[] words = each.getKey().split(" ", -1);
            for (int other = 1; other <= NODES; other++) {
                int own = Integer.parseInt(words[2].substring(2));
                boolean held = other != own && replicas.contains(words[1] + " dn" + other);
                first += held && own < other ? each.getValue() : 0;
                second += held && own > other ? each.getValue() : 0;
            }
        }
        return first / (first + second);
    }

    @Test
    void theQueriesOfThePaperAnswerAsItWas() {
        for (boolean bug : new boolean[] {true, false}) {
            ReplicaStudyTest truth = new ReplicaStudyTest();
            EventSet events = truth.cluster(bug);
            String reads = "From r In requests Where r.path ~ '^/blocks/' And r.operation ~ '^GET ' ";
            Map<String, Integer> atNode = counts(events, reads + "GroupBy r.server Select r.server, COUNT"); // Q3
            Map<String, Integer> ofFile = counts( // Q4
                    events,
                    reads + "Join c In First(requests) On c -> r GroupBy c.client, r.path"
                            + " Select c.client, r.path, COUNT");
            Map<String, Integer> held = counts( // Q5
                    events,
                    "From w In requests Where w.operation ~ '^PUT ' GroupBy w.path, w.server"
                            + " Select w.path, w.server, COUNT");
            Map<String, Integer> taken = counts( // Q6, Q7
                    events,
                    reads + "Join c In First(requests) On c -> r GroupBy c.client, r.path, r.server"
                            + " Select c.client, r.path, r.server, COUNT");
            assertEquals(truth.readsAtNode, atNode);
            assertEquals(truth.readsOfFile, ofFile);
            assertEquals(truth.replicas, held.keySet());
            assertEquals(truth.readsAtReplica, taken);
            String preferred = text(
                    answer( // Q7
                            events,
                            reads + "Join w In requests On w.path = r.path Where w.operation ~ '^PUT '"
                                    + " And w.server != r.server Select AVG(r.server < w.server)"));
            assertEquals(truth.firstOfTwo(), Double.parseDouble(preferred), 1e-6);
            assertTrue(bug ? truth.firstOfTwo() == 1 : Math.abs(truth.firstOfTwo() - 0.5) < 0.1);
        }
    }
}
