package io.wirepath.flows.message.framer;

import static io.wirepath.flows.Protocol.DNS;

import java.util.List;

/** DNS over TCP, TLS. */
final class SecureCases {

    static final List<FramerCase> ALL = List.of(FramerCase.of(
            "answers out of order, by transaction id",
            DNS,
            List.of(
                    ">{0013 0001 0100 0001 0000 0000 0000 01}a{00 0001 0001}",
                    ">{0013 0002 0100 0001 0000 0000 0000 01}b{00 0001 0001}",
                    "<{0023 0002 8180 0001 0001 0000 0000 01}b{00 0001 0001 c00c 0001 0001 00000000 0004 0a000001}",
                    "<{0013 0001 8183 0001 0000 0000 0000 01}a{00 0001 0001}"),
            List.of("> Q0 21", "> Q1 21", "< R1 37", "< R0 21")));

    private SecureCases() {}
}
