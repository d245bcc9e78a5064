package io.wirepath.pipeline;

import io.wirepath.flows.SightingSink.NameOrigin;
import io.wirepath.merge.MessageCodec;
import io.wirepath.merge.MessageRecord;
import io.wirepath.merge.SnifferRecord;
import io.wirepath.merge.operation.OperationTemplates;
import io.wirepath.merge.result.MergeResult;
import io.wirepath.merge.store.MessageStore;
import io.wirepath.merge.store.StoreException;
import io.wirepath.merge.store.StoreReader;
import io.wirepath.merge.store.StoreVisitor;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Stores of one system, read as one: sniffers and connections of each are numbered behind those of the stores before
 * it. What the merges learnt is told of a single store alone. Not thread-safe.
 */
final class ManyStores implements MessageSource {

    private final List<Path> directories;
    private final List<String> notes = new ArrayList<>();

    /** What requests of all stores ask for, by the number that it gets here. */
    private final Map<String, Integer> templates = new LinkedHashMap<>();

    ManyStores(List<Path> directories) {
        this.directories = directories;
    }

    @Override
    public List<String> notes() {
        return notes;
    }

    /**
     * Reads all of them in order.
     *
     * @throws Failure when one has no host in common with those before it
     */
    @Override
    public void read(StoreVisitor to) throws StoreException {
        notes.clear();
        Set<Host> hosts = new HashSet<>();
        UniqueNames names = new UniqueNames();
        int sniffers = 0;
        long connections = 0;
        for (Path directory : directories) {
            Shifting shifting = new Shifting(to, names, directories.size() == 1, sniffers, connections, templates);
            try (StoreReader reader = MessageStore.open(directory)) {
                reader.read(shifting);
                reader.damage().ifPresent(notes::add);
                if (!reader.isComplete()) {
                    notes.add("The message store " + (directories.size() == 1 ? "" : directory + " ")
                            + "is not complete: it was cut, or its writer was stopped. The " + reader.messages()
                            + " messages before that are used.");
                }
            }
            refuseAnotherSystem(directory, hosts, shifting.hosts);
            hosts.addAll(shifting.hosts);
            sniffers = shifting.nextSniffer;
            connections = shifting.nextConnection;
        }
        if (directories.size() > 1) {
            notes.add(directories.size() + " stores were read as one. Clocks, translations and losses are those of"
                    + " each: 'wirepath clocks STORE' tells them. What two of them hold counts twice.");
        }
    }

    private void refuseAnotherSystem(Path directory, Set<Host> known, Set<Host> hosts) {
        if (!known.isEmpty() && !hosts.isEmpty() && hosts.stream().noneMatch(known::contains)) {
            throw new Failure(directory + ": has no host in common with " + directories.get(0)
                    + ", so they are stores of different systems; analyse each alone");
        }
    }

    /** Numbers of templates that a record holds. */
    private static final int MAX_TEMPLATES = 0xffff;

    private record Host(long high, long low) {}

    /** Hands on what one store holds, its numbers moved. */
    private static final class Shifting implements StoreVisitor {

        private final StoreVisitor to;
        private final UniqueNames names;
        private final boolean single;
        private final int sniffersBefore;
        private final long connectionsBefore;
        private final Map<String, Integer> templates;
        private final Map<Integer, Integer> numbers = new HashMap<>();
        private final Set<Host> hosts = new HashSet<>();
        private final ByteBuffer copy = ByteBuffer.allocate(MessageCodec.LENGTH).order(ByteOrder.LITTLE_ENDIAN);
        private final MessageRecord moved = new MessageRecord();
        private int nextSniffer;
        private long nextConnection;

        Shifting(
                StoreVisitor to,
                UniqueNames names,
                boolean single,
                int sniffersBefore,
                long connectionsBefore,
                Map<String, Integer> templates) {
            this.templates = templates;
            this.to = to;
            this.names = names;
            this.single = single;
            this.sniffersBefore = sniffersBefore;
            this.connectionsBefore = connectionsBefore;
            nextSniffer = sniffersBefore;
            nextConnection = connectionsBefore;
        }

        @Override
        public void onMessage(MessageRecord message) {
            if (single) {
                to.onMessage(message);
                return;
            }
            hosts.add(new Host(message.sourceHigh(), message.sourceLow()));
            hosts.add(new Host(message.destinationHigh(), message.destinationLow()));
            long connection = connectionsBefore + message.connection();
            nextConnection = Math.max(nextConnection, connection + 1);
            copy.put(0, message.bytes(), message.offset(), MessageCodec.LENGTH);
            copy.putLong(MessageCodec.CONNECTION_AT, connection);
            copy.putShort(MessageCodec.SENDER_SNIFFER_AT, sniffer(message.senderSniffer()));
            copy.putShort(MessageCodec.RECEIVER_SNIFFER_AT, sniffer(message.receiverSniffer()));
            int operation = message.operation();
            copy.putShort(
                    MessageCodec.OPERATION_AT,
                    numbers.getOrDefault(operation, OperationTemplates.OTHER).shortValue());
            to.onMessage(moved.wrap(copy, 0));
        }

        @Override
        public void onTemplate(int number, String template) {
            int known = templates.computeIfAbsent(template, unseen -> templates.size() + 1);
            if (!single && known <= MAX_TEMPLATES) {
                numbers.put(number, known);
            }
            to.onTemplate(single ? number : known, template);
        }

        private short sniffer(int number) {
            return (short) (number == MessageCodec.NO_SNIFFER ? number : sniffersBefore + number);
        }

        @Override
        public void onName(long addressHigh, long addressLow, String name, NameOrigin origin) {
            to.onName(addressHigh, addressLow, name, origin);
        }

        @Override
        public void onSniffer(SnifferRecord own) {
            nextSniffer = Math.max(nextSniffer, sniffersBefore + own.number() + 1);
            to.onSniffer(new SnifferRecord(
                    sniffersBefore + own.number(),
                    names.of(own.name()),
                    own.source(),
                    own.frames(),
                    own.firstNanos(),
                    own.lastNanos(),
                    own.damage(),
                    own.counters()));
        }

        @Override
        public void onResult(MergeResult result) {
            if (single) {
                to.onResult(result);
            }
        }

        @Override
        public void onNote(String note) {
            to.onNote(note);
        }
    }
}
