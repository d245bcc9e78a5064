package io.wirepath.analyze.finding;

import io.wirepath.analyze.change.Change;
import io.wirepath.analyze.finding.Finding.Severity;
import io.wirepath.analyze.incident.Incident;
import io.wirepath.analyze.incident.Incident.Kind;
import io.wirepath.analyze.incident.IncidentCase;
import io.wirepath.analyze.path.RoleAggregation;
import io.wirepath.flows.CountText;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Tells what changed while the capture ran, since when, whose fault it is, and what follows from it. */
final class IncidentFindings implements Detector {

    private static final int MAX_NAMED = 4;

    private static final String AND = " and ";

    /** So few calls a request, to two digits, are none. */
    private static final double NEVER = 0.005;

    /** What costs less than this share of the time that the greatest trouble costs is no problem beside it. */
    private static final double OF_THE_GREATEST = 0.1;

    @Override
    public List<Finding> detect(DetectorInput input) {
        return findings(input.incidents(), PlaceNames.of(input), input);
    }

    /**
     * What these changes are, in words.
     *
     * @param input what single calls are shown of; null where none are known
     */
    static List<Finding> findings(List<IncidentCase> cases, PlaceNames names, @Nullable DetectorInput input) {
        List<Finding> findings = new ArrayList<>();
        double greatest = cases.stream()
                .map(IncidentCase::cause)
                .filter(cause -> cause.kind() != Kind.FASTER)
                .mapToDouble(Incident::costNanos)
                .max()
                .orElse(0);
        for (IncidentCase each : cases) {
            if (each.cause().kind() != Kind.FASTER) {
                findings.add(finding(names, each, greatest, ToldIncident.of(names, each, input), input));
            }
        }
        List<IncidentCase> faster =
                cases.stream().filter(own -> own.cause().kind() == Kind.FASTER).toList();
        if (!faster.isEmpty()) {
            findings.add(improvement(names, faster, ToldIncident.of(names, faster.get(0), input))
                    .restingOn(faster.get(0).suffering().callers()));
        }
        return findings;
    }

    private static Finding finding(
            PlaceNames names,
            IncidentCase own,
            double greatestNanos,
            ToldIncident told,
            @Nullable DetectorInput input) {
        Incident cause = own.cause();
        String kind = switch (cause.kind()) {
            case SLOWER, SLOWER_TAIL, FASTER -> "slower-since";
            case SLOWER_LINK, SLOWER_WAY -> "network-slower-since";
            case STALLS -> "network-loss-since";
            case ERRORS -> "errors-since";
            case UNANSWERED -> "unanswered-since";
            case UNREACHABLE -> "unreachable-since";
            case QUEUES -> "queueing-since";
            case LOAD -> "load-since";
            case BALANCE -> "balance-since";
            case MIX -> "mix-since";
            case CALLS -> "calls-since";
            case SIZES -> "sizes-since";
            case STANDSTILL -> "stood-still";
            case ALL_SLOWER -> "all-slower-since";
        };
        boolean problem = cause.isFailure()
                || !cause.isTraffic()
                        && cause.kind() != Kind.QUEUES
                        && !isOfSome(own)
                        && !own.isHarmless()
                        && isSure(cause)
                        && cause.costNanos() >= OF_THE_GREATEST * greatestNanos;
        return new Finding(
                problem ? Severity.PROBLEM : Severity.NOTICE,
                kind,
                what(names, own, input)
                        + (cause.isSlower() && input != null ? ByCaller.words(cause, input) : "")
                        + consequences(names, own),
                detail(names, own, input),
                placesOf(names, cause).toList(),
                cause.effectNanos(),
                cause.uncertaintyNanos(),
                cause.change(),
                told,
                own.suffering().callers(),
                0);
    }

    /** Whether the interval of its size leaves out that nothing changed, or others tell that it did. */
    private static boolean isSure(Incident own) {
        return own.kind() == Kind.SLOWER_TAIL || Math.abs(own.effectNanos()) > own.uncertaintyNanos();
    }

    /** Who calls others more often, too, answers later by more than its own time. */
    private static String answersAbout(IncidentCase each, boolean one) {
        boolean isOwnTime = ownCalls(each).findAny().isPresent();
        Incident own = each.cause();
        return (isSure(own) ? " " : " may ")
                + (isOwnTime ? "work" : "answer") + (one && isSure(own) ? "s" : "")
                + " about " + DelayText.of(Math.abs(own.effectNanos()))
                + (own.effectNanos() < 0 ? " earlier " : isOwnTime ? " longer " : " later ");
    }

    /** How often the place of the cause calls others since. */
    private static Stream<Incident> ownCalls(IncidentCase each) {
        return each.effects().stream().filter(own -> own.kind() == Kind.CALLS && isOfCause(each, own));
    }

    private static boolean isOfCause(IncidentCase each, Incident own) {
        return own.nodes().containsAll(each.cause().nodes());
    }

    private static String callsThen(PlaceNames names, IncidentCase each) {
        return ownCalls(each)
                .map(own -> (isOne(place(names, own.nodes())) ? "; it" : "; they") + calls(names, own, "then"))
                .collect(Collectors.joining());
    }

    /** Whether only some requests are slower at services together, which a pause of what they share does. */
    private static boolean isOfSome(IncidentCase own) {
        return own.cause().kind() == Kind.ALL_SLOWER
                && own.effects().stream().allMatch(each -> each.kind() == Kind.SLOWER_TAIL);
    }

    private static Stream<String> placesOf(PlaceNames names, Incident own) {
        return Stream.concat(own.nodes().stream(), own.peers().stream()).map(names::node);
    }

    private static String what(PlaceNames names, IncidentCase each, @Nullable DetectorInput input) {
        Incident own = each.cause();
        String when = IncidentText.period(own.change());
        return switch (own.kind()) {
            case SLOWER, FASTER, SLOWER_TAIL, QUEUES, ALL_SLOWER -> later(names, each, when);
            case SLOWER_LINK, SLOWER_WAY -> onTheWay(names, own, when, count(each, "message"));
            case STALLS -> heldUp(names, own, when) + count(each, "message");
            case ERRORS, UNANSWERED, UNREACHABLE -> failing(names, each, when, input);
            case LOAD, BALANCE, MIX, SIZES, CALLS -> traffic(names, own, when) + count(each, "request");
            case STANDSTILL -> stoodStill(names, each, when);
        };
    }

    /** What takes longer, or less, at servers. */
    private static String later(PlaceNames names, IncidentCase each, String when) {
        Incident own = each.cause();
        String place = place(names, own.nodes());
        boolean one = isOne(place);
        String by = DelayText.of(own.effectNanos());
        String requests = count(each, "request");
        return switch (own.kind()) {
            case SLOWER_TAIL ->
                place + (one ? " answers" : " answer") + " some requests much later " + when + ", about " + by
                        + " on average" + requests;
            case QUEUES ->
                place + (one ? " has" : " have") + " more requests open at a time " + when + ", and answer"
                        + (one ? "s" : "") + " about " + by + " later for it" + requests;
            case ALL_SLOWER ->
                own.nodes().size() + " servers answer " + (isOfSome(each) ? "some requests " : "") + "later together "
                        + when + ", each by " + by + " on average" + requests;
            default ->
                place
                        + answersAbout(each, one)
                        + when
                        + (own.change().growth() > 0 ? ", and ever later" : "")
                        + requests
                        + callsThen(names, each);
        };
    }

    /** What takes longer between servers: one way, both, or both together. */
    private static String onTheWay(PlaceNames names, Incident own, String when, String messages) {
        boolean isOneWay = own.kind() == Kind.SLOWER_WAY;
        String by = DelayText.of(own.effectNanos());
        return "Messages " + (isOneWay || own.isThereAndBack() ? way(names, own) : between(names, own))
                + (own.isThereAndBack()
                        ? " and those back take about " + by + " longer together " + when + messages
                                + ", and how much of it each way is not known"
                        : " take about " + by + " longer on their way " + when + messages
                                + (isOneWay ? back(own.backNanos()) : ""));
    }

    private static String heldUp(PlaceNames names, Incident own, String when) {
        return "The network " + between(names, own) + " holds up " + DelayText.share(own.after()) + " of the messages"
                + (own.effectNanos() == 0 ? "" : ", by " + DelayText.of(own.effectNanos()) + " on average")
                + " as after lost segments, " + when;
    }

    private static String failing(PlaceNames names, IncidentCase each, String when, @Nullable DetectorInput input) {
        Incident own = each.cause();
        String place = place(names, own.nodes());
        if (own.kind() == Kind.UNREACHABLE) {
            return callers(names, own) + (areLogIns(own, input) ? " cannot log in to " : " cannot connect to ") + place
                    + " " + when + count(each, "failed attempt");
        }
        boolean one = isOne(place);
        boolean isError = own.kind() == Kind.ERRORS;
        String verb = isError ? one ? " answers " : " answer " : one ? " leaves " : " leave ";
        String how = !isError ? " unanswered " : one ? " with an error of its own " : " with errors of their own ";
        return place + verb + DelayText.share(own.after()) + " of " + whose(names, own) + how + when
                + count(each, "request");
    }

    /** How much is asked, of whom, and for what. */
    private static String traffic(PlaceNames names, Incident own, String when) {
        String place = place(names, own.nodes());
        boolean one = isOne(place);
        boolean isRate = own.kind() == Kind.LOAD || own.kind() == Kind.SIZES;
        String after = isRate ? DelayText.figure(own.after()) : DelayText.share(own.after());
        String before = isRate ? DelayText.figure(own.before()) : DelayText.share(own.before());
        String otherwise = when + ", and " + before + " otherwise";
        return switch (own.kind()) {
            case LOAD -> place + (one ? " gets " : " get ") + after + " requests a second from outside " + otherwise;
            case BALANCE ->
                place + " gets " + after + " of the requests to "
                        + names.role(own.nodes().get(0)) + " " + otherwise;
            case MIX -> "One kind of request is " + after + " of those from outside to " + place + " " + otherwise;
            case SIZES ->
                place + (one ? " answers " : " answer ") + "with " + after + " bytes " + when + ", and with " + before
                        + " otherwise, like requests compared";
            default -> place + calls(names, own, when);
        };
    }

    private static String stoodStill(PlaceNames names, IncidentCase each, String when) {
        Incident own = each.cause();
        String time = DelayText.of(own.effectNanos());
        return own.nodes().size() == 1
                ? place(names, own.nodes()) + " sends nothing for " + time
                        + (own.change().pauses().isEmpty() ? ", " : " on average, at least ") + when
                        + ", and then answers at once what came meanwhile" + count(each, "request")
                : "All " + own.nodes().size() + " servers stood still together " + when + ", for " + time;
    }

    /** Whose requests go wrong: where others see nothing of it, those of the callers who do. */
    private static String whose(PlaceNames names, Incident own) {
        if (own.callers().isEmpty()) {
            return isOne(place(names, own.nodes())) ? "its requests" : "their requests";
        }
        List<Integer> callers = List.copyOf(own.callers());
        String role = names.role(callers.get(0));
        boolean isRole = callers.stream().allMatch(caller -> names.role(caller).equals(role))
                && own.others().stream().noneMatch(other -> names.role(other).equals(role));
        return "the requests of "
                + (isRole
                        ? place(names, callers)
                        : callers.size() > MAX_NAMED
                                ? CountText.of(callers.size(), "caller")
                                : callers.stream().map(names::node).collect(Collectors.joining(AND)));
    }

    private static String between(PlaceNames names, Incident own) {
        String place = place(names, own.nodes());
        return own.peers().isEmpty() ? place : "between " + place + " and " + place(names, own.peers());
    }

    private static String way(PlaceNames names, Incident own) {
        return "from " + place(names, own.nodes()) + " to " + place(names, own.peers());
    }

    private static String back(double longerNanos) {
        if (Double.isNaN(longerNanos)) {
            return "; of those back that is not sure";
        }
        String much = "about " + DelayText.of(Math.abs(longerNanos));
        return ", and those back " + (longerNanos == 0 ? "no longer" : much + (longerNanos < 0 ? " less" : " longer"));
    }

    private static boolean areLogIns(Incident own, @Nullable DetectorInput input) {
        return input != null && RefusedLogIns.areMostOf(own, input.messages());
    }

    private static String callers(PlaceNames names, Incident own) {
        String callers = names.role(own.peers().get(0));
        return callers.equals(RoleAggregation.CLIENT) ? "Clients" : place(names, own.peers());
    }

    private static String count(IncidentCase own, String what) {
        String state = switch (own.state()) {
            case ENDED -> "";
            case STILL -> "still so at " + IncidentText.second(own.lastNanos()) + ", ";
            case NO_EVIDENCE_SINCE -> "no evidence since " + IncidentText.second(own.lastNanos()) + ", ";
        };
        int all = own.cause().observations();
        return " (" + state + CountText.of(all, what) + ")";
    }

    private static String consequences(PlaceNames names, IncidentCase own) {
        StringBuilder to = new StringBuilder();
        if (own.requestShare() > 0) {
            to.append("; ")
                    .append(DelayText.share(own.requestShare()))
                    .append(" of the clients' requests fail because of it");
        }
        boolean slower = own.cause().isSlower() || own.cause().isSlowerNetwork();
        if (slower && own.requests().longerNanos() > 0) {
            to.append("; client requests through it take ")
                    .append(DelayText.of(own.requests().longerNanos()))
                    .append(own.cause().kind() == Kind.SLOWER_TAIL ? " longer on average" : " longer");
        }
        if (own.cause().kind() == Kind.LOAD
                && own.requests().longerNanos() > 0
                && own.cause().after() > own.cause().before()) {
            to.append("; they take ")
                    .append(DelayText.of(own.requests().longerNanos()))
                    .append(" longer then");
        }
        if (!own.unchanged().isEmpty()) {
            to.append("; ").append(place(names, own.unchanged())).append(" did not change");
        }
        return to.toString();
    }

    /** The likely cause, and what to look at next. */
    private static String detail(PlaceNames names, IncidentCase own, @Nullable DetectorInput input) {
        Incident cause = own.cause();
        String place = place(names, cause.nodes());
        String levels = switch (cause.kind()) {
            case SLOWER, FASTER, SLOWER_TAIL, QUEUES -> work(cause, input) + laterBecause(cause, place);
            case SLOWER_LINK, SLOWER_WAY -> ofTheWay(cause);
            case STANDSTILL -> stoodStillBecause(cause);
            case LOAD, BALANCE, MIX, SIZES, CALLS -> ofTraffic(cause.kind());
            case ALL_SLOWER ->
                "No one of them explains the others: look at what they share, such as a host, its disk or a "
                        + "network. ";
            case UNREACHABLE ->
                "Of calls and attempts to connect " + DelayText.share(cause.after()) + " fail so, "
                        + DelayText.share(cause.before()) + " otherwise. "
                        + (areLogIns(cause, input) ? "" : "Look at whether " + place + " runs. ");
            case STALLS ->
                "It was " + DelayText.share(cause.before())
                        + " otherwise. Look at the network between them: the servers are not the cause. ";
            case ERRORS, UNANSWERED ->
                "It was " + DelayText.share(cause.before()) + " otherwise. Look at what " + place
                        + " logs of these requests. ";
        };
        return levels + IncidentText.places(cause.change()) + effects(names, own);
    }

    /** A way of a moment may be less than none by clocks that are known to microseconds. */
    private static String medians(Incident own) {
        return DelayText.of(Math.max(0, own.after())) + ", " + DelayText.of(Math.max(0, own.before()))
                + " otherwise (medians)";
    }

    private static String laterBecause(Incident own, String place) {
        String takes = " takes " + medians(own);
        return switch (own.kind()) {
            case SLOWER ->
                takes + "; of like requests " + interval(own) + " more" + growth(own) + ". Look at what changed on "
                        + place + " then. ";
            case SLOWER_TAIL ->
                takes + "; some requests alone make the difference" + onAverage(own)
                        + ". Look for what those need: a query, a lock, a pause. ";
            case QUEUES ->
                takes + ", and no longer than before where as many requests are open: they wait for each other."
                        + " Look at who sends more, and at how many it works on at a time. ";
            default -> takes + ". ";
        };
    }

    private static String ofTheWay(Incident own) {
        return (own.isThereAndBack() ? "There and back together take " : "The way takes ") + medians(own) + "; "
                + interval(own) + " more. "
                + (own.isThereAndBack()
                        ? "These messages alone tell how the clocks of their sniffers go: it may be one way. "
                        : "")
                + "Look at the network between them: the servers are not the cause. ";
    }

    private static String stoodStillBecause(Incident own) {
        return own.nodes().size() == 1
                ? "For most of that time it waits for no answer. Look for a pause of its process or host, or for what"
                        + " all of these need: a lock, a disk. "
                : "No message was seen meanwhile, and " + CountText.of(own.observations())
                        + " came at once afterwards. A host, a switch or the capture stood still, and no single"
                        + " service. ";
    }

    private static String ofTraffic(Kind kind) {
        return switch (kind) {
            case LOAD -> "The servers are not the cause of more or fewer requests. ";
            case BALANCE -> "The balancer and the callers choose what a replica gets. ";
            case MIX -> "Kinds differ in the first words and the lengths of request and response. ";
            case SIZES -> "Requests that begin with the same words are compared; failures are left out. ";
            default ->
                "The requests are the same, and the calls made for them changed, as after a new release or with an "
                        + "empty cache. ";
        };
    }

    private static String growth(Incident own) {
        double aMinute = Duration.ofMinutes(1).toSeconds() * own.change().growth();
        return aMinute > 0 ? ", and " + DelayText.of(aMinute) + " more each minute, as a leak or a growing table" : "";
    }

    /** What a time is of: nobody knows for whom a node waits that is seen to call nobody. */
    private static String work(Incident own, @Nullable DetectorInput input) {
        boolean callsNobody = input != null
                && own.nodes().stream().allMatch(node -> input.nodes().get(node).callsMade() == 0);
        return callsNobody ? "A request there" : "Its own work";
    }

    /** What some requests make of the mean, as far as that is known. */
    private static String onAverage(Incident own) {
        if (own.uncertaintyNanos() == 0) {
            return "";
        }
        // that there is a difference is told by others than its mean
        boolean mayBeNone = own.effectNanos() <= own.uncertaintyNanos();
        return ", of "
                + (mayBeNone ? "up to " + DelayText.of(own.effectNanos() + own.uncertaintyNanos()) : interval(own))
                + " on average";
    }

    private static String interval(Incident own) {
        return interval(own.effectNanos(), own.uncertaintyNanos());
    }

    private static String interval(double nanos, double halfWidth) {
        return DelayText.range(nanos - halfWidth, nanos + halfWidth);
    }

    private static String effects(PlaceNames names, IncidentCase of) {
        String slower = of.effects().stream()
                .filter(own -> own.isSlower() || own.kind() == Kind.QUEUES)
                .map(own -> place(names, own.nodes()) + " (" + DelayText.of(own.effectNanos()) + ")")
                .collect(Collectors.joining(", "));
        String what = of.cause().kind() == Kind.ALL_SLOWER ? " Each: " : " Slower since about then, too: ";
        String calls = of.effects().stream()
                .filter(own -> own.kind() == Kind.CALLS && (of.cause().kind() != Kind.SLOWER || !isOfCause(of, own)))
                .map(own -> " " + place(names, own.nodes()) + calls(names, own, "then") + ".")
                .collect(Collectors.joining());
        return (slower.isEmpty() ? "" : what + slower + ".") + calls;
    }

    private static String calls(PlaceNames names, Incident own, String when) {
        boolean one = isOne(place(names, own.nodes()));
        String whom = place(names, own.peers()) + " ";
        if (own.after() < NEVER) {
            return (one ? " does not call " : " do not call ") + whom + when + ", and " + DelayText.figure(own.before())
                    + " times a request otherwise";
        }
        return (one ? " calls " : " call ") + whom + DelayText.figure(own.after()) + " times a request " + when
                + ", and " + (own.before() < NEVER ? "not" : DelayText.figure(own.before()) + " times") + " otherwise";
    }

    /** A node or a role is one, whatever it consists of. */
    private static boolean isOne(String place) {
        return !place.contains(AND);
    }

    private static String place(PlaceNames names, List<Integer> nodes) {
        if (nodes.size() == 1) {
            return names.node(nodes.get(0));
        }
        String role = names.role(nodes.get(0));
        boolean whole = names.roles().stream()
                .anyMatch(own -> own.name().equals(role) && own.nodes().size() == nodes.size());
        return whole || nodes.size() > MAX_NAMED
                ? role
                : nodes.stream().map(names::node).collect(Collectors.joining(AND));
    }

    private static Finding improvement(PlaceNames names, List<IncidentCase> faster, ToldIncident told) {
        Incident most = faster.get(0).cause();
        Change change = most.change();
        String place = place(names, most.nodes());
        List<String> places = faster.stream()
                .flatMap(own -> own.cause().nodes().stream())
                .distinct()
                .map(names::node)
                .toList();
        String others = faster.size() == 1 ? "" : "; " + (faster.size() - 1) + " more became faster";
        return new Finding(
                Severity.FACT,
                "faster-since",
                place + answersAbout(faster.get(0), isOne(place)) + IncidentText.period(change) + others,
                "Median of its own time: " + DelayText.of(most.before()) + " otherwise, " + DelayText.of(most.after())
                        + " then; of like requests " + interval(-most.effectNanos(), most.uncertaintyNanos())
                        + " less. " + IncidentText.places(change),
                places,
                most.effectNanos(),
                most.uncertaintyNanos(),
                change,
                told,
                0,
                0);
    }
}
