package io.wirepath.causes.joint.evidence;

import io.wirepath.causes.MessageTable;
import io.wirepath.causes.columns.ColumnPacker;
import io.wirepath.causes.columns.ColumnUnpacker;
import io.wirepath.causes.linking.OwnerLinks;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What evidence about one node looks at, of the messages behind its tasks and its calls. Immutable by convention.
 *
 * @param tasks of each task
 * @param calls of each call
 * @param content what messages share, or null where that is no evidence
 */
public record EvidenceTable(
        Side tasks, Side calls, @Nullable SharedContent content) {

    /**
     * The columns of tasks, or of calls.
     *
     * @param bytes length of each request
     * @param answerBytes length of each response, or {@link MessageTable#NIL} where there is none
     * @param connection number of the connection of each request
     * @param row row of each request in the shared content
     * @param answerRow row of each response there, or {@link MessageTable#NONE}
     */
    public record Side(long[] bytes, long[] answerBytes, int[] connection, int[] row, int[] answerRow) {

        private static final int[] NO_ROWS = {};

        static Side of(MessageTable messages, int[] requests) {
            int[] answers = Arrays.stream(requests)
                    .map(row -> OwnerLinks.answer(messages, row))
                    .toArray();
            return new Side(
                    bytes(messages, requests),
                    bytes(messages, answers),
                    Arrays.stream(requests).map(messages::connection).toArray(),
                    requests,
                    answers);
        }

        void write(ColumnPacker to) {
            to.putLongs(bytes);
            to.putLongs(answerBytes);
            to.putInts(connection);
        }

        static Side read(ColumnUnpacker from) {
            return new Side(from.getLongs(), from.getLongs(), from.getInts(), NO_ROWS, NO_ROWS);
        }

        Side withRows(int[] requests, int[] answers) {
            return new Side(bytes, answerBytes, connection, requests, answers);
        }

        private static long[] bytes(MessageTable messages, int[] rows) {
            return Arrays.stream(rows)
                    .mapToLong(row -> row == MessageTable.NONE ? MessageTable.NIL : messages.lengthBytes(row))
                    .toArray();
        }
    }

    /**
     * Looks the messages up.
     *
     * @param taskRequest row of the request of each task
     * @param callRequest row of the request of each call
     */
    public static EvidenceTable of(
            MessageTable messages, int[] taskRequest, int[] callRequest, @Nullable SharedContent content) {
        return new EvidenceTable(Side.of(messages, taskRequest), Side.of(messages, callRequest), content);
    }

    /** Writes what {@link #read} reads: of the shared content what concerns these messages. */
    public void write(ColumnPacker to) {
        tasks.write(to);
        calls.write(to);
        to.putInt(content == null ? 0 : 1);
        if (content != null) {
            for (Side side : List.of(tasks, calls)) {
                content.write(side.row, to);
                content.write(side.answerRow, to);
            }
        }
    }

    /**
     * Reads a table.
     *
     * @throws IllegalArgumentException where the bytes end too early
     */
    public static EvidenceTable read(ColumnUnpacker from) {
        Side tasks = Side.read(from);
        Side calls = Side.read(from);
        if (from.getInt() == 0) {
            return new EvidenceTable(tasks, calls, null);
        }
        SharedContent.Selection content = new SharedContent.Selection();
        Side itsTasks = tasks.withRows(content.read(from), content.read(from));
        Side itsCalls = calls.withRows(content.read(from), content.read(from));
        return new EvidenceTable(itsTasks, itsCalls, content.build());
    }
}
