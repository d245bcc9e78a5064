package io.wirepath.sniffer.live.system;

import java.io.IOException;

/** A call of the operating system failed. */
public final class SystemException extends IOException {

    private static final long serialVersionUID = 1L;

    /** Not permitted. */
    public static final int EPERM = 1;

    /** Interrupted by a signal. */
    static final int EINTR = 4;

    /** Not enough memory. */
    static final int ENOMEM = 12;

    /** Not permitted, by access rights. */
    public static final int EACCES = 13;

    /** No such device. */
    public static final int ENODEV = 19;

    /** The network is down. */
    public static final int ENETDOWN = 100;

    private final int error;

    /** The failure that the last call of this thread left behind. */
    static SystemException of(String call) {
        return new SystemException(call, LibC.lastError());
    }

    SystemException(String call, int error) {
        super(call + ": " + LibC.INSTANCE.strerror(error));
        this.error = error;
    }

    /** The error number. */
    public int error() {
        return error;
    }

    /** Whether a privilege is missing. */
    public boolean isMissingPermission() {
        return error == EPERM || error == EACCES;
    }
}
