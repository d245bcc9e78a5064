package io.wirepath.appliance.systemd;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Whose process is at the other end of a connection on the loopback: the kernel's list of sockets tells the user of each. A line of
 * {@code /proc/net/tcp} and {@code tcp6}:
 *
 * <pre>
 *  sl  local_address rem_address   st tx_queue:rx_queue tr:tm->when retrnsmt   uid  ...
 *   0: 0100007F:9C40 0100007F:1C03 01 00000000:00000000 00:00000000 00000000  1000
 * </pre>
 *
 * Addresses are words of four bytes in the machine's order. Thread-safe.
 */
public final class LocalPeers {

    private static final int LOCAL = 1;
    private static final int UID = 7;
    private static final int ROOT = 0;
    private static final List<Path> LISTS = List.of(Path.of("/proc/self/net/tcp"), Path.of("/proc/self/net/tcp6"));

    private LocalPeers() {}

    /** Whether the other end, which has this address, is a process of this user or of root. Says no where nothing tells. */
    public static boolean isOfThisUser(InetSocketAddress other) {
        InetAddress address = other.getAddress();
        if (address == null || !address.isLoopbackAddress()) {
            return false;
        }
        try {
            Object self = Files.getAttribute(Path.of("/proc/self"), "unix:uid");
            for (Path list : LISTS) {
                if (!Files.isReadable(list)) {
                    continue;
                }
                for (String line : Files.readAllLines(list)) {
                    int user = user(line, address.getAddress(), other.getPort());
                    if (user >= ROOT) {
                        return user == ROOT || self.equals(user);
                    }
                }
            }
        } catch (IOException | UnsupportedOperationException e) {
            // no list: nothing tells
        }
        return false;
    }

    /** The user of the socket of a line, if it is at this address and port; -1 otherwise. */
    static int user(String line, byte[] address, int port) {
        String[] words = line.strip().split("\\s+", -1);
        if (words.length <= UID
                || !words[LOCAL].equals(text(address, port)) && !words[LOCAL].equals(text(mapped(address), port))) {
            return -1;
        }
        return Integer.parseInt(words[UID]);
    }

    private static byte[] mapped(byte[] address) {
        if (address.length != Integer.BYTES) {
            return address;
        }
        return ByteBuffer.allocate(16)
                .putLong(0)
                .putShort((short) 0)
                .putShort((short) -1)
                .put(address)
                .array();
    }

    private static String text(byte[] address, int port) {
        ByteBuffer words = ByteBuffer.wrap(address).order(ByteOrder.nativeOrder());
        StringBuilder text = new StringBuilder();
        while (words.hasRemaining()) {
            text.append("%08X".formatted(words.getInt()));
        }
        return text.append(":%04X".formatted(port)).toString();
    }
}
