package io.wirepath.analyze.finding;

import io.wirepath.analyze.finding.Finding.Severity;
import io.wirepath.causes.PortText;
import io.wirepath.causes.fanin.Join;
import io.wirepath.flows.CountText;
import java.util.List;

/** Tells of nodes that send because of several messages together, where a path shows one cause of several. */
final class JoinNodes implements Detector {

    @Override
    public List<Finding> detect(DetectorInput input) {
        return input.joins().all().stream()
                .filter(join -> !joinsItself(input, join))
                .map(join -> finding(input, join))
                .toList();
    }

    /** Whether a node waits for messages of its own address: these are several programs, each with its own cause. */
    private static boolean joinsItself(DetectorInput input, Join join) {
        String role = input.role(join.node());
        boolean isAlone = input.roles().get(input.roleOf()[join.node()]).nodes().size() == 1;
        return isAlone
                && join.joined().stream()
                        .anyMatch(joined -> joined.equals(role) || joined.startsWith(PortText.of(role, "")));
    }

    private static Finding finding(DetectorInput input, Join join) {
        String node = input.name(join.node());
        return new Finding(
                Severity.NOTICE,
                "join",
                title(node, join),
                detail(node, join, input.joins().atJoin()[join.node()]),
                List.of(node),
                0,
                0);
    }

    private static String title(String node, Join join) {
        return switch (join.kind()) {
            case FAN_IN ->
                node + " waits for " + join.size() + " requests of a path before it goes on: "
                        + String.join(", ", join.joined());
            case BATCH -> node + " sends one message for " + join.size() + " from " + String.join(", ", join.joined());
            case TIMED_BATCH ->
                gathers(node, join) + ", when "
                        + (join.timerNanos() > 0
                                ? "these are many or the first has waited " + DelayText.of((double) join.timerNanos())
                                : "a clock ticks");
            case GATHERED -> gathers(node, join);
        };
    }

    private static String gathers(String node, Join join) {
        return node + " gathers messages from " + String.join(", ", join.joined()) + " and sends for up to "
                + join.size() + " at a time";
    }

    private static String detail(String node, Join join, boolean isMarked) {
        String seen = join.kind() == Join.Kind.GATHERED
                ? "Seen " + CountText.of(join.times()) + " times: what it acknowledges together tells of it."
                : "Seen " + CountText.of(join.times()) + " times; this explains what " + node
                        + " sends better than single causes do.";
        return seen
                + (isMarked
                        ? " Paths show one cause of what it sends, and there are several: its links are less"
                                + " certain than"
                                + " their probabilities say."
                        : " Paths show the last message of a batch as the cause of what it sends; the links of its"
                                + " spans name all.");
    }
}
