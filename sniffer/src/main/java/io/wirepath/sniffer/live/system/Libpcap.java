package io.wirepath.sniffer.live.system;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.Objects;
import jnr.ffi.LibraryLoader;
import jnr.ffi.Pointer;
import jnr.ffi.annotations.In;
import jnr.ffi.annotations.Out;
import org.jspecify.annotations.Nullable;

/**
 * The functions of libpcap that are called. Addresses are longs where a call is made for every frame. Public only because
 * jnr-ffi implements it from outside.
 */
@SuppressWarnings("checkstyle:MethodName") // the names of libpcap
public interface Libpcap {

    Pointer pcap_create(String device, @Out ByteBuffer error);

    int pcap_set_snaplen(Pointer capture, int bytes);

    int pcap_set_promisc(Pointer capture, int on);

    int pcap_set_timeout(Pointer capture, int millis);

    int pcap_set_buffer_size(Pointer capture, int bytes);

    int pcap_set_tstamp_precision(Pointer capture, int precision);

    int pcap_set_tstamp_type(Pointer capture, int type);

    int pcap_activate(Pointer capture);

    int pcap_setnonblock(Pointer capture, int on, @Out ByteBuffer error);

    int pcap_setdirection(Pointer capture, int direction);

    int pcap_datalink(Pointer capture);

    int pcap_get_selectable_fd(Pointer capture);

    int pcap_get_tstamp_precision(Pointer capture);

    int pcap_next_ex(long capture, long header, long bytes);

    int pcap_stats(Pointer capture, @Out ByteBuffer statistics);

    int pcap_compile(Pointer capture, @Out ByteBuffer program, String expression, int optimise, int netmask);

    int pcap_setfilter(Pointer capture, @In ByteBuffer program);

    void pcap_freecode(@In ByteBuffer program);

    Pointer pcap_open_dead(int linkType, int snaplen);

    String pcap_geterr(Pointer capture);

    String pcap_statustostr(int status);

    void pcap_close(Pointer capture);

    String pcap_lib_version();

    /** Binds the library when it is first asked for. */
    final class Holder {

        /** Names under which systems have it; the second is Debian's without its development package. */
        private static final List<String> NAMES = List.of("pcap", "libpcap.so.0.8", "libpcap.so.1");

        static final @Nullable Libpcap LIBRARY = load();

        private Holder() {}

        private static @Nullable Libpcap load() {
            return NAMES.stream()
                    .map(Holder::load)
                    .filter(Objects::nonNull)
                    .findFirst()
                    .orElse(null);
        }

        private static @Nullable Libpcap load(String name) {
            try {
                return LibraryLoader.create(Libpcap.class).failImmediately().load(name);
            } catch (UnsatisfiedLinkError e) {
                return null;
            }
        }
    }
}
