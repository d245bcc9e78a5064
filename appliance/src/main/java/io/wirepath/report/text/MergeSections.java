package io.wirepath.report.text;

import io.wirepath.flows.CountText;
import io.wirepath.merge.HopCount;
import io.wirepath.merge.result.ClockLine;
import io.wirepath.merge.result.HomeSniffer;
import io.wirepath.merge.result.LinkLoss;
import io.wirepath.merge.result.MergeResult;
import io.wirepath.nat.Translation;
import io.wirepath.report.MergeJson;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** What the merge learnt: clocks, home sniffers, translations, losses between sniffers. */
public final class MergeSections {

    private static final double PPM = 1e6;

    private MergeSections() {}

    /** The tables of {@code wirepath clocks}. */
    public static String clocks(MergeResult merge, List<String> sniffers, Map<String, String> names, Style style) {
        StringBuilder to = new StringBuilder();
        clocks(to, merge, sniffers, Integer.MAX_VALUE, style);
        homes(to, merge, sniffers, names, Integer.MAX_VALUE, style);
        losses(to, merge, sniffers, style);
        return to.toString();
    }

    /** The table of {@code wirepath nat}. */
    public static String translations(MergeResult merge, Map<String, String> names, Style style) {
        StringBuilder to = new StringBuilder();
        translations(to, merge, names, Integer.MAX_VALUE, style);
        return to.isEmpty() ? "No translation of addresses was found.\n" : to.toString();
    }

    /** The sections of the report; none that has nothing to say. */
    static void append(
            StringBuilder to,
            MergeResult merge,
            List<String> sniffers,
            Map<String, String> names,
            int top,
            Style style) {
        if (sniffers.size() > 1) {
            clocks(to, merge, sniffers, top, style);
            homes(to, merge, sniffers, names, top, style);
            losses(to, merge, sniffers, style);
        }
        translations(to, merge, names, top, style);
    }

    /** Known clocks first; of more than {@code top} the rest is counted. */
    private static void clocks(StringBuilder to, MergeResult merge, List<String> sniffers, int top, Style style) {
        String reference = sniffers.isEmpty() ? "none" : sniffers.get(merge.reference());
        TextReport.heading(to, style, "CLOCKS  against " + Figures.printable(reference));
        TextTable table = new TextTable("<sniffer", "ahead by", "±", "gains", "±", "matched", "<");
        List<MergeResult.SnifferClock> shown = merge.clocks().stream()
                .sorted(Comparator.comparing(clock -> clock.line() == null))
                .limit(top)
                .toList();
        for (MergeResult.SnifferClock clock : shown) {
            ClockLine line = clock.line();
            String name = Figures.printable(sniffers.get(clock.sniffer()));
            if (line == null) {
                table.row(name, "unknown", "", "", "", CountText.of(clock.matched()), "no common traffic");
            } else {
                boolean itself = clock.sniffer() == merge.reference();
                table.row(
                        name,
                        itself ? "0" : offset(line.offsetNanos()),
                        itself ? "" : Figures.time(line.offsetUncertaintyNanos()),
                        itself ? "" : ppm(line.skew()),
                        itself ? "" : ppm(line.skewUncertainty()),
                        CountText.of(clock.matched()),
                        clock.pieces() > 1 ? "stepped " + (clock.pieces() - 1) + " times" : "");
            }
        }
        table.print(to, style);
        if (shown.size() < merge.clocks().size()) {
            List<MergeResult.SnifferClock> rest = merge.clocks().stream()
                    .filter(clock -> !shown.contains(clock))
                    .toList();
            long unknown = rest.stream().filter(clock -> clock.line() == null).count();
            to.append("  ").append(CountText.of(rest.size())).append(" more");
            if (unknown > 0) {
                to.append(", ").append(CountText.of(unknown)).append(" of them without common traffic");
            }
            to.append("; 'wirepath clocks' shows all\n");
        }
        if (sniffers.size() > 1) {
            to.append(style.faint("  " + MergeJson.SYMMETRIC_DELAY)).append('\n');
        }
    }

    /** Whole microseconds, because an offset of seconds is still known that well. */
    private static String offset(double nanos) {
        double size = Math.abs(nanos);
        return size < 1e6 ? Figures.time(nanos) : String.format(Locale.ROOT, "%+.6f s", nanos / 1e9);
    }

    private static String ppm(double skew) {
        return String.format(Locale.ROOT, "%.3f ppm", skew * PPM + 0.0);
    }

    private static void homes(
            StringBuilder to,
            MergeResult merge,
            List<String> sniffers,
            Map<String, String> names,
            int top,
            Style style) {
        List<HomeSniffer> shown = merge.homes().stream().limit(top).toList();
        if (shown.isEmpty()) {
            return;
        }
        TextReport.heading(
                to,
                style,
                "HOME SNIFFERS  "
                        + PathSection.shown(shown.size(), merge.homes().size()));
        TextTable table = new TextTable("<node", "<", "<sniffer", "sees", "routers between");
        for (HomeSniffer home : shown) {
            table.row(
                    home.node().toString(),
                    Figures.printable(names.getOrDefault(home.node().toString(), "")),
                    Figures.printable(sniffers.get(home.sniffer())),
                    String.format(Locale.ROOT, "%.1f %%", 100 * home.share()),
                    home.hops() == HopCount.UNKNOWN ? "?" : Integer.toString(home.hops()));
        }
        table.print(to, style);
    }

    private static void translations(
            StringBuilder to, MergeResult merge, Map<String, String> names, int top, Style style) {
        List<Translation> shown = merge.translations().stream().limit(top).toList();
        if (shown.isEmpty()) {
            return;
        }
        TextReport.heading(
                to,
                style,
                "TRANSLATIONS  "
                        + PathSection.shown(shown.size(), merge.translations().size()));
        TextTable table = new TextTable("<kind", "<from", "<to", "<", "connections", "~evidence", "confidence", "<");
        for (Translation translation : shown) {
            String name = MergeJson.name(translation, names);
            table.row(
                    translation.kind().name().toLowerCase(Locale.ROOT),
                    way(translation.fromSource(), translation.fromDestination()),
                    way(translation.toSource(), translation.toDestination()),
                    name == null ? "" : Figures.printable(name),
                    CountText.of(translation.connections()),
                    CountText.of(translation.evidence()),
                    String.format(Locale.ROOT, "%.4f", Math.floor(translation.confidence() * 1e4) / 1e4),
                    translation.rule() ? "rule" : "");
        }
        table.print(to, style);
    }

    /** The ends that the translation is about; any other end may be there besides. */
    private static String way(String source, String destination) {
        if (source.equals(Translation.ANY)) {
            return destination;
        }
        return destination.equals(Translation.ANY) ? source : source + " → " + destination;
    }

    private static void losses(StringBuilder to, MergeResult merge, List<String> sniffers, Style style) {
        List<LinkLoss> losses = merge.losses().stream()
                .filter(loss -> loss.segments() + loss.emptySegments() + loss.bytes() + loss.notCapturedBytes() > 0)
                .toList();
        if (losses.isEmpty()) {
            return;
        }
        TextReport.heading(to, style, "NETWORK LOSS  between sniffers, on connections that both saw whole");
        TextTable table = new TextTable("<from", "<to", "connections", "segments", "empty", "bytes", "not captured");
        for (LinkLoss loss : losses) {
            table.row(
                    Figures.printable(sniffers.get(loss.from())),
                    Figures.printable(sniffers.get(loss.to())),
                    CountText.of(loss.connections()),
                    CountText.of(loss.segments()),
                    CountText.of(loss.emptySegments()),
                    CountText.of(loss.bytes()),
                    loss.notCapturedBytes() == 0 ? "" : CountText.of(loss.notCapturedBytes()) + " B");
        }
        table.print(to, style);
    }
}
