package io.wirepath.causes.joint.evidence;

import io.wirepath.causes.MessageTable;
import io.wirepath.causes.joint.scene.CandidateSets;
import io.wirepath.causes.joint.scene.Priors;
import io.wirepath.causes.joint.scene.Scene;
import java.util.Arrays;
import org.agrona.collections.Int2IntHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Messages that act long after others of their kind: what was put off, tried again, or waited for who takes it. Times
 * do not tell, as few come so late; what is sent then still names the message by content that no other has.
 *
 * <pre>
 *  message    ├──── horizon ────┤                  ├── again, as long after each ──┤
 *  content  #7                                      #7       #7
 * </pre>
 *
 * <p>By chance, what one message alone has stands as often before it as long after it. So a label of calls counts where
 * more of its calls stand after than before, by a gain that {@linkplain Priors#PAYS pays}; or all labels, where they do
 * together.
 */
public final class NamedAgain {

    private static final int NONE = -1;

    private final Scene scene;
    private final SharedContent content;
    /** Who is open when; made where a call is named at all. */
    private @Nullable CandidateSets candidates;

    /** The one task whose message has a token, or the number of tasks where several have it. */
    private final Int2IntHashMap holder = new Int2IntHashMap(NONE);

    private final int[] later;
    private final double[] after;
    private final double[] before;

    private NamedAgain(Scene scene, SharedContent content) {
        this.scene = scene;
        this.content = content;
        later = new int[scene.calls];
        after = new double[scene.labels];
        before = new double[scene.labels];
        for (int i = 0; i < scene.tasks; i++) {
            for (int token : content.telling(scene.taskRequest[i])) {
                holder.put(token, holder.containsKey(token) ? scene.tasks : i);
            }
        }
    }

    /** Lets the tasks of a scene that are named again go on from then. */
    public static void mark(Scene scene, SharedContent content) {
        new NamedAgain(scene, content).mark();
    }

    private void mark() {
        for (int j = 0; j < scene.calls; j++) {
            later[j] = scene.isDecided(j) ? NONE : named(j);
        }
        boolean isAll = pays(Arrays.stream(after).sum(), Arrays.stream(before).sum());
        for (int j = 0; j < scene.calls; j++) {
            int label = scene.label[j];
            if (later[j] != NONE && (isAll || pays(after[label], before[label]))) {
                scene.goOn(later[j], j);
            }
        }
    }

    /** Whether a task that was open when this call was sent shares anything rare with it. */
    private boolean isNamedByOpen(int j) {
        CandidateSets open = candidates == null ? CandidateSets.of(scene) : candidates;
        candidates = open;
        boolean is = false;
        for (int s = open.first[j]; s < open.first[j + 1] && !is; s++) {
            int request = scene.taskRequest[open.task[s]];
            is = content.bits(request, scene.callRequest[j], MessageTable.NONE) > 0;
        }
        return is;
    }

    /**
     * The earlier task that alone has something that this call has; none where one that is open shares anything with
     * it, too. Counts earlier and later ones.
     */
    private int named(int j) {
        int found = NONE;
        boolean isBefore = false;
        for (int token : content.telling(scene.callRequest[j])) {
            int i = holder.get(token);
            if (i != NONE && i < scene.tasks && scene.mayGoOn(i, j)) {
                boolean isEarlier = scene.arrival[i] <= scene.sent[j];
                found = isEarlier ? i : found;
                isBefore |= !isEarlier;
            }
        }
        if (found == NONE && !isBefore || isNamedByOpen(j)) {
            return NONE;
        }
        after[scene.label[j]] += found == NONE ? 0 : 1;
        before[scene.label[j]] += isBefore ? 1 : 0;
        return found;
    }

    private static boolean pays(double after, double before) {
        double all = after + before;
        return after > before && rated(after, all) + rated(before, all) > Priors.PAYS;
    }

    /** Nats by which a share is likelier than one half. */
    private static double rated(double count, double of) {
        return count == 0 ? 0 : count * Math.log(2 * count / of);
    }
}
