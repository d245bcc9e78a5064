package io.wirepath.analyze.incident;

import io.wirepath.analyze.delay.ServedCalls;
import io.wirepath.analyze.path.RoleSummary;
import io.wirepath.causes.CallTable;
import io.wirepath.causes.CallTrace;
import io.wirepath.causes.MessageTable;
import io.wirepath.causes.TimeSpan;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.IntPredicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Traffic made by hand, each call a request from outside unless a test says otherwise, and what is told of it. */
abstract class MadeIncidents {

    /** When something changes, and when the traffic ends; ms. */
    static final double ONSET = 24_000;

    static final double END = 40_000;
    static final int PORT = 80;

    final Random random = new Random(3);
    final CallTrace trace = new CallTrace();

    double took() {
        return 8 * Math.exp(0.3 * random.nextGaussian());
    }

    double gap(double mean) {
        return -mean * Math.log(1 - random.nextDouble());
    }

    static List<IncidentCase> told(MessageTable messages) {
        return Incidents.of(surroundings(messages));
    }

    static Surroundings surroundings(MessageTable messages) {
        int[] none = IntStream.range(0, messages.size())
                .filter(isRequest(messages))
                .map(row -> MessageTable.NONE)
                .toArray();
        return surroundings(messages, none);
    }

    static Surroundings surroundings(MessageTable messages, int[] parent) {
        int[] request =
                IntStream.range(0, messages.size()).filter(isRequest(messages)).toArray();
        double[] sure = new double[request.length];
        Arrays.fill(sure, 1);
        CallTable calls = new CallTable(
                request,
                Arrays.stream(request).map(messages::partner).toArray(),
                parent,
                sure,
                IntStream.range(0, request.length).toArray());
        List<RoleSummary> roles = new ArrayList<>();
        IntStream.range(0, messages.nodes().size())
                .boxed()
                .collect(Collectors.groupingBy(
                        node -> messages.nodes().get(node).name().replaceFirst("(?<=app|crowd)[0-9]+", ""),
                        Collectors.toList()))
                .forEach((name, nodes) -> roles.add(new RoleSummary(name, nodes)));
        return Surroundings.of(messages, calls, new ServedCalls(messages, calls), roles, TimeSpan.ALWAYS);
    }

    static IntPredicate isRequest(MessageTable messages) {
        return row -> messages.partner(row) > row;
    }

    static String name(MessageTable messages, Incident own) {
        return messages.nodes().get(own.nodes().get(0)).name();
    }
}
