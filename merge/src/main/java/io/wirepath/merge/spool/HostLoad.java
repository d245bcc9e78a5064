package io.wirepath.merge.spool;

import io.wirepath.merge.log.LogDocument;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/**
 * One value of what a machine was busy with.
 *
 * @param name name of the series, such as {@code cpu.busy}; at most {@value #LONGEST_NAME} characters are kept
 * @param value its value
 */
public record HostLoad(String name, double value) {

    /** Values of one document, so that it is not longer than any may be. */
    private static final int MAX = 200;

    private static final int LONGEST_NAME = 60;

    static void put(ByteBuffer to, List<HostLoad> loads) {
        int count = Math.min(MAX, loads.size());
        to.putShort((short) count);
        for (HostLoad load : loads.subList(0, count)) {
            String name = load.name();
            LogDocument.putText(to, name.substring(0, Math.min(LONGEST_NAME, name.length())));
            to.putDouble(load.value());
        }
    }

    static List<HostLoad> take(ByteBuffer from) {
        int count = from.getShort() & 0xffff;
        List<HostLoad> loads = new ArrayList<>();
        for (int at = 0; at < count; at++) {
            loads.add(new HostLoad(LogDocument.takeText(from), from.getDouble()));
        }
        return loads;
    }
}
