package io.wirepath.appliance.systemd;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Whose process is at the other end of a connection on the loopback: the kernel's list of sockets tells the user of
 * each. A line of {@code /proc/net/tcp} and {@code tcp6}:
 *
 * <pre>
 *  sl  local_address rem_address   st tx_queue:rx_queue tr:tm->when retrnsmt   uid  ...
 *   0: 0100007F:9C40 0100007F:1C03 01 00000000:00000000 00:00000000 00000000  1000
 * </pre>
 *
 * Addresses are words of four bytes in the machine's order. Thread-safe.
 */
public final class LocalPeers {

    private static final Path USERS = Path.of("/etc/passwd");
    private static final Pattern NUMBER = Pattern.compile("[0-9]{1,9}");
    private static final int LOCAL = 1;
    private static final int UID = 7;
    private static final int ROOT = 0;
    private static final List<Path> LISTS = List.of(Path.of("/proc/self/net/tcp"), Path.of("/proc/self/net/tcp6"));

    private LocalPeers() {}

    /**
     * Whether the other end, which has this address, is a process of this user, of root, or of one of these others.
     * Says no where nothing tells.
     *
     * @param others numbers of users
     */
    public static boolean isOf(InetSocketAddress other, Set<Integer> others) {
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
                        return user == ROOT || self.equals(user) || others.contains(user);
                    }
                }
            }
        } catch (IOException | UnsupportedOperationException e) {
            // no list: nothing tells
        }
        return false;
    }

    /** The numbers of users that are named, or written as numbers; of those that this machine knows. */
    public static Set<Integer> users(List<String> named) {
        Set<Integer> numbers = new HashSet<>();
        named.stream()
                .filter(name -> NUMBER.matcher(name).matches())
                .map(Integer::valueOf)
                .forEach(numbers::add);
        if (!named.isEmpty() && Files.isReadable(USERS)) {
            try {
                numbers.addAll(users(named, Files.readAllLines(USERS)));
            } catch (IOException e) {
                // then numbers alone are known
            }
        }
        return numbers;
    }

    /** Those that these lines know, each of the form {@code name:x:number:…}. */
    static Set<Integer> users(List<String> named, List<String> lines) {
        Set<Integer> numbers = new HashSet<>();
        for (String line : lines) {
            String[] fields = line.split(":", -1);
            if (fields.length > 2
                    && named.contains(fields[0])
                    && NUMBER.matcher(fields[2]).matches()) {
                numbers.add(Integer.valueOf(fields[2]));
            }
        }
        return numbers;
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
