package io.wirepath.flows.message.framer;

import io.wirepath.flows.Protocol;
import java.nio.ByteBuffer;
import java.util.List;

/** A protocol whose datagrams say by themselves what they are, who asks, and what an answer answers. Stateless. */
public interface DatagramFormat {

    /** In the order in which a datagram is held against them. */
    List<DatagramFormat> ALL = List.of(new NtpHeader(), new RadiusHeader(), new KerberosFormat(), new OncRpcFormat());

    /** Whose datagrams they are. */
    Protocol protocol();

    /**
     * Reads a datagram, if it is one of this protocol: fills in role, key, outcome, and as {@link Piece#delivery} what
     * a question that is asked again brings again, where its key alone does not say so.
     *
     * @param length bytes that are there
     * @param cut bytes that the capture cut off behind them
     */
    boolean tell(ByteBuffer bytes, int offset, int length, int cut, Piece piece);
}
