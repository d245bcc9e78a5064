package io.wirepath.appliance.run;

import io.wirepath.analyze.MessageTable;
import io.wirepath.analyze.MessageTableBuilder;
import io.wirepath.analyze.NodeTable;
import io.wirepath.appliance.report.CaptureHealth;
import io.wirepath.appliance.report.MessageDetails;
import io.wirepath.flows.AddressText;
import io.wirepath.flows.SightingSink.NameOrigin;
import io.wirepath.merge.MessageCodec;
import io.wirepath.merge.MessageRecord;
import io.wirepath.merge.SnifferRecord;
import io.wirepath.merge.reconcile.MergeResult;
import io.wirepath.merge.store.MessageStore;
import io.wirepath.merge.store.StoreException;
import io.wirepath.merge.store.StoreReader;
import io.wirepath.merge.store.StoreVisitor;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.agrona.collections.Long2LongHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Reads a store twice: first names and where the sniffers stood, then the messages into columns. A time that nobody
 * stood near enough to see becomes nil (WAP5 §5.1, {@link Vantage}), unless that would leave a message without any.
 */
public final class MessageLoader {

    private final NodeNames names;
    private final Vantage vantage = new Vantage();
    private final List<CaptureHealth> inputs = new ArrayList<>();
    private final List<String> notes = new ArrayList<>();
    private @Nullable MergeResult merge;

    /** Uses these names besides those in the store. */
    public MessageLoader(NodeNames names) {
        this.names = names;
    }

    /** Loads the messages of the store in this directory. */
    public LoadedMessages load(Path directory) throws StoreException {
        try (StoreReader reader = MessageStore.open(directory)) {
            reader.read(new FirstPass());
            if (!reader.isComplete()) {
                notes.add("The message store is not complete: it was cut, or its writer was stopped. The "
                        + reader.messages() + " messages before that are used.");
            }
        }
        vantage.finish();
        SecondPass columns = new SecondPass(names.resolve());
        try (StoreReader reader = MessageStore.open(directory)) {
            reader.read(columns);
        }
        return new LoadedMessages(
                columns.builder.build(), columns.details, List.copyOf(inputs), List.copyOf(notes), merge);
    }

    private static CaptureHealth health(SnifferRecord sniffer) {
        return new CaptureHealth(
                sniffer.name(),
                sniffer.source(),
                sniffer.frames(),
                sniffer.firstNanos(),
                sniffer.lastNanos(),
                sniffer.damage(),
                sniffer.counters());
    }

    private final class FirstPass implements StoreVisitor {

        @Override
        public void onMessage(MessageRecord message) {
            vantage.count(message);
        }

        @Override
        public void onName(long addressHigh, long addressLow, String name, NameOrigin origin) {
            names.add(addressHigh, addressLow, name, origin);
        }

        @Override
        public void onSniffer(SnifferRecord sniffer) {
            inputs.add(health(sniffer));
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

    private final class SecondPass implements StoreVisitor {

        private record Address(long high, long low) {}

        private final NodeTable nodes = new NodeTable();
        private final MessageTableBuilder builder = new MessageTableBuilder(nodes);
        private final MessageDetails details = new MessageDetails();
        private final Map<Address, Integer> nodeOf = new HashMap<>();
        private final Long2LongHashMap connections = new Long2LongHashMap(MessageTable.NONE);
        private final Map<String, String> resolved;

        SecondPass(Map<String, String> resolved) {
            this.resolved = resolved;
        }

        @Override
        public void onMessage(MessageRecord message) {
            boolean sentSeen = vantage.isAt(message.sourceHigh(), message.sourceLow(), message.senderSniffer())
                    && message.sentNanos() != MessageCodec.NIL;
            boolean receivedSeen =
                    vantage.isAt(message.destinationHigh(), message.destinationLow(), message.receiverSniffer())
                            && message.receivedNanos() != MessageCodec.NIL;
            boolean neither = !sentSeen && !receivedSeen;
            boolean betweenTwo = sentSeen && receivedSeen && message.senderSniffer() != message.receiverSniffer();
            builder.add(
                    sentSeen || neither ? message.sentNanos() : MessageTable.NIL,
                    receivedSeen || neither ? message.receivedNanos() : MessageTable.NIL,
                    node(message.sourceHigh(), message.sourceLow()),
                    message.sourcePort(),
                    node(message.destinationHigh(), message.destinationLow()),
                    message.destinationPort(),
                    connection(message.connection()),
                    message.transport(),
                    message.role(),
                    message.protocol().ordinal(),
                    message.callId(),
                    message.lengthBytes(),
                    message.flags() | (betweenTwo ? MessageTable.FLAG_TWO_SNIFFERS : 0),
                    details.size());
            copyContent(message);
            details.add(message);
        }

        private void copyContent(MessageRecord message) {
            for (int i = 0; i < MessageTable.SIGNATURE_HASHES; i++) {
                builder.signature(i, message.signature(i));
            }
            for (int i = 0; i < MessageTable.TYPE_WORDS; i++) {
                builder.typeWord(i, message.typeWord(i));
            }
        }

        private int connection(long id) {
            long known = connections.get(id);
            if (known == MessageTable.NONE) {
                known = connections.size();
                connections.put(id, known);
            }
            return (int) known;
        }

        private int node(long high, long low) {
            return nodeOf.computeIfAbsent(new Address(high, low), key -> {
                String address = AddressText.of(high, low);
                return nodes.add(address, resolved.getOrDefault(address, address), vantage.isTraced(high, low));
            });
        }
    }
}
