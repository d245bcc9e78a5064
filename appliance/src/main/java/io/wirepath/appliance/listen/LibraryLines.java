package io.wirepath.appliance.listen;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.Configurator;
import ch.qos.logback.classic.spi.ConfiguratorRank;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.IThrowableProxy;
import ch.qos.logback.core.ConsoleAppender;
import ch.qos.logback.core.LayoutBase;
import ch.qos.logback.core.encoder.LayoutWrappingEncoder;
import ch.qos.logback.core.joran.spi.ConsoleTarget;
import ch.qos.logback.core.spi.ContextAwareBase;
import ch.qos.logback.core.status.NopStatusListener;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Has what libraries log by SLF4J (Chronicle, Jetty and pcap4j do) written to standard error, from a warning up:
 * standard output belongs to results. Logback finds it as a service; a file for its parser would cost each start a
 * thousand classes.
 */
@ConfiguratorRank(ConfiguratorRank.CUSTOM_TOP_PRIORITY)
public final class LibraryLines extends ContextAwareBase implements Configurator {

    /** Made by logback. */
    public LibraryLines() {}

    /** Gets it ready; libraries that come first in two threads at once would be told off by SLF4J. */
    static void begin() {
        LoggerFactory.getILoggerFactory();
    }

    @Override
    public ExecutionStatus configure(LoggerContext context) {
        context.getStatusManager().add(new NopStatusListener());
        LayoutWrappingEncoder<ILoggingEvent> encoder = new LayoutWrappingEncoder<>();
        encoder.setContext(context);
        encoder.setLayout(new Lines());
        ConsoleAppender<ILoggingEvent> appender = new ConsoleAppender<>();
        appender.setContext(context);
        appender.setTarget(ConsoleTarget.SystemErr.getName());
        appender.setEncoder(encoder);
        appender.start();
        // it would say a line for each request that is too long
        // what it says of a request is that a client left before its answer; faults of ours are told by HttpService
        context.getLogger("io.javalin").setLevel(Level.OFF);
        // what is wrong with a request is told to who sent it
        context.getLogger("org.eclipse.jetty.http.HttpParser").setLevel(Level.ERROR);
        ch.qos.logback.classic.Logger root = context.getLogger(Logger.ROOT_LOGGER_NAME);
        root.setLevel(Level.WARN);
        root.addAppender(appender);
        return ExecutionStatus.DO_NOT_INVOKE_NEXT_IF_ANY;
    }

    /**
     * Time, level, class, what it says, and what was thrown: a line, whatever stack trace comes with it, within a
     * {@link LogBudget}. A pattern of logback's would cost each start 160 classes.
     */
    static final class Lines extends LayoutBase<ILoggingEvent> {

        private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("HH:mm:ss.SSS");

        private final LogBudget budget = new LogBudget(System::nanoTime);

        @Override
        public String doLayout(ILoggingEvent said) {
            String name = said.getLoggerName();
            IThrowableProxy thrown = said.getThrowableProxy();
            String cause = thrown == null ? "" : " (" + thrown.getClassName() + ": " + thrown.getMessage() + ")";
            return budget.admit(said.getFormattedMessage() + cause)
                    .map(text -> "%s %-5s %s: %s%n"
                            .formatted(
                                    TIME.format(LocalTime.ofInstant(said.getInstant(), ZoneId.systemDefault())),
                                    said.getLevel(),
                                    name.substring(name.lastIndexOf('.') + 1),
                                    text))
                    .orElse("");
        }
    }
}
