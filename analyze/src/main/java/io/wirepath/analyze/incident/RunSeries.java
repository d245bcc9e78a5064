package io.wirepath.analyze.incident;

import io.wirepath.analyze.change.Observations;
import io.wirepath.analyze.sum.BinnedDelays;
import io.wirepath.analyze.sum.ComparedPlace;
import io.wirepath.analyze.sum.DelayTrack;
import io.wirepath.analyze.sum.Measure;
import io.wirepath.analyze.sum.ShareTrack;
import io.wirepath.analyze.sum.Sums;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The series of many baselines of one system, one after another: each delay and each trial of a block of time is one
 * observation, evenly spread over it. Series that grow long are thinned. Not thread-safe.
 */
final class RunSeries {

    /** Observations of a series; of more, every second is left out. */
    private static final int MOST = 50_000;

    private final Map<Measure, Map<ComparedPlace, Thinned>> all = new TreeMap<>();

    /** A series of which every n-th observation is kept. */
    private static final class Thinned {
        Observations kept = new Observations();
        int step = 1;
        long seen;

        void add(long nanos, long kind, double value) {
            if (seen++ % step == 0) {
                kept.add(nanos, kind, value, 0);
                if (kept.size() == MOST) {
                    kept = kept.half();
                    step *= 2;
                }
            }
        }
    }

    private record Delay(long kind, double nanos) {}

    /** The series of this measure, by place. */
    Map<ComparedPlace, Observations> of(Measure measure) {
        Map<ComparedPlace, Observations> series = new LinkedHashMap<>();
        all.getOrDefault(measure, Map.of()).forEach((place, own) -> series.put(place, own.kept));
        return series;
    }

    /** Adds a baseline, not earlier than the one before. */
    void add(Sums run) {
        long block = Math.max(1, (run.spanNanos() + 1) / Sums.BLOCKS);
        Map<Measure, Map<ComparedPlace, List<DelayTrack>>> delays = new TreeMap<>();
        run.delays()
                .forEach(track -> delays.computeIfAbsent(track.measure(), unseen -> new TreeMap<>())
                        .computeIfAbsent(track.place(), unseen -> new ArrayList<>())
                        .add(track));
        delays.forEach((measure, places) -> places.forEach((place, tracks) -> {
            Thinned series = series(measure, place);
            for (int i = 0; i < Sums.BLOCKS; i++) {
                spread(delays(tracks, i), run.firstNanos() + i * block, block, series);
            }
        }));
        for (ShareTrack track : run.shares()) {
            Thinned series = series(track.measure(), track.place());
            for (int i = 0; i < Sums.BLOCKS; i++) {
                long from = run.firstNanos() + i * block;
                double trials = track.trials()[i];
                double events = track.events()[i];
                if (track.measure().form() == Measure.Form.RATE) {
                    series.add(from + block / 2, 0, trials == 0 ? 0 : events / trials);
                } else {
                    for (int trial = 0; trial < trials; trial++) {
                        double happened =
                                Math.floor((trial + 1) * events / trials) - Math.floor(trial * events / trials);
                        series.add(from + Math.round((trial + 0.5) * block / trials), 0, happened > 0 ? 1 : 0);
                    }
                }
            }
        }
    }

    private Thinned series(Measure measure, ComparedPlace place) {
        return all.computeIfAbsent(measure, unseen -> new TreeMap<>()).computeIfAbsent(place, unseen -> new Thinned());
    }

    /** The delays of a block, the kinds one after another in turn. */
    private static List<Delay> delays(List<DelayTrack> tracks, int block) {
        List<Delay> delays = new ArrayList<>();
        for (DelayTrack track : tracks) {
            BinnedDelays own = track.blocks().get(block);
            for (int i = 0; i < own.bin().length; i++) {
                for (int each = 0; each < own.count()[i]; each++) {
                    delays.add(new Delay(track.kind().hashCode(), BinnedDelays.nanos(own.bin()[i])));
                }
            }
        }
        return delays;
    }

    private static void spread(List<Delay> delays, long from, long length, Thinned to) {
        for (int i = 0; i < delays.size(); i++) {
            Delay delay = delays.get(i);
            to.add(from + Math.round((i + 0.5) * length / delays.size()), delay.kind(), delay.nanos());
        }
    }
}
