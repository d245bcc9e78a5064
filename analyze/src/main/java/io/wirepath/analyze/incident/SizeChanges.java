package io.wirepath.analyze.incident;

import io.wirepath.analyze.change.Change;
import io.wirepath.analyze.change.ChangeModel;
import io.wirepath.analyze.change.DataChange;
import io.wirepath.analyze.change.LevelChange;
import io.wirepath.analyze.change.Observations;
import io.wirepath.analyze.change.Shift;
import io.wirepath.analyze.incident.Incident.Kind;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Finds nodes that began to answer the same requests with more or less: a body that is empty, another page. */
final class SizeChanges implements Changes {

    /** … from so many bytes on: a header more is no other body. */
    private static final double MIN_BYTES = 100;

    private final Observations[] sizes;

    SizeChanges(Surroundings at) {
        sizes = new Observations[at.messages().nodes().size()];
        Arrays.setAll(sizes, node -> new Observations());
        for (int call = 0; call < at.calls().size(); call++) {
            if (at.isEvidence(call) && at.isAnswered(call) && !at.isFailed(call)) {
                double bytes = at.messages().lengthBytes(at.calls().response()[call]);
                sizes[at.server(call)].add(at.began(call), at.operation(call), bytes, 0);
            }
        }
    }

    /** Number of series that can show a change. */
    @Override
    public int series() {
        return (int) Arrays.stream(sizes)
                .filter(own -> own.size() >= 2 * ChangeModel.MIN_WITNESSES)
                .count();
    }

    @Override
    public boolean isNotice() {
        return true;
    }

    /** What changed, each with at most this chance where nothing did. */
    @Override
    public List<Incident> find(double mostChance) {
        List<Incident> found = new ArrayList<>();
        for (int node = 0; node < sizes.length; node++) {
            Observations own = sizes[node];
            List<Change> changes = new ArrayList<>(DataChange.of(own, mostChance / 2));
            if (changes.isEmpty()) {
                changes.addAll(LevelChange.of(own, mostChance / 2));
            }
            for (Change change : changes) {
                double shift = Shift.of(own, change).nanos();
                double before = own.medianElsewhere(change);
                double after = before + shift;
                boolean isLarge = Relevance.isOtherTraffic(before, after);
                if (isLarge && Math.abs(shift) >= MIN_BYTES) {
                    int number = own.number(change);
                    found.add(
                            new Incident(Kind.SIZES, List.of(node), List.of(), change, before, after, 0, 0, number, 0));
                }
            }
        }
        return found;
    }
}
