package io.wirepath.flows;

/**
 * Numbers of the transport protocols that are followed.
 *
 * @see <a href="https://www.iana.org/assignments/protocol-numbers">Assigned Internet Protocol Numbers</a>
 */
public final class IpProtocol {

    /** RFC 9293. */
    public static final int TCP = 6;

    /** RFC 768. */
    public static final int UDP = 17;

    private IpProtocol() {}
}
