package io.wirepath.analyze.finding;

import io.wirepath.analyze.change.Change;
import io.wirepath.analyze.finding.Finding.Severity;
import io.wirepath.analyze.incident.Incident;
import io.wirepath.analyze.incident.Incident.Kind;
import io.wirepath.analyze.incident.IncidentCase;
import io.wirepath.analyze.incident.Incidents;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Tells what changed while the capture ran, since when, whose fault it is, and what follows from it. */
final class IncidentFindings implements Detector {

    private static final int MOST_NAMED = 4;

    /** What costs less than this share of the time that the greatest trouble costs is no problem beside it. */
    private static final double OF_THE_GREATEST = 0.1;

    @Override
    public List<Finding> detect(DetectorInput input) {
        List<IncidentCase> cases = input.incidents();
        List<Finding> findings = new ArrayList<>();
        double greatest = cases.stream()
                .map(IncidentCase::cause)
                .filter(cause -> !isFailure(cause) && cause.kind() != Kind.FASTER)
                .mapToDouble(Incident::costNanos)
                .max()
                .orElse(0);
        for (IncidentCase each : cases) {
            if (each.cause().kind() != Kind.FASTER) {
                findings.add(finding(input, each, greatest));
            }
        }
        List<Incident> faster = cases.stream()
                .map(IncidentCase::cause)
                .filter(cause -> cause.kind() == Kind.FASTER)
                .toList();
        if (!faster.isEmpty()) {
            findings.add(improvement(input, faster));
        }
        return findings;
    }

    private static boolean isFailure(Incident cause) {
        return cause.kind() == Kind.ERRORS || cause.kind() == Kind.UNANSWERED;
    }

    private static Finding finding(DetectorInput input, IncidentCase its, double greatestNanos) {
        Incident cause = its.cause();
        String kind = switch (cause.kind()) {
            case SLOWER, FASTER -> "slower-since";
            case SLOWER_LINK -> "network-slower-since";
            case STALLS -> "network-loss-since";
            case ERRORS -> "errors-since";
            case UNANSWERED -> "unanswered-since";
        };
        return new Finding(
                isFailure(cause) || cause.costNanos() >= OF_THE_GREATEST * greatestNanos
                        ? Severity.PROBLEM
                        : Severity.NOTICE,
                kind,
                what(input, cause) + consequences(input, its),
                detail(input, its),
                names(input, cause).toList(),
                cause.effectNanos(),
                cause.uncertaintyNanos(),
                cause.change());
    }

    private static Stream<String> names(DetectorInput input, Incident its) {
        return Stream.concat(its.nodes().stream(), its.peers().stream()).map(input::name);
    }

    private static String what(DetectorInput input, Incident its) {
        String place = place(input, its.nodes());
        String way = its.peers().isEmpty() ? place : "between " + place + " and " + place(input, its.peers());
        String when = IncidentText.period(its.change());
        return switch (its.kind()) {
            case SLOWER, FASTER ->
                place + (its.nodes().size() == 1 ? " answers about " : " answer about ")
                        + DelayText.of(its.effectNanos()) + " later " + when + count(its, "requests");
            case SLOWER_LINK ->
                "Messages " + way + " take about " + DelayText.of(its.effectNanos()) + " longer on their way " + when
                        + count(its, "messages");
            case STALLS ->
                "The network " + way + " holds up " + DelayText.share(its.after()) + " of the messages, by "
                        + DelayText.of(its.effectNanos()) + " on average as after lost segments, " + when
                        + count(its, "messages");
            case ERRORS ->
                place + (its.nodes().size() == 1 ? " answers " : " answer ") + DelayText.share(its.after())
                        + " of its requests with an error " + when + count(its, "requests");
            case UNANSWERED ->
                place + (its.nodes().size() == 1 ? " leaves " : " leave ") + DelayText.share(its.after())
                        + " of its requests unanswered " + when + count(its, "requests");
        };
    }

    private static String count(Incident its, String what) {
        return " (" + (its.change().lasts() ? "still so at the end, " : "") + its.observations() + " " + what + ")";
    }

    private static String consequences(DetectorInput input, IncidentCase its) {
        StringBuilder to = new StringBuilder();
        if (its.requestShare() > 0) {
            to.append("; ")
                    .append(DelayText.share(its.requestShare()))
                    .append(" of the clients' requests fail because of it");
        }
        boolean slower = its.cause().kind() == Kind.SLOWER || its.cause().kind() == Kind.SLOWER_LINK;
        if (slower && its.requestNanos() > 0) {
            to.append("; client requests through it take ")
                    .append(DelayText.of(its.requestNanos()))
                    .append(" longer");
        }
        if (!its.unchanged().isEmpty()) {
            to.append("; ").append(place(input, its.unchanged())).append(" did not change");
        }
        return to.toString();
    }

    private static String detail(DetectorInput input, IncidentCase its) {
        Incident cause = its.cause();
        String levels = switch (cause.kind()) {
            case SLOWER, FASTER ->
                "Median of its own time, without what it waits for: " + DelayText.of(cause.before()) + " otherwise, "
                        + DelayText.of(cause.after())
                        + " then. Like requests compared, the 95 % interval of the difference is " + interval(cause)
                        + ". ";
            case SLOWER_LINK ->
                "Median time between the two sniffers: " + DelayText.of(cause.before()) + " otherwise, "
                        + DelayText.of(cause.after()) + " then; the 95 % interval of the difference is "
                        + interval(cause) + ". The servers are not the cause. ";
            case STALLS, ERRORS, UNANSWERED ->
                "It was " + DelayText.share(cause.before()) + " otherwise. "
                        + (cause.kind() == Kind.STALLS ? "It does not include the own times of the two ends. " : "");
        };
        return levels + IncidentText.places(cause.change()) + effects(input, its.effects())
                + " The limits are set for one false change in " + Math.round(1 / Incidents.FALSE_ALARMS)
                + " analyses.";
    }

    private static String interval(Incident its) {
        return DelayText.of(its.effectNanos() - its.uncertaintyNanos()) + " to "
                + DelayText.of(its.effectNanos() + its.uncertaintyNanos());
    }

    private static String effects(DetectorInput input, List<Incident> effects) {
        String slower = effects.stream()
                .filter(its -> its.kind() == Kind.SLOWER)
                .map(its -> place(input, its.nodes()) + " (" + DelayText.of(its.effectNanos()) + ")")
                .collect(Collectors.joining(", "));
        return slower.isEmpty() ? "" : " Also slower from about then on, by less or as its callers: " + slower + ".";
    }

    private static String place(DetectorInput input, List<Integer> nodes) {
        if (nodes.size() == 1) {
            return input.name(nodes.get(0));
        }
        String role = input.role(nodes.get(0));
        boolean whole = input.roles().stream()
                .anyMatch(its -> its.name().equals(role) && its.nodes().size() == nodes.size());
        return whole || nodes.size() > MOST_NAMED
                ? role
                : nodes.stream().map(input::name).collect(Collectors.joining(" and "));
    }

    private static Finding improvement(DetectorInput input, List<Incident> faster) {
        Incident most = faster.get(0);
        Change change = most.change();
        List<String> names = faster.stream()
                .flatMap(its -> its.nodes().stream())
                .distinct()
                .map(input::name)
                .toList();
        String others = faster.size() == 1 ? "" : "; " + (faster.size() - 1) + " more became faster";
        return new Finding(
                Severity.FACT,
                "faster-since",
                place(input, most.nodes()) + (most.nodes().size() == 1 ? " answers about " : " answer about ")
                        + DelayText.of(-most.effectNanos()) + " earlier " + IncidentText.period(change) + others,
                "Median of its own time: " + DelayText.of(most.before()) + " otherwise, " + DelayText.of(most.after())
                        + " then. " + IncidentText.places(change),
                names,
                most.effectNanos(),
                most.uncertaintyNanos(),
                change);
    }
}
