package io.wirepath.appliance.listen;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.LoggingEvent;
import ch.qos.logback.core.ConsoleAppender;
import java.io.IOException;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

class LibraryLinesTest {

    @Test
    void librariesSayWarningsToStandardErrorAndNothingElse() {
        Logger library = LoggerFactory.getLogger("net.openhft.Library");
        assertTrue(library.isWarnEnabled());
        assertFalse(library.isInfoEnabled());
        assertFalse(LoggerFactory.getLogger("io.javalin.Javalin").isErrorEnabled(), "a client that leaves is no fault");
        assertFalse(
                LoggerFactory.getLogger("org.eclipse.jetty.http.HttpParser").isWarnEnabled(),
                "what is wrong with a request is told to who sent it");
        LoggerContext context = (LoggerContext) LoggerFactory.getILoggerFactory();
        var appenders = context.getLogger(Logger.ROOT_LOGGER_NAME).iteratorForAppenders();
        assertEquals("System.err", ((ConsoleAppender<?>) appenders.next()).getTarget());
        assertFalse(appenders.hasNext());
    }

    @Test
    void aLineTellsTimeLevelClassAndReason() {
        LoggingEvent said = new LoggingEvent();
        said.setInstant(Instant.now());
        said.setLevel(Level.WARN);
        said.setLoggerName("net.openhft.Library");
        said.setMessage("it is {}");
        said.setArgumentArray(new Object[] {"late"});
        String line = new LibraryLines.Lines().doLayout(said);
        assertTrue(line.matches("[0-9:]{8}\\.[0-9]{3} WARN  Library: it is late\\R"), line);
    }

    @Test
    void whatWasThrownIsTold() {
        LoggerContext context = new LoggerContext();
        LoggingEvent said = new LoggingEvent(
                "x", context.getLogger("a.B"), Level.ERROR, "failed", new IOException("no room"), new Object[0]);
        String lines = new LibraryLines.Lines().doLayout(said);
        assertTrue(lines.endsWith("ERROR B: failed (java.io.IOException: no room)\n"), lines);
        assertEquals(1, lines.lines().count(), "strangers bring such about: a stack trace is no line of the budget");
    }
}
