package io.wirepath.appliance.ship;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.wirepath.appliance.run.Failure;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class PlaceTest {

    @Test
    void hostAndPortAreTakenApart() {
        assertEquals(new Place("merge.example.org", 7171), Place.of("merge.example.org:7171"));
        assertEquals(new Place("fd00::5", 1), Place.of("[fd00::5]:1"));
        assertEquals("[fd00::5]:1", Place.of("[fd00::5]:1").toString());
    }

    @ParameterizedTest
    @ValueSource(strings = {"", ":1", "host", "host:", "host:x", "host:65536", "host:-1", "fd00::5:1", "[]:1"})
    void whatIsNoPlaceIsRefused(String text) {
        assertThrows(Failure.class, () -> Place.of(text));
    }

    @Test
    void onlyTheLoopbackIsTheLoopback() {
        assertTrue(Place.of("127.0.0.1:1").isLoopback());
        assertTrue(Place.of("[::1]:1").isLoopback());
        assertFalse(Place.of("10.0.0.1:1").isLoopback());
        assertFalse(Place.of("0.0.0.0:1").isLoopback());
    }
}
