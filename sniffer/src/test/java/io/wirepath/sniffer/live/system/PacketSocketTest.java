package io.wirepath.sniffer.live.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import io.wirepath.sniffer.live.lab.Lab;
import org.junit.jupiter.api.Test;

class PacketSocketTest {

    @Test
    void theFirstGroupOfAKernelHasNumberZeroAndCanBeJoined() throws SystemException {
        try (Lab lab = Lab.open();
                PacketSocket first = PacketSocket.open();
                PacketSocket second = PacketSocket.open();
                PacketSocket another = PacketSocket.open()) {
            String ours = lab.link("p");
            lab.pair(ours, "", "p0", lab.namespace("peer"));
            for (PacketSocket socket : new PacketSocket[] {first, second, another}) {
                socket.filter(SocketFilter.none());
                socket.bind(InterfaceQuery.index(ours));
            }
            assertEquals(0, first.join(0, true));
            assertEquals(0, second.join(0, true));
            assertNotEquals(0, another.join(PacketSocket.NEW_GROUP, true));
        }
    }
}
