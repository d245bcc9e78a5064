package io.wirepath.causes.joint.evidence;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.EnumSet;
import org.junit.jupiter.api.Test;

class EvidenceTest {

    @Test
    void readsAListOfEvidence() {
        assertEquals(EnumSet.of(Evidence.TIMES, Evidence.SIZES), Evidence.parse("times,sizes"));
        assertEquals(EnumSet.of(Evidence.TIMES, Evidence.CONTENT), Evidence.parse("Content"));
        IllegalArgumentException e = assertThrows(IllegalArgumentException.class, () -> Evidence.parse("times,luck"));
        assertTrue(String.valueOf(e.getMessage()).contains("\"luck\""));
    }
}
