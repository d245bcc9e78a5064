package io.wirepath.pipeline;

import io.wirepath.causes.TimeSpan;
import io.wirepath.causes.loading.AnalysisMemory;
import io.wirepath.causes.loading.MessageColumns;
import io.wirepath.causes.loading.Vantage;
import io.wirepath.flows.SightingSink.NameOrigin;
import io.wirepath.merge.MessageRecord;
import io.wirepath.merge.SnifferRecord;
import io.wirepath.merge.result.MergeResult;
import io.wirepath.merge.store.StoreException;
import io.wirepath.merge.store.StoreVisitor;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Reads messages twice: first names and where the sniffers stood, then the messages into columns. A time that nobody
 * stood near enough to see becomes nil (WAP5 §5.1, {@link Vantage}), unless that would leave a message without any.
 */
public final class MessageLoader {

    private static final String NO_OPERATIONS =
            "No operations are known: no request of HTTP or gRPC was read in clear text, or"
                    + " the store or spool was made without --operations.";

    private final NodeNames names;
    private final TimeSpan span;
    private final Vantage vantage = new Vantage();
    private final AnalysisMemory memory =
            AnalysisMemory.ofHeap(Runtime.getRuntime().maxMemory());
    private final List<SnifferRecord> inputs = new ArrayList<>();
    private final List<String> notes = new ArrayList<>();
    private final boolean withOperations;
    private boolean withDigests;
    private final Map<Integer, String> templates = new HashMap<>();
    private @Nullable MergeResult merge;
    private @Nullable CallSurroundings surroundings;
    private long firstNanos = Long.MAX_VALUE;
    private long lastNanos = Long.MIN_VALUE;

    /** Uses these names besides those in the store. */
    public MessageLoader(NodeNames names) {
        this(names, TimeSpan.ALWAYS);
    }

    /** The same, of messages of this time alone. */
    public MessageLoader(NodeNames names, TimeSpan span) {
        this(names, span, false);
    }

    /** The same, with what requests ask for where that is wanted. */
    public MessageLoader(NodeNames names, TimeSpan span, boolean withOperations) {
        this.withOperations = withOperations;
        this.names = names;
        this.span = span;
    }

    /** Has it load no more of the messages than are looked at for one call. */
    void around(CallSurroundings call) {
        surroundings = call;
    }

    /** Has the details hold the digests of messages. */
    void keepDigests() {
        withDigests = true;
    }

    /** Loads the messages of the store in this directory. */
    public LoadedMessages load(Path directory) throws StoreException {
        return load(List.of(directory));
    }

    /**
     * Loads the messages of stores of one system.
     *
     * @throws Failure when one has no host in common with those before it
     */
    public LoadedMessages load(List<Path> directories) throws StoreException {
        return load(new ManyStores(directories));
    }

    LoadedMessages load(MessageSource source) throws StoreException {
        source.read(new FirstPass());
        notes.addAll(source.notes());
        vantage.finish();
        MessageColumns columns = new MessageColumns(vantage, names.resolve(traffic()), memory);
        if (withDigests) {
            columns.details().keepDigests();
        }
        if (withOperations) {
            if (templates.isEmpty()) {
                notes.add(NO_OPERATIONS);
            }
            templates.forEach(columns::template);
        }
        source.read(message -> {
            if (holds(message) && (surroundings == null || surroundings.holds(message))) {
                columns.add(message);
            }
        });
        return new LoadedMessages(columns.build(), columns.details(), List.copyOf(inputs), List.copyOf(notes), merge);
    }

    private TimeSpan traffic() {
        return firstNanos > lastNanos ? TimeSpan.ALWAYS : new TimeSpan(firstNanos, lastNanos + 1);
    }

    private boolean holds(MessageRecord message) {
        return MessagesWithin.holds(span, message);
    }

    private final class FirstPass implements StoreVisitor {

        @Override
        public void onMessage(MessageRecord message) {
            vantage.count(message);
            if (holds(message)) {
                memory.count(message);
                if (surroundings != null) {
                    surroundings.count();
                }
                firstNanos = Math.min(firstNanos, MessagesWithin.nanos(message));
                lastNanos = Math.max(lastNanos, MessagesWithin.nanos(message));
            }
        }

        @Override
        public void onName(long addressHigh, long addressLow, String name, NameOrigin origin) {
            names.add(addressHigh, addressLow, name, origin);
        }

        @Override
        public void onTemplate(int number, String template) {
            templates.put(number, template);
        }

        @Override
        public void onSniffer(SnifferRecord sniffer) {
            inputs.add(sniffer);
        }

        @Override
        public void onResult(MergeResult result) {
            merge = result;
        }

        @Override
        public void onNote(String note) {
            notes.add(note);
        }
    }
}
