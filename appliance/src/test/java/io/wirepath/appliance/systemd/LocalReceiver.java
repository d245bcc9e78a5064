package io.wirepath.appliance.systemd;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import jnr.ffi.LibraryLoader;
import jnr.ffi.Pointer;
import jnr.ffi.Runtime;
import jnr.ffi.annotations.In;
import jnr.ffi.annotations.Out;

/** Receives what {@link LocalSockets} sends, as the service manager and the log of the system do. */
final class LocalReceiver {

    private static final int AF_UNIX = 1;
    private static final int SOCK_DGRAM = 2;
    private static final CLibrary C = LibraryLoader.create(CLibrary.class).load("c");

    private LocalReceiver() {}

    /** The calls used of the C library. */
    public interface CLibrary {
        int socket(int domain, int type, int protocol);

        int bind(int descriptor, @In Pointer address, int length);

        long recv(int descriptor, @Out Pointer bytes, long length, int flags);

        int close(int descriptor);
    }

    /**
     * A socket that receives at this path.
     *
     * @return its descriptor, for {@link #receive} and {@link #close}
     */
    static int bind(String path) throws IOException {
        Pointer address = LocalSockets.address(path);
        int socket = C.socket(AF_UNIX, SOCK_DGRAM, 0);
        if (socket < 0 || C.bind(socket, address, (int) address.size()) != 0) {
            throw new IOException("nothing can be received at " + path);
        }
        return socket;
    }

    /** The next datagram; waits for it. */
    static String receive(int socket) throws IOException {
        ByteBuffer buffer = ByteBuffer.allocateDirect(4096);
        long length = C.recv(socket, Pointer.wrap(Runtime.getRuntime(C), buffer), buffer.capacity(), 0);
        if (length < 0) {
            throw new IOException("nothing can be received");
        }
        byte[] bytes = new byte[(int) length];
        buffer.get(bytes);
        return new String(bytes, StandardCharsets.UTF_8);
    }

    /** Gives a socket back. */
    static void close(int socket) {
        C.close(socket);
    }
}
