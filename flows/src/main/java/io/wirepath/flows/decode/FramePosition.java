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
    }
}
