package io.wirepath.merge.match;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class PastKeyTest {

    private static final long WHOLE = PastKey.ofSegments(1000, 400, 0, 77);

    @Test
    void aMessageOfWhichBytesAreMissingCanBeTheWholeOne() {
        long cut = PastKey.ofSegments(1000, 400, 100, 5);
        assertTrue(PastKey.areAlike(WHOLE, cut));
        assertTrue(PastKey.areAlike(cut, WHOLE));
        assertEquals(PastKey.place(WHOLE), PastKey.place(cut));
    }

    @Test
    void anotherContentPlaceOrLengthIsAnotherMessage() {
        assertTrue(PastKey.areAlike(WHOLE, PastKey.ofSegments(1000, 400, 0, 77)));
        assertFalse(PastKey.areAlike(WHOLE, PastKey.ofSegments(1000, 400, 0, 78)));
        assertFalse(PastKey.areAlike(WHOLE, PastKey.ofSegments(1001, 400, 100, 77)));
        assertFalse(PastKey.areAlike(WHOLE, PastKey.ofSegments(1000, 401, 100, 77)));
    }

    @Test
    void aDatagramIsKnownByIdentificationAndContent() {
        long datagram = PastKey.ofDatagram(9, 400, 77);
        assertTrue(PastKey.areAlike(datagram, PastKey.ofDatagram(9, 400, 77)));
        assertFalse(PastKey.areAlike(datagram, PastKey.ofDatagram(8, 400, 77)));
        assertFalse(PastKey.areAlike(datagram, PastKey.ofDatagram(9, 400, 76)));
        assertFalse(PastKey.areAlike(datagram, PastKey.ofSegments(9, 400, 400, 77)));
    }
}
