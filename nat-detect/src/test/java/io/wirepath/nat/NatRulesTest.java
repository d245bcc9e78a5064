package io.wirepath.nat;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;

final class NatRulesTest {

    private static final Endpoint VIRTUAL = v4(10, 1, 0, 100, 80);
    private static final Endpoint REAL = v4(10, 2, 0, 11, 8080);

    private static Endpoint v4(int a, int b, int c, int d, int port) {
        return new Endpoint(0, 0xffff00000000L | (long) a << 24 | (long) b << 16 | (long) c << 8 | d, port);
    }

    @Test
    void readsRulesAndLeavesCommentsOut() {
        NatRules rules = NatRules.parse(List.of(
                "# what we know",
                "",
                "destination 10.1.0.100:80 -> 10.2.0.11:8080  # the shop",
                "source 10.9.0.1:* -> 10.0.0.7:*"));
        assertEquals(REAL, rules.real(VIRTUAL, true));
        assertNull(rules.real(VIRTUAL, false));
        assertEquals(v4(10, 0, 0, 7, 5555), rules.real(v4(10, 9, 0, 1, 5555), false));
        assertNull(rules.real(v4(10, 1, 0, 100, 81), true));
        assertFalse(rules.isEmpty());
        assertTrue(NatRules.NONE.isEmpty());
    }

    @Test
    void deniesBothWays() {
        NatRules rules = NatRules.parse(List.of("not 10.1.0.100:80 -> 10.2.0.11:*"));
        assertTrue(rules.denies(VIRTUAL, REAL));
        assertTrue(rules.denies(REAL, VIRTUAL));
        assertFalse(rules.denies(VIRTUAL, VIRTUAL));
    }

    @Test
    void readsAddressesOfVersion6() {
        NatRules rules = NatRules.parse(List.of("destination [2001:db8::1]:443 -> [2001:db8::2]:8443"));
        Endpoint real = rules.real(new Endpoint(0x20010db800000000L, 1, 443), true);
        assertNotNull(real);
        assertEquals("[2001:db8::2]:8443", real.toString());
    }

    @Test
    void saysWhatIsWrongAndWhere() {
        record Case(String line, String wanted) {}
        for (Case c : List.of(
                new Case("destination 10.1.0.100:80", "a rule is"),
                new Case("maybe 10.1.0.100:80 -> 10.2.0.11:80", "maybe is not a kind of rule"),
                new Case("not 10.1.0.100 -> 10.2.0.11:80", "has no port"),
                new Case("not shop.example:80 -> 10.2.0.11:80", "shop.example is not an IP address"),
                new Case("not 10.1.0.100:http -> 10.2.0.11:80", "http is not a port"))) {
            IllegalArgumentException e =
                    assertThrows(IllegalArgumentException.class, () -> NatRules.parse(List.of("", c.line)));
            assertTrue(e.getMessage().startsWith("line 2: "), e.getMessage());
            assertTrue(e.getMessage().contains(c.wanted), e.getMessage());
        }
    }
}
