package io.wirepath.analyze.finding;

import io.wirepath.analyze.finding.Finding.Severity;
import io.wirepath.analyze.path.UnseenServers;
import io.wirepath.causes.CallTable;
import io.wirepath.causes.MessageTable;
import io.wirepath.flows.CountText;
import java.util.BitSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;

/** Names nodes that work for others though no capture shows what they receive, and says where to capture. */
final class UnseenReceivers implements Detector {

    private static final int MAX_NAMED = 6;

    @Override
    public List<Finding> detect(DetectorInput input) {
        MessageTable messages = input.messages();
        CallTable calls = input.calls();
        BitSet unseen = UnseenServers.of(messages, calls);
        Set<String> names = new TreeSet<>();
        Set<String> causes = new TreeSet<>();
        int linked = 0;
        for (int call = 0; call < calls.size(); call++) {
            int caller = messages.source(calls.request()[call]);
            int parent = calls.parent()[call];
            if (unseen.get(caller) && parent != MessageTable.NONE) {
                names.add(input.name(caller));
                causes.add(input.role(messages.destination(calls.request()[parent])));
                linked++;
            }
        }
        if (names.isEmpty()) {
            return List.of();
        }
        String who = named(names);
        return List.of(new Finding(
                Severity.NOTICE,
                "unseen-receivers",
                String.format(
                        Locale.ROOT,
                        "%s %s for %s, and no capture shows what %s",
                        who,
                        names.size() == 1 ? "works" : "work",
                        named(causes),
                        names.size() == 1 ? "it receives" : "they receive"),
                String.format(
                        Locale.ROOT,
                        "%s calls made there lie within requests that %s answers, and have these as cause. The calls"
                                + " between are missing: capture at the switch where %s %s. Until then the time"
                                + " spent there"
                                + " counts as time of %s, and paths name them in parentheses.",
                        CountText.of(linked),
                        named(causes),
                        who,
                        names.size() == 1 ? "stands" : "stand",
                        named(causes)),
                List.copyOf(names),
                0,
                0));
    }

    private static String named(Set<String> names) {
        String some = String.join(", ", names.stream().limit(MAX_NAMED).toList());
        return names.size() <= MAX_NAMED ? some : some + " and " + (names.size() - MAX_NAMED) + " more";
    }
}
