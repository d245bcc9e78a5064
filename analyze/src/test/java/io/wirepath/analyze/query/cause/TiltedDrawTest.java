package io.wirepath.analyze.query.cause;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.wirepath.analyze.path.CallForest;
import io.wirepath.causes.CallTable;
import io.wirepath.causes.CallTrace;
import io.wirepath.causes.LinkTable;
import io.wirepath.causes.MessageTable;
import org.apache.commons.math3.stat.correlation.PearsonsCorrelation;
import org.apache.commons.math3.stat.descriptive.moment.Variance;
import org.junit.jupiter.api.Test;

/** Draws of causes whose links err together. */
final class TiltedDrawTest {

    private static final int LINKS = 500;

    private final PairDoubt doubt;
    private final TiltedDraw draw = new TiltedDraw(4);

    TiltedDrawTest() {
        CallTrace trace = new CallTrace();
        trace.call("client1", "web", 0, 9);
        trace.call("client2", "web", 1, 9);
        trace.call("web", "db", 2, 3);
        MessageTable messages = trace.build();
        LinkTable.Builder links = new LinkTable.Builder(messages.size()).ofOwners();
        for (int row = 0; row < messages.size(); row++) {
            links.endChild(1);
        }
        CallTable calls = CallForest.of(messages, links.build());
        doubt = new PairDoubt(messages, calls);
        draw.kind[0] = doubt.kind(0);
        draw.kind[1] = doubt.kind(1);
    }

    /** In how many links each world has none, of links with this probability of the first cause. */
    private double[] nones(double cause, int seed) {
        double[] nones = new double[Worlds.COUNT];
        for (int link = 0; link < LINKS; link++) {
            draw.share[0] = cause;
            draw.draw(1, 1, 1 - cause, doubt.of(2), seed + link);
            for (int world = 0; world < Worlds.COUNT; world++) {
                nones[world] += 1 - (draw.worlds(0) >>> world & 1);
            }
        }
        return nones;
    }

    @Test
    void whereOneLinkHasNoCauseOthersOfThePairHaveNoneEither() {
        double[] likely = nones(0.7, 1);
        double[] unlikely = nones(0.3, 1_000_000);
        assertTrue(new PearsonsCorrelation().correlation(likely, unlikely) > 0.9);
        double ofLinksAlone = LINKS * 0.7 * 0.3;
        assertTrue(new Variance().evaluate(likely) > 5 * ofLinksAlone);
    }

    @Test
    void aLinkWithoutDoubtHasThatOfItsPair() {
        for (int link = 0; link < 10; link++) {
            doubt.count(2, link < 3 ? 0.2 : 0, link == 0 ? 0.1 : 0);
        }
        PairDoubt.Pair pair = doubt.of(2);
        int[] left = new int[Worlds.COUNT];
        int[] none = new int[Worlds.COUNT];
        int links = 20_000;
        for (int link = 0; link < links; link++) {
            draw.share[0] = 1;
            draw.draw(2, 1, 0, pair, link * 7919L);
            assertEquals(0, draw.worlds(0) & draw.worlds(1), "causes exclude each other");
            for (int world = 0; world < Worlds.COUNT; world++) {
                left[world] += 1 - (int) (draw.worlds(0) >>> world & 1);
                none[world] += 1 - (int) ((draw.worlds(0) | draw.worlds(1)) >>> world & 1);
            }
        }
        for (int world = 0; world < Worlds.COUNT; world++) {
            double other = pair.otherWeight(draw.kind[0], draw.kind[1], world);
            double nothing = pair.noneWeight(draw.kind[0], world);
            double all = other + nothing + pair.ofKind(draw.kind[0])[world];
            assertEquals((other + nothing) / all, left[world] / (double) links, 0.02, "world " + world);
            assertEquals(nothing / all, none[world] / (double) links, 0.02, "world " + world);
        }
    }

    @Test
    void theSameSeedDrawsTheSame() {
        draw.share[0] = 0.6;
        draw.share[1] = 0.3;
        draw.draw(2, 2, 0.1, doubt.of(2), 5);
        long first = draw.worlds(0);
        draw.draw(2, 2, 0.1, doubt.of(2), 5);
        assertEquals(first, draw.worlds(0));
        assertEquals(0, draw.worlds(0) & draw.worlds(1));
    }
}
