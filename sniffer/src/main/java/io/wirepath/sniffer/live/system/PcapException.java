package io.wirepath.sniffer.live.system;

import java.io.IOException;
import org.pcap4j.core.PcapNativeException;

/** libpcap could not do something; the message is its own. */
public final class PcapException extends IOException {

    private static final long serialVersionUID = 1L;

    /** PCAP_ERROR_ numbers of pcap.h. */
    private static final int NO_SUCH_DEVICE = -5;

    private static final int PERMISSION_DENIED = -8;
    private static final int NOT_UP = -9;
    private static final int PROMISCUOUS_PERMISSION_DENIED = -11;

    private final int status;

    PcapException(String message, Throwable cause) {
        super(message, cause);
        Integer code = cause instanceof PcapNativeException own ? own.getReturnCode() : null;
        status = code == null ? 0 : code;
    }

    static PcapException of(Exception cause) {
        return new PcapException(String.valueOf(cause.getMessage()), cause);
    }

    /** Whether a privilege is missing. */
    public boolean isMissingPermission() {
        return status == PERMISSION_DENIED || status == PROMISCUOUS_PERMISSION_DENIED;
    }

    /** Whether there is no such interface. */
    public boolean isMissingInterface() {
        return status == NO_SUCH_DEVICE;
    }

    /** Whether the interface is down. */
    public boolean isDown() {
        return status == NOT_UP;
    }
}
