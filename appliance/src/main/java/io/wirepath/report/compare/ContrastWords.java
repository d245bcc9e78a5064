package io.wirepath.report.compare;

import io.wirepath.analyze.compare.Contrast;
import io.wirepath.analyze.finding.Finding;
import io.wirepath.analyze.finding.Finding.Severity;
import io.wirepath.analyze.sum.ComparedPlace;
import io.wirepath.analyze.sum.Measure.Form;
import io.wirepath.report.text.Figures;
import java.util.Locale;

/** Differences between two runs as a person says them. */
public final class ContrastWords {

    private ContrastWords() {}

    /** How much a difference matters. */
    public static Severity severity(Contrast own) {
        boolean worse = own.effect() > 0;
        return switch (own.measure()) {
            case OWN, WAY, SERVICE, FAILED, UNANSWERED, UNREACHED, RESENT ->
                !worse ? Severity.FACT : own.mayWaitFor().isEmpty() ? Severity.PROBLEM : Severity.NOTICE;
            case CALL, DURATION -> worse ? Severity.NOTICE : Severity.FACT;
            case FREQUENCY, REFUSED -> Severity.NOTICE;
            case LOAD -> Severity.FACT;
        };
    }

    /** One sentence. */
    public static String sentence(Contrast own) {
        return own.measure().form() == Form.DELAY ? delay(own) : share(own);
    }

    /** What changed within the run before or after, in one sentence. */
    public static String changed(Finding own, String which) {
        return "Within the run " + which + ": " + own.title();
    }

    /** The value of a contrast before or after, with its unit. */
    public static String value(Contrast own, double value) {
        return switch (own.measure().form()) {
            case DELAY -> Figures.time(value);
            case SHARE -> percent(value);
            case RATE -> String.format(Locale.ROOT, value < 10 ? "%.2f/s" : "%.0f/s", value);
        };
    }

    /** The effect with its sign and half of its interval. */
    public static String effect(Contrast own) {
        String sign = own.effect() > 0 ? "+" : own.effect() < 0 ? "−" : "";
        return sign + value(own, Math.abs(own.effect())) + " ± " + value(own, own.halfWidth());
    }

    /** What the place is called. */
    public static String place(ComparedPlace place) {
        return switch (place.sort()) {
            case SYSTEM -> "all requests of clients";
            case NODE -> place.name();
            case ROLE ->
                place.peer().isEmpty()
                        ? "role " + place.name()
                        : "from role " + place.name() + " to role " + place.peer();
            case EDGE -> place.name() + " → " + place.peer();
            case PATTERN -> place.name() + " (" + place.peer() + ")";
        };
    }

    private static String delay(Contrast own) {
        String much = "about " + Figures.time(Math.abs(own.effect())) + (own.effect() > 0 ? " longer" : " less");
        String what = switch (own.measure()) {
            case OWN -> place(own.place()) + " takes " + much + " for a request of its own";
            case WAY -> "Calls " + place(own.place()) + " take " + much + " on their way";
            case CALL -> "Calls " + place(own.place()) + " take " + much + ", as the caller sees them";
            default -> "Requests of path " + place(own.place()) + " take " + much;
        };
        String kind = own.kind().isEmpty() ? "" : ", for those of kind " + own.kind();
        return what + kind + ": " + Figures.time(own.before()) + " before, " + Figures.time(own.after())
                + " after at the median; the 95 % interval of the difference, like compared with like, is "
                + Figures.time(own.effect() - own.halfWidth()) + " to " + Figures.time(own.effect() + own.halfWidth())
                + " (" + own.countBefore() + " and " + own.countAfter() + " requests)"
                + (own.mayWaitFor().isEmpty()
                        ? ""
                        : "; it may wait for " + own.mayWaitFor() + ", in calls that were not captured");
    }

    private static String share(Contrast own) {
        String place = place(own.place());
        String change = value(own, own.before()) + " before, " + value(own, own.after()) + " after ("
                + own.countBefore() + " and " + own.countAfter() + " times)";
        return switch (own.measure()) {
            case FAILED ->
                own.place().sort() == ComparedPlace.Sort.SYSTEM
                        ? "Requests of clients fail " + often(own) + ": " + change
                        : place + " answers with an error of its own " + often(own) + ": " + change;
            case REFUSED -> place + " refuses requests " + often(own) + ": " + change;
            case UNANSWERED -> place + " leaves requests unanswered " + often(own) + ": " + change;
            case UNREACHED -> "Attempts to connect " + place + " fail " + often(own) + ": " + change;
            case RESENT -> "Segments of calls " + place + " are sent again " + often(own) + ": " + change;
            case FREQUENCY -> "Path " + place + " " + frequency(own) + ": " + change;
            default ->
                (own.place().sort() == ComparedPlace.Sort.SYSTEM ? "Clients make" : place + " gets")
                        + (own.effect() > 0 ? " more" : " fewer") + " requests: " + change;
        };
    }

    private static String often(Contrast own) {
        return own.effect() > 0 ? "more often" : "less often";
    }

    private static String frequency(Contrast own) {
        if (own.countBefore() == 0 || own.countAfter() == 0) {
            return own.countBefore() == 0 ? "appeared" : "vanished";
        }
        return own.effect() > 0 ? "became more frequent" : "became rarer";
    }

    private static String percent(double share) {
        double percent = 100 * share;
        return String.format(Locale.ROOT, percent != 0 && percent < 10 ? "%.2f %%" : "%.0f %%", percent);
    }
}
