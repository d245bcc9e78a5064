package io.wirepath.appliance.systemd;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

final class LocalPeersTest {

    private static final byte[] LOOPBACK = {127, 0, 0, 1};
    private static final byte[] ELSEWHERE = {(byte) 192, 0, 2, 1};

    @Test
    void tellsTheUserOfTheOtherEnd() throws IOException {
        try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getByAddress(LOOPBACK));
                Socket client = new Socket(server.getInetAddress(), server.getLocalPort());
                Socket accepted = server.accept()) {
            assertTrue(LocalPeers.isOf((InetSocketAddress) accepted.getRemoteSocketAddress(), Set.of()));
            assertEquals(client.getLocalPort(), accepted.getPort());
        }
        assertFalse(LocalPeers.isOf(new InetSocketAddress(InetAddress.getByAddress(ELSEWHERE), 7171), Set.of(0)));
        assertFalse(LocalPeers.isOf(new InetSocketAddress(InetAddress.getByAddress(LOOPBACK), 1), Set.of(0)));
    }

    @Test
    void readsTheKernelsList() {
        String four = "   0: 0100007F:9C40 0100007F:1C03 01 00000000:00000000 00:00000000 00000000  1000        0 42 1";
        String mapped = "   0: 0000000000000000FFFF00000100007F:9C40 0000000000000000FFFF00000100007F:1C03 01"
                + " 00000000:00000000 00:00000000 00000000  1001        0 42 1";
        assertEquals(1000, LocalPeers.user(four, LOOPBACK, 40000));
        assertEquals(1001, LocalPeers.user(mapped, LOOPBACK, 40000));
        assertEquals(-1, LocalPeers.user(four, LOOPBACK, 7171));
        assertEquals(-1, LocalPeers.user("  sl  local_address rem_address   st", LOOPBACK, 40000));
    }

    @Test
    void knowsUsersByNameAndByNumber() {
        List<String> lines = List.of("root:x:0:0:root:/root:/bin/sh", "tap:x:998:998::/:/bin/false", "broken", "x:y:z");
        assertEquals(Set.of(998), LocalPeers.users(List.of("tap", "nobody-here", "x"), lines));
        assertEquals(Set.of(1234), LocalPeers.users(List.of("1234")));
        assertEquals(Set.of(), LocalPeers.users(List.of()));
    }
}
