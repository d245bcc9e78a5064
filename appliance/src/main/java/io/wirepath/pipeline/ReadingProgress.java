package io.wirepath.pipeline;

import io.wirepath.sniffer.FrameSource;
import java.util.Timer;
import java.util.TimerTask;
import me.tongfei.progressbar.ConsoleProgressBarConsumer;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;
import org.jspecify.annotations.Nullable;

/** Shows how far a capture has been read, on standard error: bytes, packets per second, time left. */
final class ReadingProgress implements AutoCloseable {

    private static final int PERIOD_MILLIS = 200;
    private static final int WIDTH = 100;
    private static final long MEBIBYTE = 1 << 20;
    private static final double NANOS_PER_SECOND = 1e9;

    private final FrameSource source;
    private final @Nullable ProgressBar bar;
    private final @Nullable Timer timer;
    private final long startNanos = System.nanoTime();

    /** Shows the progress of this source on the console's error stream, if that is wanted. */
    ReadingProgress(FrameSource source, Console console, boolean wanted) {
        this.source = source;
        if (!wanted || !console.errIsTerminal()) {
            bar = null;
            timer = null;
            return;
        }
        bar = new ProgressBarBuilder()
                .setTaskName(source.sniffer())
                .setUnit(" MiB", MEBIBYTE)
                .setInitialMax(source.progress().bytesTotal())
                .setUpdateIntervalMillis(PERIOD_MILLIS)
                .setMaxRenderedLength(Math.min(TerminalWidth.columns() - 1, WIDTH))
                .setStyle(console.colour() ? ProgressBarStyle.COLORFUL_UNICODE_BLOCK : ProgressBarStyle.UNICODE_BLOCK)
                .clearDisplayOnFinish()
                .setConsumer(new ConsoleProgressBarConsumer(console.err()))
                .build();
        timer = new Timer("progress", true);
        timer.schedule(
                new TimerTask() {
                    @Override
                    public void run() {
                        show();
                    }
                },
                PERIOD_MILLIS,
                PERIOD_MILLIS);
    }

    private void show() {
        if (bar != null) {
            FrameSource.Progress progress = source.progress();
            double seconds = (System.nanoTime() - startNanos) / NANOS_PER_SECOND;
            bar.stepTo(progress.bytesRead());
            bar.setExtraMessage(
                    "%,d packets, %,.0f/s".formatted(progress.frames(), progress.frames() / Math.max(seconds, 0.001)));
        }
    }

    @Override
    public void close() {
        if (timer != null) {
            timer.cancel();
        }
        if (bar != null) {
            bar.close();
        }
    }
}
