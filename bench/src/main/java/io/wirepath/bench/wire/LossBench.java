package io.wirepath.bench.wire;

import java.io.IOException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;

/**
 * What is left of the messages of recordings of which frames are missing, protocol by protocol, as a table in Markdown.
 *
 * <p>Arguments: captures.
 */
public final class LossBench {

    private static final double[] LOSS = {0.001, 0.003, 0.01, 0.03};
    private static final int RUN = 4;
    private static final int SEEDS = Integer.getInteger("wire.seeds", 5);

    /** Columns of the table. */
    private enum Column {
        WHOLE,
        MIDDLE,
        SINGLE,
        RUNS
    }

    private final Map<String, LossShare.Count[]> table = new TreeMap<>();

    private LossBench() {}

    /** Measures and prints. */
    public static void main(String... captures) throws IOException {
        LossBench bench = new LossBench();
        for (String capture : captures) {
            bench.measure(capture);
        }
        bench.print();
    }

    private void measure(String capture) throws IOException {
        Recording recording = new Recording(capture);
        LossShare share = new LossShare(recording);
        add(capture, Column.WHOLE, share.without(new BitSet()));
        for (int quarter = 1; quarter <= 2; quarter++) {
            BitSet missing = new BitSet();
            missing.set(0, recording.size() * quarter / 4);
            add(capture, Column.MIDDLE, share.without(missing));
        }
        for (double loss : LOSS) {
            for (int seed = 0; seed < SEEDS; seed++) {
                SplittableRandom random = new SplittableRandom(seed);
                add(capture, Column.SINGLE, share.without(drop(recording.size(), loss, 1, random)));
                add(capture, Column.RUNS, share.without(drop(recording.size(), loss / RUN, RUN, random)));
            }
        }
    }

    private static BitSet drop(int frames, double share, int run, SplittableRandom random) {
        BitSet missing = new BitSet();
        for (int i = 0; i < frames; i++) {
            if (random.nextDouble() < share) {
                missing.set(i, Math.min(frames, i + run));
            }
        }
        return missing;
    }

    private void add(String capture, Column column, Map<String, LossShare.Count> counts) {
        counts.forEach((protocol, count) -> {
            LossShare.Count[] row = table.computeIfAbsent(protocol, name -> new LossShare.Count[Column.values().length]);
            LossShare.Count before = row[column.ordinal()];
            row[column.ordinal()] = before == null ? count : before.plus(count);
            if (System.getProperty("wire.files") != null && (count.same() < count.untouched() || count.invented() > 0)) {
                System.out.println(capture.replaceAll(".*/", "") + " " + column + " " + protocol + " " + count);
            }
        });
    }

    private void print() {
        System.out.println("| protocol | exchanges | from the middle | frames lost one by one | in runs of four | calls invented |");
        System.out.println("|---|---:|---:|---:|---:|---:|");
        table.forEach((protocol, row) -> {
            List<String> cells = new ArrayList<>();
            long invented = 0;
            for (LossShare.Count count : row) {
                cells.add(count == null ? "" : cell(count));
                invented += count == null ? 0 : count.invented();
            }
            String exchanges = row[0] == null ? "0" : Long.toString(row[0].untouched());
            System.out.println("| " + protocol + " | " + exchanges + " | "
                    + String.join(" | ", cells.subList(1, cells.size())) + " | " + invented + " |");
        });
    }

    private static String cell(LossShare.Count count) {
        return count.untouched() == 0
                ? ""
                : String.format("%.2f %% of %d", 100.0 * count.same() / count.untouched(), count.untouched());
    }
}
