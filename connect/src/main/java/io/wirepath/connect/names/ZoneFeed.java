package io.wirepath.connect.names;

import io.wirepath.imports.names.AddressNameSink;
import io.wirepath.imports.names.NameList;
import io.wirepath.imports.names.NameSource;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.xbill.DNS.AAAARecord;
import org.xbill.DNS.ARecord;
import org.xbill.DNS.Name;
import org.xbill.DNS.PTRRecord;
import org.xbill.DNS.Record;
import org.xbill.DNS.SOARecord;
import org.xbill.DNS.ZoneTransferException;
import org.xbill.DNS.ZoneTransferIn;

/** A zone, transferred whole (RFC 5936), as often as its own refresh says. */
record ZoneFeed(DnsNames.Server server, String source, Name zone) implements NameSource.Feed {

    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final long MIN_PAUSE_SECONDS = 60;
    private static final long MAX_PAUSE_SECONDS = 3600;

    /** Of records that name something: an A and a PTR of each name. */
    private static final int MAX_RECORDS = 2 * NameSource.MAX_NAMES;

    private static final int MAX_CHARACTERS = 1 << 26;

    @Override
    public long ask(AddressNameSink to) throws IOException {
        Transfer transfer = new Transfer();
        InetSocketAddress address = new InetSocketAddress(server.host(), server.port());
        if (address.isUnresolved()) {
            throw new UnknownHostException(server.host());
        }
        ZoneTransferIn asked = ZoneTransferIn.newAXFR(zone, address, server.key());
        asked.setTimeout(PATIENCE);
        try {
            asked.run(transfer);
        } catch (ZoneTransferException e) {
            throw new IOException("the transfer is refused or broken (" + e.getMessage() + ")", e);
        }
        NameList.read(transfer.lines, to);
        return TimeUnit.SECONDS.toNanos(transfer.refresh);
    }

    /** The records that name something, as a zone file has them. */
    private static final class Transfer implements ZoneTransferIn.ZoneTransferHandler {

        private final List<String> lines = new ArrayList<>();
        private long refresh = MAX_PAUSE_SECONDS;
        private int characters;

        @Override
        public void startAXFR() {
            lines.clear();
            characters = 0;
        }

        @Override
        public void startIXFR() throws ZoneTransferException {
            throw new ZoneTransferException("changes came, where a whole zone was asked for");
        }

        @Override
        public void startIXFRDeletes(Record soa) {
            // never comes: see startIXFR
        }

        @Override
        public void startIXFRAdds(Record soa) {
            // never comes: see startIXFR
        }

        @Override
        public void handleRecord(Record record) throws ZoneTransferException {
            if (record instanceof SOARecord soa) {
                refresh = Math.max(MIN_PAUSE_SECONDS, Math.min(MAX_PAUSE_SECONDS, soa.getRefresh()));
            }
            if (record instanceof ARecord || record instanceof AAAARecord || record instanceof PTRRecord) {
                String line = record.toString();
                characters += line.length();
                if (lines.size() == MAX_RECORDS || characters > MAX_CHARACTERS) {
                    throw new ZoneTransferException("has more than " + MAX_RECORDS + " names, or 64 MiB of them");
                }
                lines.add(line);
            }
        }
    }
}
