package io.wirepath.flows.decode;

import java.nio.ByteBuffer;

/** A place in a frame, with what the headers before it said. */
class FramePosition {

    static final int NO_VLAN = -1;

    ByteBuffer bytes = ByteBuffer.allocate(0);
    boolean reassembled;
    int at;
    int end;
    int wireEnd;
    int ip;
    boolean ipv6;
    int vlan = NO_VLAN;
    long scope;

    /** Layers around the packet so far, in the cursor's list of them. */
    int outerCount;

    /** Whether no layer has taken the addresses of the IP header at {@link #ip} yet. */
    boolean ipPending;

    final void copyFrom(FramePosition other) {
        bytes = other.bytes;
        reassembled = other.reassembled;
        at = other.at;
        end = other.end;
        wireEnd = other.wireEnd;
        ip = other.ip;
        ipv6 = other.ipv6;
        vlan = other.vlan;
        scope = other.scope;
        outerCount = other.outerCount;
        ipPending = other.ipPending;
    }
}
