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
    public static Severity severity(Contrast its) {
        boolean worse = its.effect() > 0;
        return switch (its.measure()) {
            case OWN, WAY, SERVICE, CALL, FAILED, UNANSWERED, UNREACHED, RESENT ->
                worse ? Severity.PROBLEM : Severity.FACT;
            case DURATION -> worse ? Severity.NOTICE : Severity.FACT;
            case FREQUENCY, REFUSED -> Severity.NOTICE;
            case LOAD -> Severity.FACT;
        };
    }

    /** One sentence. */
    public static String sentence(Contrast its) {
        return its.measure().form() == Form.DELAY ? delay(its) : share(its);
    }

    /** What changed within the run before or after, in one sentence. */
    public static String changed(Finding its, String which) {
        return "Within the run " + which + ": " + its.title();
    }

    /** The value of a contrast before or after, with its unit. */
    public static String value(Contrast its, double value) {
        return switch (its.measure().form()) {
            case DELAY -> Figures.time(value);
            case SHARE -> percent(value);
            case RATE -> String.format(Locale.ROOT, value < 10 ? "%.2f/s" : "%.0f/s", value);
        };
    }

    /** The effect with its sign and half of its interval. */
    public static String effect(Contrast its) {
        String sign = its.effect() > 0 ? "+" : its.effect() < 0 ? "−" : "";
        return sign + value(its, Math.abs(its.effect())) + " ± " + value(its, its.halfWidth());
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

    private static String delay(Contrast its) {
        String much = "about " + Figures.time(Math.abs(its.effect())) + (its.effect() > 0 ? " longer" : " less");
        String what = switch (its.measure()) {
            case OWN -> place(its.place()) + " takes " + much + " for a request of its own";
            case WAY -> "Calls " + place(its.place()) + " take " + much + " on their way";
            default -> "Requests of path " + place(its.place()) + " take " + much;
        };
        String kind = its.kind().isEmpty() ? "" : ", for those of kind " + its.kind();
        return what + kind + ": " + Figures.time(its.before()) + " before, " + Figures.time(its.after())
                + " after at the median; the 95 % interval of the difference, like compared with like, is "
                + Figures.time(its.effect() - its.halfWidth()) + " to " + Figures.time(its.effect() + its.halfWidth())
                + " (" + its.countBefore() + " and " + its.countAfter() + " requests)";
    }

    private static String share(Contrast its) {
        String place = place(its.place());
        String change = value(its, its.before()) + " before, " + value(its, its.after()) + " after ("
                + its.countBefore() + " and " + its.countAfter() + " times)";
        return switch (its.measure()) {
            case FAILED ->
                its.place().sort() == ComparedPlace.Sort.SYSTEM
                        ? "Requests of clients fail " + often(its) + ": " + change
                        : place + " answers with an error of its own " + often(its) + ": " + change;
            case REFUSED -> place + " refuses requests " + often(its) + ": " + change;
            case UNANSWERED -> place + " leaves requests unanswered " + often(its) + ": " + change;
            case UNREACHED -> "Attempts to connect " + place + " fail " + often(its) + ": " + change;
            case RESENT -> "Segments of calls " + place + " are sent again " + often(its) + ": " + change;
            case FREQUENCY -> "Path " + place + " " + frequency(its) + ": " + change;
            default ->
                (its.place().sort() == ComparedPlace.Sort.SYSTEM ? "Clients make" : place + " gets")
                        + (its.effect() > 0 ? " more" : " fewer") + " requests: " + change;
        };
    }

    private static String often(Contrast its) {
        return its.effect() > 0 ? "more often" : "less often";
    }

    private static String frequency(Contrast its) {
        if (its.countBefore() == 0 || its.countAfter() == 0) {
            return its.countBefore() == 0 ? "appeared" : "vanished";
        }
        return its.effect() > 0 ? "became more frequent" : "became rarer";
    }

    private static String percent(double share) {
        double percent = 100 * share;
        return String.format(Locale.ROOT, percent != 0 && percent < 10 ? "%.2f %%" : "%.0f %%", percent);
    }
}
