package io.wirepath.bench.nat;

import io.wirepath.flows.pipeline.FlowPipeline;
import io.wirepath.flows.pipeline.FlowSettings;
import io.wirepath.merge.reconcile.MergeSettings;
import io.wirepath.merge.reconcile.ReconcilingMerge;
import io.wirepath.nat.Translation;
import java.io.IOException;
import java.util.List;

/**
 * How rightly the two sides of translated connections are paired.
 *
 * <pre>
 *  java io.wirepath.bench.nat.NatPairing [CONNECTIONS]        1 000 000
 * </pre>
 *
 * Run by {@code bench/nat-pairing}.
 */
public final class NatPairing {

    private static final int ROWS = 30;

    private NatPairing() {}

    /** Runs the measurement. */
    public static void main(String[] arguments) throws IOException {
        int connections = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 1_000_000;
        PairingScore score = new PairingScore(connections);
        ReconcilingMerge merge = new ReconcilingMerge(score, MergeSettings.defaults());
        long begin = System.nanoTime();
        for (int sniffer = 0; sniffer < 2; sniffer++) {
            try (NatTap tap = new NatTap(sniffer == 0 ? "outside" : "inside", sniffer == 1, connections)) {
                FlowPipeline.run(tap, FlowSettings.defaults(), merge.begin(sniffer));
            }
        }
        merge.finish();
        System.out.printf("%.0f s%n", (System.nanoTime() - begin) / 1e9);
        score.print();
        List<Translation> rows = merge.result().translations();
        System.out.println(rows.size() + " rows of translations");
        rows.stream()
                .limit(ROWS)
                .forEach(row -> System.out.printf(
                        "%s %s -> %s to %s -> %s, %d connections%n",
                        row.kind(),
                        row.fromSource(),
                        row.fromDestination(),
                        row.toSource(),
                        row.toDestination(),
                        row.connections()));
    }
}
