package io.wirepath.analyze.finding;

import io.wirepath.analyze.finding.Finding.Severity;
import io.wirepath.analyze.incident.Incident;
import io.wirepath.analyze.incident.IncidentCase;
import io.wirepath.analyze.incident.UnevenShare;
import io.wirepath.analyze.path.RoleSummary;
import io.wirepath.flows.CountText;
import java.util.List;
import java.util.function.ToIntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Names replicas that get more or less than an even share of the requests to their role though nothing changed. It is a
 * notice where chance does not allow it whatever is dealt, and a fact where it does if connections are: a few that
 * carry many requests each fall unevenly.
 */
final class UnevenShares implements Detector {

    private static final int MAX_NAMED = 6;

    private static final String BY_CONNECTION =
            "Chance alone gives such shares of connections in less than 1 of 1000 analyses. ";
    private static final String BY_REQUEST =
            "Chance alone does not explain it if each request is balanced by itself; it may if connections are. ";
    private static final String CAUSES =
            "The replica with the larger share also has more requests open, so speed is not the reason. Weights "
                    + "of a balancer, clients that stay with one address, and popular keys have this effect.";

    @Override
    public List<Finding> detect(DetectorInput input) {
        return of(PlaceNames.of(input), UnevenShare.of(input.surroundings()), input.incidents(), UnevenShare::callers);
    }

    /** Those of these shares that nothing which changed explains; {@code callers} tells how many made the requests. */
    static List<Finding> of(
            PlaceNames names,
            List<UnevenShare> shares,
            List<IncidentCase> incidents,
            ToIntFunction<UnevenShare> callers) {
        return shares.stream()
                .filter(own -> !isExplained(incidents, names.roles().get(own.role())))
                .map(own -> finding(names, own).restingOn(callers.applyAsInt(own)))
                .toList();
    }

    /** Whether something that changed at these nodes says more than a share of the whole time. */
    private static boolean isExplained(List<IncidentCase> incidents, RoleSummary role) {
        return incidents.stream()
                .flatMap(UnevenShares::all)
                .filter(own -> own.kind() != Incident.Kind.FASTER)
                .anyMatch(own -> own.nodes().stream().anyMatch(role.nodes()::contains)
                        && own.nodes().size() < role.nodes().size());
    }

    private static Stream<Incident> all(IncidentCase own) {
        return Stream.concat(Stream.of(own.cause()), own.effects().stream());
    }

    private static Finding finding(PlaceNames names, UnevenShare own) {
        List<Integer> nodes = names.roles().get(own.role()).nodes();
        String name = names.node(own.node());
        String what = own.ofConnections() && own.connections() < own.requests() ? "connections" : "requests";
        return new Finding(
                own.ofConnections() ? Severity.NOTICE : Severity.FACT,
                "uneven-share",
                name + " gets " + DelayText.share(own.shares().get(nodes.indexOf(own.node()))) + " of the " + what
                        + " to " + names.role(own.node()) + " all the time, where an even share is "
                        + DelayText.share(own.even()),
                "Shares of the " + what + ": " + shares(names, nodes, own) + "; " + CountText.of(own.requests())
                        + " requests" + on(own) + ". " + (own.ofConnections() ? BY_CONNECTION : BY_REQUEST) + CAUSES,
                List.of(name),
                0,
                0);
    }

    private static String on(UnevenShare own) {
        return own.connections() == 0
                ? " were looked at, and not what connections they came on"
                : " on " + own.connections() + " connections";
    }

    private static String shares(PlaceNames names, List<Integer> nodes, UnevenShare own) {
        return IntStream.range(0, nodes.size())
                        .limit(MAX_NAMED)
                        .mapToObj(at -> names.node(nodes.get(at)) + " "
                                + DelayText.share(own.shares().get(at)))
                        .collect(Collectors.joining(", "))
                + (nodes.size() > MAX_NAMED ? ", …" : "");
    }
}
