package io.wirepath.sniffer.live.system;

import java.io.IOException;

/** libpcap could not do something; the message is its own. */
public final class PcapException extends IOException {

    private static final long serialVersionUID = 1L;

    private final int status;

    PcapException(String message, int status) {
        super(message);
        this.status = status;
    }

    /** Whether a privilege is missing. */
    public boolean isMissingPermission() {
        return status == PcapCapture.PERMISSION_DENIED || status == PcapCapture.PROMISCUOUS_PERMISSION_DENIED;
    }

    /** Whether there is no such interface. */
    public boolean isMissingInterface() {
        return status == PcapCapture.NO_SUCH_DEVICE;
    }

    /** Whether the interface is down. */
    public boolean isDown() {
        return status == PcapCapture.NOT_UP;
    }
}
