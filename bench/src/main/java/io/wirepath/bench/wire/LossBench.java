package io.wirepath.bench.wire;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.BitSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;

/**
 * What is left of the messages of recordings of which frames are missing, protocol by protocol, as a table in Markdown.
 *
 * <p>Arguments: captures. Property {@code wire.seeds}: draws of each share of lost frames; {@code wire.write}: a
 * document that has the marks between which the table is written.
 */
public final class LossBench {

    private static final double[] LOSS = {0.001, 0.003, 0.01, 0.03};
    private static final int RUN = 4;
    private static final int USUAL_SEEDS = 5;
    private static final String BEGIN = "<!-- bench/wire -->\n";
    private static final String END = "<!-- end of bench/wire -->\n";

    /** What is missing. */
    enum Missing {
        NOTHING,
        BEGINNING,
        SINGLE_FRAMES,
        RUNS,
        ANSWERS,
        QUESTIONS,
        BEHIND_256,
        BEHIND_96
    }

    private final int seeds;
    private final Map<String, LossShare.Count[]> table = new TreeMap<>();

    LossBench(int seeds) {
        this.seeds = seeds;
    }

    /** Measures, and prints or writes. */
    public static void main(String... captures) throws IOException {
        LossBench bench = new LossBench(Integer.getInteger("wire.seeds", USUAL_SEEDS));
        for (String capture : captures) {
            bench.measure(capture);
        }
        String document = System.getProperty("wire.write");
        if (document == null) {
            System.out.print(bench.markdown());
        } else {
            write(Path.of(document), bench.markdown());
        }
    }

    private static void write(Path document, String table) throws IOException {
        String text = Files.readString(document);
        int begin = text.indexOf(BEGIN) + BEGIN.length();
        Files.writeString(document, text.substring(0, begin) + table + text.substring(text.indexOf(END)));
    }

    /** Measures a capture: each draw is the same each time. */
    void measure(String capture) throws IOException {
        Recording recording = new Recording(capture);
        LossShare share = new LossShare(recording);
        add(Missing.NOTHING, share.without(new BitSet()));
        for (int quarter = 1; quarter <= 2; quarter++) {
            BitSet missing = new BitSet();
            missing.set(0, recording.size() * quarter / 4);
            add(Missing.BEGINNING, share.without(missing));
        }
        add(Missing.ANSWERS, share.oneSided(true));
        add(Missing.QUESTIONS, share.oneSided(false));
        add(Missing.BEHIND_256, share.cut(256));
        add(Missing.BEHIND_96, share.cut(96));
        for (double loss : LOSS) {
            for (int seed = 0; seed < seeds; seed++) {
                SplittableRandom random = new SplittableRandom(seed);
                add(Missing.SINGLE_FRAMES, share.without(drop(recording.size(), loss, 1, random)));
                add(Missing.RUNS, share.without(drop(recording.size(), loss / RUN, RUN, random)));
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

    private void add(Missing missing, Map<String, LossShare.Count> counts) {
        counts.forEach((protocol, count) -> {
            LossShare.Count[] row =
                    table.computeIfAbsent(protocol, name -> new LossShare.Count[Missing.values().length]);
            LossShare.Count before = row[missing.ordinal()];
            row[missing.ordinal()] = before == null ? count : before.plus(count);
        });
    }

    /** What was counted for a protocol; nothing where it was not there. */
    LossShare.Count count(String protocol, Missing missing) {
        LossShare.Count[] row = table.get(protocol);
        LossShare.Count count = row == null ? null : row[missing.ordinal()];
        return count == null ? new LossShare.Count(0, 0, 0) : count;
    }

    /** The protocols that were found in whole recordings. */
    List<String> protocols() {
        return table.keySet().stream()
                .filter(protocol -> count(protocol, Missing.NOTHING).untouched() > 0)
                .toList();
    }

    private String markdown() {
        StringBuilder text = new StringBuilder("| protocol | calls and one-way messages | from the middle |"
                + " frames lost one by one | in runs of four | who asks alone | who answers alone | 256 bytes a frame | 96 bytes |"
                + " calls invented |\n|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|\n");
        for (String protocol : protocols()) {
            long invented = 0;
            text.append("| ").append(protocol.toLowerCase(Locale.ROOT)).append(" | ");
            text.append(count(protocol, Missing.NOTHING).untouched());
            for (Missing missing : Missing.values()) {
                LossShare.Count count = count(protocol, missing);
                invented += count.invented();
                text.append(missing == Missing.NOTHING ? "" : " | " + cell(count));
            }
            text.append(" | ").append(invented).append(" |\n");
        }
        return text.toString();
    }

    private static String cell(LossShare.Count count) {
        return count.untouched() == 0
                ? ""
                : String.format(Locale.ROOT, "%.2f %%", 100.0 * count.same() / count.untouched());
    }
}
