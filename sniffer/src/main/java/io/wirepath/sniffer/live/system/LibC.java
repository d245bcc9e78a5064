package io.wirepath.sniffer.live.system;

import java.nio.ByteBuffer;
import jnr.ffi.LastError;
import jnr.ffi.LibraryLoader;
import jnr.ffi.Pointer;
import jnr.ffi.Runtime;
import jnr.ffi.annotations.In;
import jnr.ffi.annotations.Out;
import jnr.ffi.types.size_t;
import org.jspecify.annotations.Nullable;

/**
 * The functions of libc that capturing needs. Buffers are direct. Public only because jnr-ffi implements it from
 * outside.
 *
 * <p>{@link #mmap} has a {@link Pointer} among its six arguments on purpose: calls of six primitive ones lose the last
 * in jnr-ffi's own stubs for x86-64. A test calls it with an offset.
 */
@SuppressWarnings("checkstyle:MethodName") // the names of libc
public interface LibC {

    /** The one instance; fails where there is no libc of this kind. */
    LibC INSTANCE = LibraryLoader.create(LibC.class).load("c");

    /** What jnr-ffi needs to know of the machine. */
    Runtime RUNTIME = Runtime.getRuntime(INSTANCE);

    int socket(int domain, int type, int protocol);

    int bind(int descriptor, @In ByteBuffer address, int lengthBytes);

    int close(int descriptor);

    int setsockopt(int descriptor, int level, int name, @In ByteBuffer value, int lengthBytes);

    int getsockopt(int descriptor, int level, int name, @Out ByteBuffer value, @In @Out ByteBuffer lengthBytes);

    int ioctl(int descriptor, long request, @In @Out ByteBuffer argument);

    int poll(@In @Out ByteBuffer descriptors, long count, int timeoutMillis);

    Pointer mmap(
            @Nullable Pointer address,
            @size_t long lengthBytes,
            int protection,
            int flags,
            int descriptor,
            @size_t long offset);

    int munmap(Pointer address, @size_t long lengthBytes);

    int if_nametoindex(String name);

    Pointer if_nameindex();

    void if_freenameindex(Pointer list);

    String strerror(int error);

    /** Error number of the last call in this thread. */
    static int lastError() {
        return LastError.getLastError(RUNTIME);
    }
}
