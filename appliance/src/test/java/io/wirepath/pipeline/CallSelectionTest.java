package io.wirepath.pipeline;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.wirepath.flows.AddressText;
import io.wirepath.merge.result.Address;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class CallSelectionTest {

    private static List<String> hosts(String text) {
        return Objects.requireNonNull(CallSelection.asked(text)).hosts().stream()
                .map(CallSelectionTest::text)
                .toList();
    }

    private static String text(Address address) {
        return AddressText.of(address.high(), address.low());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "[fd00::1]:4000>[fd00::2]:80@2026-01-01T00:00:01.5Z",
                "fd00::1:4000>FD00:0::2:80@1767225601500000000"
            })
    void hostsOfIpv6AreNamedWithBracketsOrWithout(String text) {
        assertEquals(List.of("fd00::1", "fd00::2"), hosts(text));
        CallSelection.Asked asked = Objects.requireNonNull(CallSelection.asked(text));
        assertEquals(4000, asked.clientPort());
        assertEquals(1_767_225_601_500_000_000L, asked.nanos());
    }

    @Test
    void namesAndConnectionsWithoutATimeAreNotAskedByHosts() {
        assertEquals(List.of("10.0.0.1", "10.0.0.2"), hosts("10.0.0.1:4000>10.0.0.2:80@2026-01-01T00:00:01Z"));
        assertNull(CallSelection.asked("web:4000>10.0.0.2:80@2026-01-01T00:00:01Z"));
        assertNull(CallSelection.asked("[fd00::1]:4000>[fd00::2]:80"));
        String late = "10.0.0.1:4000>10.0.0.2:80@99999999999999999999";
        assertThrows(IllegalArgumentException.class, () -> CallSelection.ofCall(late));
    }
}
