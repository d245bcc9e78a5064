package io.wirepath.sniffer.live.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import jnr.ffi.LibraryLoader;
import jnr.ffi.Pointer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LibCTest {

    private static final int READ = 1;
    private static final int PRIVATE = 2;

    /** Opens a file, which the program never does by libc. */
    public interface Opener {
        /** As open(2). */
        int open(String path, int flags);
    }

    @Test
    void theSixthArgumentOfACallArrives(@TempDir Path folder) throws IOException {
        assumeTrue(System.getProperty("os.name").equals("Linux"), "needs Linux");
        int page = 1 << 16;
        byte[] content = new byte[2 * page];
        Arrays.fill(content, page, 2 * page, (byte) 'B');
        Path file = Files.write(folder.resolve("pages"), content);
        int descriptor = LibraryLoader.create(Opener.class).load("c").open(file.toString(), 0);

        Pointer memory = LibC.INSTANCE.mmap(null, page, READ, PRIVATE, descriptor, page);

        assertTrue(memory.address() != -1, () -> "mmap failed with error " + LibC.lastError());
        assertEquals('B', memory.getByte(0), "the first byte of the second page");
        assertEquals(0, LibC.INSTANCE.munmap(memory, page));
        assertEquals(0, LibC.INSTANCE.close(descriptor));
    }

    @Test
    void theErrorOfACallIsKept() {
        assumeTrue(System.getProperty("os.name").equals("Linux"), "needs Linux");
        assertEquals(-1, LibC.INSTANCE.close(-1));
        assertEquals(9, LibC.lastError(), "EBADF");
    }
}
