package io.wirepath.analyze.path;

import io.wirepath.causes.AnalysisSettings;
import io.wirepath.causes.CallTable;
import io.wirepath.causes.LinkTable;
import io.wirepath.causes.MessageTable;
import io.wirepath.causes.TimeSpan;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Which paths have which pattern: the first messages of those whose likeliest instance has its shape. Pure. */
public final class PatternRoots {

    private PatternRoots() {}

    /**
     * Rows of the first messages, in order of time, by the {@linkplain PathPattern#id() id} of their pattern by role.
     */
    public static Map<String, List<Integer>> of(
            MessageTable messages, LinkTable links, AnalysisSettings settings, TimeSpan begun) {
        CallTable calls = CallForest.of(messages, links);
        FixedPorts ports = FixedPorts.of(messages, calls, settings);
        RoleAggregation roles = RoleAggregation.of(messages, calls, ports, new RoleMemory());
        MessageLabels labels = new MessageLabels(messages, ports, roles);
        CanonicalTree byRole = new CanonicalTree(messages, new PeerHops(messages, labels, roles));
        Map<String, List<Integer>> roots = new TreeMap<>();
        new InstanceBuilder(messages, links, settings).forEach(begun, instance -> {
            if (instance.isLikeliest()) {
                roots.computeIfAbsent(PatternTotals.id(byRole.take(instance)), unseen -> new ArrayList<>())
                        .add(instance.row(0));
            }
        });
        return roots;
    }
}
