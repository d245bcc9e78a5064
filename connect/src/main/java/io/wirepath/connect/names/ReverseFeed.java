package io.wirepath.connect.names;

import io.wirepath.causes.TimeSpan;
import io.wirepath.imports.names.AddressNameSink;
import io.wirepath.imports.names.NameList;
import io.wirepath.imports.names.NameSource;
import io.wirepath.pipeline.Failure;
import java.io.IOException;
import java.net.InetAddress;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Iterator;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.xbill.DNS.DClass;
import org.xbill.DNS.ExtendedResolver;
import org.xbill.DNS.Message;
import org.xbill.DNS.PTRRecord;
import org.xbill.DNS.Rcode;
import org.xbill.DNS.Record;
import org.xbill.DNS.Resolver;
import org.xbill.DNS.ReverseMap;
import org.xbill.DNS.Section;
import org.xbill.DNS.SimpleResolver;
import org.xbill.DNS.Type;

/** The PTR records of each address of a prefix, some questions at a time; each hour. */
record ReverseFeed(DnsNames.Server server, String source, Prefix prefix) implements NameSource.Feed {

    private static final int AT_A_TIME = 32;
    private static final Duration PATIENCE = Duration.ofSeconds(5);

    /** Of thousands of datagrams some are lost. */
    private static final int ATTEMPTS = 3;

    private static final long PAUSE_NANOS = TimeUnit.HOURS.toNanos(1);

    private record Question(InetAddress address, CompletableFuture<Message> answer) {}

    @Override
    public long ask(AddressNameSink to) throws IOException {
        SimpleResolver once = new SimpleResolver(server.host());
        once.setPort(server.port());
        once.setTSIGKey(server.key());
        once.setTimeout(PATIENCE);
        ExtendedResolver resolver = new ExtendedResolver(new Resolver[] {once});
        resolver.setRetries(ATTEMPTS);
        resolver.setTimeout(PATIENCE.multipliedBy(ATTEMPTS));
        AddressNameSink known = NameList.known(to);
        ArrayDeque<Question> open = new ArrayDeque<>();
        Iterator<InetAddress> addresses = prefix.addresses().iterator();
        while (addresses.hasNext() || !open.isEmpty()) {
            if (addresses.hasNext() && open.size() < AT_A_TIME) {
                InetAddress address = addresses.next();
                Record question = Record.newRecord(ReverseMap.fromAddress(address), Type.PTR, DClass.IN);
                open.addLast(new Question(
                        address, resolver.sendAsync(Message.newQuery(question)).toCompletableFuture()));
            } else {
                answer(open.removeFirst(), known);
            }
        }
        return PAUSE_NANOS;
    }

    private static void answer(Question question, AddressNameSink to) throws IOException {
        Message answer;
        try {
            answer = question.answer.get();
        } catch (ExecutionException e) {
            throw new IOException("does not answer: " + Failure.firstReason(e), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("stopped", e);
        }
        int code = answer.getRcode();
        if (code != Rcode.NOERROR && code != Rcode.NXDOMAIN) {
            throw new IOException("answers " + Rcode.string(code));
        }
        for (Record record : answer.getSection(Section.ANSWER)) {
            if (record instanceof PTRRecord pointer) {
                String name = pointer.getTarget().toString(true);
                to.onName(question.address.getHostAddress(), name, TimeSpan.ALWAYS);
                return; // one name: the first
            }
        }
    }
}
