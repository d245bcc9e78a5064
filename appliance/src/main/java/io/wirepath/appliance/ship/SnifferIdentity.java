package io.wirepath.appliance.ship;

import io.grpc.Context;
import io.grpc.Contexts;
import io.grpc.Grpc;
import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerInterceptor;
import io.wirepath.appliance.systemd.LocalPeers;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.security.cert.Certificate;
import java.security.cert.CertificateParsingException;
import java.security.cert.X509Certificate;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import javax.naming.InvalidNameException;
import javax.naming.ldap.LdapName;
import javax.naming.ldap.Rdn;
import javax.net.ssl.SSLPeerUnverifiedException;
import javax.net.ssl.SSLSession;
import org.jspecify.annotations.Nullable;

/**
 * Who a stream comes from, and as which sniffer it may write. With TLS the certificate says: a sniffer's name is one of
 * its DNS names (subject alternative name, RFC 6125 §6.4) or the first label of one, its common name, or mapped to one
 * of these by the configuration. Without TLS, which is on the loopback only, it is a process of this user, of root, or
 * of a user that the configuration names.
 *
 * <p>Thread-safe.
 */
final class SnifferIdentity implements ServerInterceptor {

    private static final Context.Key<SnifferIdentity.Peer> PEER = Context.key("wirepath-peer");
    private static final int DNS_NAME = 2;
    private static final String COMMON_NAME = "CN";

    private final Map<String, String> mapped;
    private final Set<Integer> users;

    /**
     * Knows sniffers.
     *
     * @param mapped names of certificates, by the name of the sniffer
     * @param users numbers of further users of this machine whose sniffers are received without TLS
     */
    SnifferIdentity(Map<String, String> mapped, Set<Integer> users) {
        this.mapped = Map.copyOf(mapped);
        this.users = Set.copyOf(users);
    }

    /** Who a stream comes from: names of a certificate, or a process of this machine. */
    record Peer(
            @Nullable SocketAddress remote,
            boolean withCertificate,
            Set<String> names,
            boolean isThisUser,
            Map<String, String> mapped) {

        /** Why it may not write as this sniffer; null where it may. */
        @Nullable
        String refusal(String sniffer) {
            if (!withCertificate) {
                return isThisUser
                        ? null
                        : "without TLS, sniffers of this user, of root and of receive.users are received alone;"
                                + " name its user"
                                + " there, or give both sides certificates";
            }
            String name = mapped.getOrDefault(sniffer, sniffer);
            return names.contains(name)
                    ? null
                    : "the certificate is of " + String.join(", ", names) + " and may not write as " + sniffer
                            + "; start the sniffer with --name "
                            + (names.isEmpty()
                                    ? "of its certificate"
                                    : names.iterator().next())
                            + ", or map the name in receive.names";
        }
    }

    /** Who calls; of a call that this has let through. */
    static Peer caller() {
        return PEER.get();
    }

    @Override
    public <Q, R> ServerCall.Listener<Q> interceptCall(
            ServerCall<Q, R> call, Metadata headers, ServerCallHandler<Q, R> next) {
        return Contexts.interceptCall(Context.current().withValue(PEER, peer(call)), call, headers, next);
    }

    private Peer peer(ServerCall<?, ?> call) {
        SSLSession session = call.getAttributes().get(Grpc.TRANSPORT_ATTR_SSL_SESSION);
        SocketAddress address = call.getAttributes().get(Grpc.TRANSPORT_ATTR_REMOTE_ADDR);
        if (session == null) {
            boolean ours = address instanceof InetSocketAddress internet && LocalPeers.isOf(internet, users);
            return new Peer(address, false, Set.of(), ours, mapped);
        }
        try {
            return new Peer(address, true, names(session.getPeerCertificates()), false, mapped);
        } catch (SSLPeerUnverifiedException e) {
            return new Peer(address, true, Set.of(), false, mapped);
        }
    }

    /** The names of the first certificate of a chain. */
    static Set<String> names(Certificate... chain) {
        Set<String> names = new TreeSet<>();
        if (chain.length == 0 || !(chain[0] instanceof X509Certificate leaf)) {
            return names;
        }
        try {
            Collection<List<?>> alternatives = leaf.getSubjectAlternativeNames();
            if (alternatives != null) {
                for (List<?> each : alternatives) {
                    if (each.get(0).equals(DNS_NAME)) {
                        String name = (String) each.get(1);
                        names.add(name);
                        names.add(name.substring(0, (name + '.').indexOf('.')));
                    }
                }
            }
            for (Rdn part : new LdapName(leaf.getSubjectX500Principal().getName()).getRdns()) {
                if (part.getType().equalsIgnoreCase(COMMON_NAME)) {
                    names.add(String.valueOf(part.getValue()));
                }
            }
        } catch (CertificateParsingException | InvalidNameException e) {
            // what cannot be read names nobody
        }
        return names;
    }
}
