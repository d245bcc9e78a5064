package io.wirepath.appliance.sniff;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.wirepath.appliance.sniff.LoadShedding.Level;
import io.wirepath.flows.pipeline.PipelineTuning;
import io.wirepath.flows.pipeline.SamplingCounter;
import org.junit.jupiter.api.Test;

final class LoadSheddingTest {

    private static final long SECOND = 1_000_000_000L;

    private final LoadShedding load = new LoadShedding();
    private long second = 1000;
    private long dropped = 5;
    private double buffer = Double.NaN;

    private Level look(double filling, long newDrops) {
        dropped += newDrops;
        return load.look(second++ * SECOND, filling, buffer, dropped);
    }

    private void looks(int times, double filling, long newDrops) {
        for (int i = 0; i < times; i++) {
            look(filling, newDrops);
        }
    }

    @Test
    void givesNothingUpForWhatWasDroppedBeforeItLooked() {
        looks(100, 0.3, 0);
        assertEquals(Level.NOTHING, load.level());
    }

    @Test
    void givesContentUpFirstThenConnectionsWhileFramesAreDropped() {
        look(0.5, 0);
        assertEquals(Level.CONTENT, look(0.5, 1));
        assertEquals(Level.CONTENT, look(0.5, 1), "a step needs time to show its effect");
        assertEquals(Level.MOST, look(0.5, 1));
        look(0.5, 1);
        assertEquals(Level.HALF, look(0.5, 1));
        looks(20, 0.5, 1);
        assertEquals(Level.FEW, load.level(), "there is nothing beyond");
    }

    @Test
    void aFullRingIsASignOnlyWhenItStaysFull() {
        look(0.3, 0);
        look(1, 0);
        look(1, 0);
        assertEquals(Level.NOTHING, look(0.8, 0));
        looks(3, 1, 0);
        assertEquals(Level.CONTENT, look(1, 0));
    }

    @Test
    void aFullRingIsNoSignWhereTheKernelTellsThatItsBufferHasRoom() {
        buffer = 0.2;
        looks(100, 1, 0);
        assertEquals(Level.NOTHING, load.level());
    }

    @Test
    void connectionsAreKeptWhileTheBufferGetsEmptier() {
        look(0.3, 0);
        buffer = 0.9;
        look(1, 0);
        assertEquals(Level.CONTENT, look(1, 0));
        for (buffer = 0.89; buffer >= 0.75; buffer -= 0.01) {
            assertEquals(Level.CONTENT, look(1, 0));
        }
        buffer = 0.76;
        assertEquals(Level.MOST, look(1, 0));
    }

    @Test
    void whatPiledUpInAPauseIsNoSignWhenItIsWorkedOff() {
        buffer = 0.5;
        assertEquals(Level.NOTHING, look(1, 0), "the first look, after a slow start");
        buffer = 0.1;
        looks(20, 0.3, 0);
        buffer = 0.9;
        assertEquals(Level.NOTHING, look(1, 0));
        buffer = 0.6;
        assertEquals(Level.NOTHING, look(1, 0));
        buffer = 0.3;
        assertEquals(Level.NOTHING, look(1, 0));
        assertEquals(Level.CONTENT, look(1, 0), "it is not worked off any more");
    }

    @Test
    void contentIsGivenUpEarlyAndConnectionsLate() {
        look(0.3, 0);
        buffer = 0.25;
        look(0.5, 0);
        assertEquals(Level.CONTENT, look(0.5, 0));
        buffer = 0.7;
        looks(20, 0.5, 0);
        assertEquals(Level.CONTENT, load.level());
        buffer = 0.75;
        look(0.5, 0);
        assertEquals(Level.MOST, look(0.5, 0));
        assertEquals(Level.MOST, look(0.5, 0), "a step needs time to show its effect");
        assertEquals(Level.HALF, look(0.5, 0));
        buffer = 0.2;
        looks(100, 0.3, 0);
        assertEquals(Level.HALF, load.level(), "a buffer that holds something is no calm");
        buffer = 0.1;
        looks(11, 0.3, 0);
        assertEquals(Level.MOST, load.level());
    }

    @Test
    void takesUpOneLevelAfterTheOtherWhenAllIsWell() {
        look(0.3, 0);
        looks(20, 1, 10);
        assertEquals(Level.FEW, load.level());
        looks(9, 0.3, 0);
        assertEquals(Level.FEW, load.level());
        looks(2, 0.3, 0);
        assertEquals(Level.TENTH, load.level());
        looks(10 * 5 + 1, 0.3, 0);
        assertEquals(Level.NOTHING, load.level());
    }

    @Test
    void staysWhereItIsWhileTheRingIsNeitherFullNorFree() {
        look(0.3, 0);
        look(0.3, 1);
        looks(500, 0.75, 0);
        assertEquals(Level.CONTENT, load.level());
    }

    @Test
    void aLevelChangesOnlyWhatTheLoadHasASayIn() {
        PipelineTuning half = Level.HALF.applyTo(PipelineTuning.EVERYTHING.withSampledShare(0.5));
        assertEquals(0.5, half.sampledShare());
        assertEquals(0.5, half.shedShare());
        assertEquals(SamplingCounter.PACKETS_SHED_KEEPING_HALF, half.shedCounter());
        assertFalse(half.content());
        PipelineTuning again = Level.NOTHING.applyTo(half);
        assertEquals(PipelineTuning.EVERYTHING.withSampledShare(0.5), again);
        assertTrue(again.content());
    }
}
