package io.wirepath.report.sum;

import io.wirepath.analyze.delay.DelayDistribution;
import io.wirepath.analyze.delay.KeptForm;
import io.wirepath.analyze.row.EdgeRow;
import io.wirepath.analyze.traffic.TrafficMap;
import io.wirepath.causes.MessageTable;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Who sends to whom in a window, those first that send most messages, then by name. Numbers stand in columns, and
 * delays apart by {@value #CHUNK} edges, so that who asks for the first of very many reads little.
 *
 * @param from name of the sender
 * @param to name of the receiver
 * @param numbers of each edge messages, bytes, calls, unanswered, failed, notOpened
 */
record KeptEdges(String[] from, String[] to, long[] numbers) implements KeptForm.Itself {

    /** The order of edges wherever some of them are told. */
    static final Comparator<EdgeRow> ORDER = Comparator.comparingLong(
                    (EdgeRow row) -> -row.of().messages())
            .thenComparing(EdgeRow::from)
            .thenComparing(EdgeRow::to);

    /** Edges whose delays are read at once. */
    static final int CHUNK = 1024;

    private static final int NUMBERS = 6;

    private KeptEdges(int size) {
        this(new String[size], new String[size], new long[NUMBERS * size]);
    }

    /** Of rows in {@link #ORDER}. */
    static KeptEdges of(List<EdgeRow> rows) {
        KeptEdges edges = new KeptEdges(rows.size());
        for (int i = 0; i < rows.size(); i++) {
            EdgeRow row = rows.get(i);
            edges.from[i] = row.from();
            edges.to[i] = row.to();
            edges.numbers[NUMBERS * i] = row.of().messages();
            edges.numbers[NUMBERS * i + 1] = row.of().bytes();
            edges.numbers[NUMBERS * i + 2] = row.of().calls();
            edges.numbers[NUMBERS * i + 3] = row.of().unanswered();
            edges.numbers[NUMBERS * i + 4] = row.of().failed();
            edges.numbers[NUMBERS * i + 5] = row.of().notOpened();
        }
        return edges;
    }

    @Override
    public KeptEdges keep(KeptForm form) {
        int size = form.size(from.length);
        KeptEdges kept = form.isRead() ? new KeptEdges(size) : this;
        for (int i = 0; i < size; i++) {
            kept.from[i] = form.text(form.isRead() ? "" : from[i]);
            kept.to[i] = form.text(form.isRead() ? "" : to[i]);
        }
        for (int i = 0; i < NUMBERS * size; i++) {
            kept.numbers[i] = form.whole(kept.numbers[i]);
        }
        return kept;
    }

    int size() {
        return from.length;
    }

    /** The row in this place, its delay aside. */
    EdgeRow row(int place, DelayDistribution delay) {
        int at = NUMBERS * place;
        return new EdgeRow(
                from[place],
                to[place],
                new TrafficMap.Edge(
                        MessageTable.NONE,
                        MessageTable.NONE,
                        numbers[at],
                        numbers[at + 1],
                        numbers[at + 2],
                        numbers[at + 3],
                        numbers[at + 4],
                        numbers[at + 5],
                        delay));
    }

    /** How many chunks of delays there are. */
    int chunks() {
        return (size() + CHUNK - 1) / CHUNK;
    }

    /** The places of a chunk. */
    IntStream chunk(int number) {
        return IntStream.range(number * CHUNK, Math.min(size(), (number + 1) * CHUNK));
    }
}
