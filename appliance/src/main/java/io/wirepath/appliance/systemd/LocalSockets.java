package io.wirepath.appliance.systemd;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import jnr.constants.platform.Errno;
import jnr.ffi.LibraryLoader;
import jnr.ffi.Pointer;
import jnr.ffi.Runtime;
import jnr.ffi.annotations.In;

/**
 * Datagram sockets of the local machine (unix(7)), which Java has not. Linux alone.
 *
 * <pre>
 *   0      2
 *  +------+------------------------------+
 *  |family| path, at most 108 bytes      |   a path that begins with NUL is a name in no directory (abstract)
 *  +------+------------------------------+
 * </pre>
 */
final class LocalSockets {

    private static final int AF_UNIX = 1;
    private static final int SOCK_DGRAM = 2;
    private static final int SOCK_CLOEXEC = 0x80000;
    private static final int MSG_NOSIGNAL = 0x4000;
    private static final int PATH_OFFSET = 2;
    private static final int PATH_BYTES = 108;

    private static final CLibrary C = LibraryLoader.create(CLibrary.class).load("c");
    private static final Runtime RUNTIME = Runtime.getRuntime(C);

    private LocalSockets() {}

    /** The calls used of the C library. */
    public interface CLibrary {
        int socket(int domain, int type, int protocol);

        long sendto(int descriptor, @In Pointer bytes, long length, int flags, @In Pointer address, int addressLength);

        int close(int descriptor);
    }

    /**
     * Sends one datagram.
     *
     * @param path of the receiver; one that begins with {@code @} is abstract
     * @throws IOException when nobody receives there
     */
    static void send(String path, String text) throws IOException {
        Pointer address = address(path);
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        Pointer content = Pointer.wrap(RUNTIME, direct(bytes));
        int socket = open();
        try {
            long sent = C.sendto(socket, content, bytes.length, MSG_NOSIGNAL, address, (int) address.size());
            if (sent != bytes.length) {
                throw failure(path);
            }
        } finally {
            C.close(socket);
        }
    }

    private static int open() throws IOException {
        int socket = C.socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
        if (socket < 0) {
            throw failure("a local socket");
        }
        return socket;
    }

    /** The address of a path. */
    static Pointer address(String path) throws IOException {
        byte[] name = path.getBytes(StandardCharsets.UTF_8);
        if (name.length == 0 || name.length >= PATH_BYTES) {
            throw new IOException(
                    "'" + path + "' is not a socket path: it must have 1 to " + (PATH_BYTES - 1) + " bytes");
        }
        boolean isAbstract = name[0] == '@';
        // a name ends where its length says, a path with a NUL
        ByteBuffer address = ByteBuffer.allocateDirect(PATH_OFFSET + name.length + (isAbstract ? 0 : 1))
                .order(ByteOrder.nativeOrder());
        address.putShort((short) AF_UNIX).put(name);
        if (isAbstract) {
            address.put(PATH_OFFSET, (byte) 0);
        }
        return Pointer.wrap(RUNTIME, address.rewind());
    }

    private static ByteBuffer direct(byte[] bytes) {
        return ByteBuffer.allocateDirect(Math.max(1, bytes.length)).put(bytes).rewind();
    }

    private static IOException failure(String what) {
        return new IOException(
                what + ": " + Errno.valueOf(RUNTIME.getLastError()).description());
    }
}
