package io.wirepath.analyze.row;

import io.wirepath.analyze.change.Change;
import io.wirepath.analyze.change.Change.Pause;
import io.wirepath.analyze.field.Family;
import io.wirepath.analyze.field.Fields;
import io.wirepath.analyze.field.ValueType;
import io.wirepath.analyze.finding.Finding;
import io.wirepath.analyze.finding.ToldIncident;
import io.wirepath.analyze.finding.ToldIncident.Consequence;
import io.wirepath.analyze.finding.ToldIncident.Example;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What is said of a finding. */
public final class FindingRow {

    private static final Fields<Pause> PAUSE = Fields.<Pause>of(
                    "ChangePause", "A time between in which it was as before.")
            .time("from", "When it began.", Pause::fromNanos)
            .time("to", "When it ended.", Pause::toNanos);

    private static final Fields<Change> CHANGE = Fields.<Change>of("Change", "When something changed.")
            .time("onset", "When it began; unknown where it is no change.", Change::onsetNanos)
            .ifKnown()
            .numbers("onsetInterval", ValueType.TIME, "Earliest and latest moment of that.", FindingRow::onset)
            .ifKnown()
            .number(
                    "growth",
                    "How much is added each second, where it grows steadily: nanoseconds of times.",
                    Change::growth)
            .orAbsent()
            .number("chance", "Bound on the probability that chance shows as much.", Change::chance)
            .ifKnown()
            .time("end", "When it ended; null where it lasts.", Change::endNanos)
            .orNull()
            .numbers("endInterval", ValueType.TIME, "Earliest and latest moment of that.", FindingRow::end)
            .orNull()
            .objects("pauses", PAUSE, "Of what comes and goes: when it was as before in between.", Change::pauses)
            .orAbsent();

    private static final Fields<Consequence> CONSEQUENCE = Fields.<Consequence>of(
                    "Consequence", "What changed because of an incident.")
            .text("what", "What changed.", Consequence::what)
            .texts("nodes", "Where.", Consequence::nodes)
            .time("onset", "When it began.", Consequence::onsetNanos)
            .meanDuration("effect", "Size of the effect where it is a time.", Consequence::effectNanos)
            .text("words", "What changed, in words.", own -> own.what().words());

    private static final Fields<Example> EXAMPLE = Fields.<Example>of("ExampleCall", "A call that shows an incident.")
            .truth("usual", "Whether it is one from before that is like it.", Example::isUsual)
            .count("call", "Its number, as in calls.csv.", Example::call)
            .time("time", "When its request was sent.", Example::nanos)
            .text("client", "Name of the caller.", Example::client)
            .text("server", "Name of the called.", Example::server)
            .duration(
                    "service",
                    "From the receipt of the request to the sending of the response, by the server.",
                    Example::serviceNanos)
            .orNull()
            .duration("own", "The service time minus the time in which a call made for it was open.", Example::ownNanos)
            .orNull();

    private static final Fields<ToldIncident> INCIDENT = Fields.<ToldIncident>of(
                    "Incident", "What is known of a change.")
            .text("what", "What changed.", ToldIncident::what)
            .text("state", "ended, still, or no_evidence_since the place was last seen at work.", ToldIncident::state)
            .time("lastSeen", "When the place was last seen at work.", ToldIncident::lastNanos)
            .ifKnown()
            .number("probability", "That it is no matter of chance.", ToldIncident::probability)
            .number("before", "Usual value without the change.", ToldIncident::before)
            .number("after", "Usual value with it.", ToldIncident::after)
            .count("clients", "Nodes whose requests from outside came through it then.", ToldIncident::clients)
            .orAbsent()
            .count("requests", "Those requests.", ToldIncident::requests)
            .orAbsent()
            .meanDuration(
                    "requestsLonger",
                    "How much longer they take, on average where some do.",
                    ToldIncident::requestNanos)
            .orAbsent()
            .truth(
                    "felt",
                    "False where a node answers later, and they take hardly longer, which wakes nobody.",
                    ToldIncident::felt)
            .number(
                    "requestsFailing",
                    "Share of all requests from outside that fail because of it.",
                    ToldIncident::requestShare)
            .orAbsent()
            .text("suffers", "Who suffers, in words.", ToldIncident::suffers)
            .orAbsent()
            .texts("unchanged", "Replicas that did not change.", ToldIncident::unchanged)
            .orAbsent()
            .objects("consequences", CONSEQUENCE, "What follows from it, as it began.", ToldIncident::consequences)
            .orAbsent()
            .objects("examples", EXAMPLE, "Calls that show it, and some from before.", ToldIncident::examples)
            .orAbsent()
            .text("words", "What changed, in words.", own -> own.what().words());

    /** A finding. */
    public static final Fields<Finding> FIELDS = Fields.<Finding>of("Finding", "What the analysis found.")
            .text("severity", "problem, notice or fact.", Finding::severity)
            .text("kind", "Name of the detector.", Finding::kind)
            .text("title", "What was found.", Finding::title)
            .text("detail", "How it was found.", Finding::detail)
            .texts("nodes", "The nodes concerned.", Finding::nodes)
            .meanDuration("effect", "Size of the effect where it is a time.", Finding::effectNanos)
            .meanDuration("uncertainty", "Half of its 95 % interval.", Finding::uncertaintyNanos)
            .count("callers", "Nodes whose requests it rests on.", Finding::callers)
            .orAbsent()
            .number("requestsDelayed", "Share of the clients' requests that it delays.", Finding::delayedShare)
            .orAbsent()
            .all(CHANGE, Finding::change)
            .object("incident", INCIDENT, "All that is known of what changed.", Finding::incident)
            .ifKnown()
            .layout(Family.QUERY, "time=onset severity kind title detail nodes effect uncertainty callers")
            .layout(Family.CSV, "severity kind title detail nodes effect uncertainty onset end callers")
            .everywhere();

    private FindingRow() {}

    private static List<Long> onset(Change change) {
        return List.of(change.onsetFromNanos(), change.onsetToNanos());
    }

    private static @Nullable List<Long> end(Change change) {
        return change.lasts() ? null : List.of(change.endFromNanos(), change.endToNanos());
    }
}
