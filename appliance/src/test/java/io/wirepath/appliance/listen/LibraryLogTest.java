package io.wirepath.appliance.listen;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.logging.Level;
import java.util.logging.LogManager;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class LibraryLogTest {

    @AfterEach
    void asItWas() throws IOException {
        LogManager.getLogManager().readConfiguration();
    }

    @Test
    void aWarningIsALineAndAConnectionThatWasCutIsNone() {
        List<String> lines = new ArrayList<>();
        LibraryLog.routeTo(lines::add);
        Logger library = Logger.getLogger("io.grpc.netty.Transport");
        library.log(Level.INFO, "Transport failed", new IOException("Connection reset by peer"));
        library.log(Level.WARNING, "Cannot {0}\nat all", "listen");
        library.log(Level.SEVERE, "It failed", new IOException("two\nlines"));
        assertEquals(
                List.of("Transport: Cannot listen at all", "Transport: It failed (java.io.IOException: two lines)"),
                lines);
    }
}
