package io.wirepath.bench.accuracy;

import io.wirepath.analyze.delay.ServedCalls;
import io.wirepath.analyze.incident.Incident;
import io.wirepath.analyze.incident.IncidentCase;
import io.wirepath.analyze.incident.Incidents;
import io.wirepath.analyze.path.RoleSummary;
import io.wirepath.causes.CallTable;
import io.wirepath.causes.MessageTable;
import io.wirepath.causes.TimeSpan;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * What the model of change tells of a fault, 1 where it comes first, or of quiet time, the number of its problems. It
 * is loaded again with the classes it judges.
 */
public final class DiagnosisScore implements ToDoubleFunction<Object[]> {

    @Override
    @SuppressWarnings("unchecked")
    public double applyAsDouble(Object[] trial) {
        List<Incident> told = Incidents.of(
                        (MessageTable) trial[0],
                        (CallTable) trial[1],
                        (ServedCalls) trial[2],
                        (List<RoleSummary>) trial[3],
                        (TimeSpan) trial[4])
                .stream()
                .map(IncidentCase::cause)
                .filter(cause -> cause.kind() != Incident.Kind.FASTER)
                .toList();
        if ((Boolean) trial[6]) {
            return told.stream()
                    .filter(own -> !own.isTraffic() && own.kind() != Incident.Kind.QUEUES)
                    .count();
        }
        return told.isEmpty() || !isOf(told.get(0).nodes(), told.get(0).peers(), (List<Integer>) trial[5]) ? 0 : 1;
    }

    /** Whether what is told of these nodes and their peers is of a fault at those; one at none is of all. */
    static boolean isOf(List<Integer> nodes, List<Integer> peers, List<Integer> fault) {
        return fault.isEmpty()
                ? nodes.size() + peers.size() > 2
                : nodes.size() <= 2 && nodes.stream().anyMatch(fault::contains)
                        || peers.size() <= 1 && peers.stream().anyMatch(fault::contains);
    }
}
