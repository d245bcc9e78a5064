package io.wirepath.causes.joint;

import io.wirepath.causes.columns.ColumnPacker;
import io.wirepath.causes.columns.ColumnUnpacker;
import io.wirepath.causes.joint.evidence.Evidence;
import io.wirepath.causes.joint.evidence.EvidenceTable;
import io.wirepath.causes.joint.evidence.Features;
import io.wirepath.causes.joint.evidence.SharedContent;
import io.wirepath.causes.joint.model.Factor;
import io.wirepath.causes.joint.scene.CandidateSets;
import io.wirepath.causes.joint.scene.Scene;
import io.wirepath.causes.joint.scene.SceneColumns;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * What one node, or nodes that are explained together, has to explain, with all that is needed for it: what is learnt
 * of all messages is in it. So nodes are solved in any order, by any thread or machine, and their answers are the same.
 * Immutable; safe to share.
 */
public final class NodeProblem {

    /** Layout of {@link #bytes}. */
    private static final int VERSION = 3;

    /** A node with this many decided tasks needs no learning from scratch. */
    private static final int ENOUGH_TASKS = 200;

    private final Scene scene;
    private final EvidenceTable table;
    private final Set<Evidence> evidence;
    private final Set<String> without;
    private final long seed;

    NodeProblem(Scene scene, EvidenceTable table, Set<Evidence> evidence, Set<String> without, long seed) {
        this.scene = scene;
        this.table = table;
        this.evidence = evidence;
        this.without = without;
        this.seed = seed;
    }

    /** Finds who made the node's calls. */
    public NodeAnswer solve() {
        return NodeAnswer.of(Calibration.calibrated(solve(linker())));
    }

    /** About how much work it is: pairs of a task and a call that is open to it. */
    public long effort() {
        return CandidateSets.of(scene).slots() + (long) scene.tasks + scene.calls;
    }

    Scene scene() {
        return scene;
    }

    ServiceLinker linker() {
        CandidateSets candidates = CandidateSets.of(scene);
        return new ServiceLinker(scene, candidates, features(candidates), without, seed);
    }

    ServiceAnswer solve(ServiceLinker linker) {
        return linker.solve(scene.closedTasks() >= ENOUGH_TASKS);
    }

    private List<Factor.OfPair> features(CandidateSets candidates) {
        List<Factor.OfPair> chosen = new ArrayList<>();
        SharedContent content = table.content();
        boolean bySizes = evidence.contains(Evidence.SIZES);
        boolean byConnections = evidence.contains(Evidence.CONNECTIONS);
        if (!(bySizes || byConnections || content != null)) {
            return chosen;
        }
        Features features = new Features(table, ChancePairs.of(scene, candidates));
        if (bySizes) {
            chosen.addAll(features.sizes());
        }
        if (content != null) {
            chosen.addAll(features.content(content));
        }
        if (byConnections) {
            chosen.add(features.connections());
        }
        return chosen;
    }

    /** The problem, to be solved elsewhere. */
    public byte[] bytes() {
        ColumnPacker to = new ColumnPacker();
        to.putInt(VERSION);
        to.putLong(seed);
        to.putInt(evidence.stream().mapToInt(kind -> 1 << kind.ordinal()).sum());
        SceneColumns.write(scene, to);
        table.write(to);
        return to.bytes();
    }

    /**
     * The problem that {@link #bytes} wrote.
     *
     * @throws IllegalArgumentException where it is of another version, or not whole
     */
    public static NodeProblem of(byte[] bytes) {
        ColumnUnpacker from = new ColumnUnpacker(bytes);
        if (from.getInt() != VERSION) {
            throw new IllegalArgumentException("a node of another version of this program");
        }
        long seed = from.getLong();
        int kinds = from.getInt();
        Set<Evidence> evidence = EnumSet.noneOf(Evidence.class);
        for (Evidence kind : Evidence.values()) {
            if ((kinds & 1 << kind.ordinal()) != 0) {
                evidence.add(kind);
            }
        }
        Scene scene = SceneColumns.read(from);
        return new NodeProblem(scene, EvidenceTable.read(from), evidence, Set.of(), seed);
    }
}
