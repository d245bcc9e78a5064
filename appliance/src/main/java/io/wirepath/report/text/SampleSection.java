package io.wirepath.report.text;

import io.wirepath.analyze.path.PathPattern;
import io.wirepath.analyze.request.Samples.Sample;
import io.wirepath.analyze.whole.Analysis;
import java.util.List;
import java.util.Locale;

/** The slowest and the typical requests of the patterns that are shown, two lines each. */
public final class SampleSection {

    private SampleSection() {}

    /** The requests as text. */
    public static String of(Analysis analysis, List<Sample> samples, TextSettings settings) {
        StringBuilder to = new StringBuilder();
        Style style = settings.style();
        TextReport.heading(to, style, "REQUESTS  slowest and typical; 'wirepath request CALL INPUT' shows one whole");
        LifelineSection lines = new LifelineSection(analysis, style);
        int width = style.wordColumns();
        for (PathPattern pattern : analysis.patterns().stream()
                .sorted(settings.rank().order())
                .limit(settings.top())
                .toList()) {
            List<Sample> own = samples.stream()
                    .filter(sample -> sample.pattern().equals(pattern.id()))
                    .toList();
            if (!own.isEmpty()) {
                to.append(LifelineSection.cut("  " + pattern.id() + "  " + Figures.printable(pattern.title()), width))
                        .append('\n');
            }
            for (Sample sample : own) {
                String line = String.format(
                        Locale.ROOT,
                        "    %-8s %8s  call %-7d %s %s  %s",
                        sample.slow() ? "slowest" : "typical",
                        Figures.time(sample.life().nanos()),
                        sample.life().call(),
                        analysis.measure().heading(),
                        Figures.probability(sample.life().probability()),
                        lines.summary(sample.life()));
                to.append(LifelineSection.cut(line, width).stripTrailing()).append('\n');
            }
        }
        return to.toString();
    }
}
