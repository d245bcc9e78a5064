package io.wirepath.sniffer.live;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.wirepath.sniffer.live.lab.Lab;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class InterfaceListTest {

    @Test
    void tellsOfAnInterfaceWhatIsSo() throws IOException {
        try (Lab lab = Lab.open()) {
            String peer = lab.namespace("peer");
            String ours = lab.link("p");
            lab.pair(ours, "", "p0", peer);
            lab.address("", ours, "10.82.0.1/24");
            lab.run("ip", "link", "set", ours, "mtu", "1400");

            InterfaceFacts facts = of(ours);
            assertTrue(facts.isFit() && facts.up() && facts.running());
            assertTrue(facts.addresses().contains("10.82.0.1/24"), facts::toString);
            assertEquals(1400, facts.mtu());
            assertEquals(1, facts.linkType());
            assertEquals("veth", facts.driver());
            assertTrue(facts.offloads().contains("gso"), facts::toString);
            assertFalse(facts.promiscuous() || facts.loopback() || facts.cardStamps());
            assertEquals(Optional.empty(), InterfaceList.missingPermission());

            try (LivePort port = LivePorts.open(LiveSettings.of(ours).build())) {
                assertTrue(of(ours).promiscuous());
                port.stop();
            }
            assertFalse(of(ours).promiscuous());

            lab.in(peer, "ip", "link", "set", "p0", "down");
            assertEquals(List.of("no carrier: is the cable of the mirror port plugged in?"), of(ours).hints());

            lab.run("ip", "link", "set", ours, "down");
            assertEquals(List.of("is down: ip link set " + ours + " up"), of(ours).obstacles());
        }
    }

    private static InterfaceFacts of(String name) throws IOException {
        return InterfaceList.read().stream()
                .filter(facts -> facts.name().equals(name))
                .findFirst()
                .orElseThrow();
    }
}
