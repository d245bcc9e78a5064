package io.wirepath.bench.accuracy;

import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Font;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import org.knowm.xchart.VectorGraphicsEncoder;
import org.knowm.xchart.VectorGraphicsEncoder.VectorGraphicsFormat;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYChartBuilder;
import org.knowm.xchart.XYSeries;
import org.knowm.xchart.style.Styler.LegendLayout;
import org.knowm.xchart.style.Styler.LegendPosition;
import org.knowm.xchart.style.markers.SeriesMarkers;

/**
 * Draws an experiment as SVG, a picture for each configuration: a curve for each algorithm. Not thread-safe.
 *
 * <p>Algorithms have the same colour in all pictures; variants of one are dashed.
 */
final class ExperimentPlot {

    private static final Pattern LONG_NUMBER = Pattern.compile("-?[0-9]+\\.[0-9]{2,}");
    private static final Pattern CLIP = Pattern.compile("clip[0-9]+");
    private static final int WIDTH = 520;
    private static final int WIDE = 720;
    private static final int FEW_CURVES = 4;
    private static final int HEIGHT = 360;
    private static final int FONT = 12;
    private static final float LINE = 2f;
    private static final float[] DASHES = {6f, 4f};
    private static final double PER_CENT = 100;
    private static final Color FAINT = new Color(0xDD, 0xDD, 0xDD);
    private static final Map<String, Color> COLOURS = Map.of(
            "joint", new Color(0x00, 0x72, 0xB2),
            "nesting", new Color(0xD5, 0x5E, 0x00),
            "linking", new Color(0x00, 0x9E, 0x73),
            "convolution", new Color(0xCC, 0x79, 0xA7));
    private static final List<Color> VARIANTS =
            List.of(new Color(0xE6, 0x9F, 0x00), new Color(0x80, 0x40, 0x00), new Color(0x80, 0x80, 0x80));

    private record Curve(List<Double> x, List<Double> y) {}

    private final String figure;
    private final String xTitle;
    private final String yTitle;
    private final Map<String, Map<String, Curve>> configurations = new LinkedHashMap<>();

    /** Starts an empty one. */
    ExperimentPlot(String figure, String xTitle, String yTitle) {
        this.figure = figure;
        this.xTitle = xTitle;
        this.yTitle = yTitle;
    }

    /** Adds a point; points of a curve come in order of x. */
    void add(String configuration, String algorithm, double x, double y) {
        Curve curve = configurations
                .computeIfAbsent(configuration, c -> new LinkedHashMap<>())
                .computeIfAbsent(algorithm, a -> new Curve(new ArrayList<>(), new ArrayList<>()));
        curve.x().add(x);
        curve.y().add(PER_CENT * y);
    }

    /** Writes a picture for each configuration: {@code figure19-multi-tier.svg}. */
    void write(Path directory) throws IOException {
        for (Map.Entry<String, Map<String, Curve>> each : configurations.entrySet()) {
            Path file = directory.resolve(figure + "-" + each.getKey().replace('/', '-') + ".svg");
            ByteArrayOutputStream drawn = new ByteArrayOutputStream();
            VectorGraphicsEncoder.saveVectorGraphic(
                    chart(each.getKey(), each.getValue()), drawn, VectorGraphicsFormat.SVG);
            Files.writeString(file, compact(drawn.toString(StandardCharsets.UTF_8)));
        }
    }

    /** The same with coordinates to a tenth of a pixel, and with the same name for its one clip in every run. */
    static String compact(String svg) {
        String rounded = LONG_NUMBER
                .matcher(svg)
                .replaceAll(number -> String.format(Locale.ROOT, "%.1f", Double.parseDouble(number.group())));
        return CLIP.matcher(rounded).replaceAll("clip");
    }

    private XYChart chart(String configuration, Map<String, Curve> curves) {
        XYChart chart = new XYChartBuilder()
                .width(curves.size() > FEW_CURVES ? WIDE : WIDTH)
                .height(HEIGHT)
                .title(configuration)
                .xAxisTitle(xTitle)
                .yAxisTitle(yTitle)
                .build();
        style(chart);
        int variants = 0;
        for (Map.Entry<String, Curve> each : curves.entrySet()) {
            XYSeries series = chart.addSeries(
                    each.getKey(), each.getValue().x(), each.getValue().y());
            Color colour = COLOURS.get(each.getKey());
            boolean isVariant = colour == null;
            series.setLineColor(isVariant ? VARIANTS.get(variants++ % VARIANTS.size()) : colour);
            series.setMarkerColor(series.getLineColor());
            series.setMarker(SeriesMarkers.CIRCLE);
            series.setLineStyle(
                    isVariant
                            ? new BasicStroke(LINE, BasicStroke.CAP_BUTT, BasicStroke.JOIN_ROUND, 1f, DASHES, 0f)
                            : new BasicStroke(LINE));
        }
        return chart;
    }

    private static void style(XYChart chart) {
        Font font = new Font(Font.SANS_SERIF, Font.PLAIN, FONT);
        chart.getStyler()
                .setChartBackgroundColor(Color.WHITE)
                .setPlotBorderVisible(false)
                .setLegendPosition(LegendPosition.OutsideS)
                .setLegendLayout(LegendLayout.Horizontal)
                .setLegendBorderColor(Color.WHITE)
                .setLegendFont(font)
                .setChartTitleFont(font.deriveFont(Font.BOLD));
        chart.getStyler().setMarkerSize(5);
        chart.getStyler().setAxisTitleFont(font);
        chart.getStyler().setAxisTickLabelsFont(font);
        chart.getStyler().setPlotGridLinesColor(FAINT);
        chart.getStyler().setYAxisMin(0.0);
        chart.getStyler().setXAxisDecimalPattern("#,##0.##");
        chart.getStyler().setYAxisDecimalPattern("##0.#");
    }
}
