package io.wirepath.analyze.finding;

import io.wirepath.analyze.finding.Finding.Severity;
import io.wirepath.causes.MessageTable;
import io.wirepath.flows.CountText;
import io.wirepath.flows.Role;
import io.wirepath.flows.SightingCodec;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** Says which calls were rebuilt from encrypted records of several streams, and what could not be told apart there. */
final class EncryptedStreams implements Detector {

    @Override
    public List<Finding> detect(DetectorInput input) {
        MessageTable messages = input.messages();
        Set<Integer> connections = new HashSet<>();
        Set<String> servers = new TreeSet<>();
        int calls = 0;
        for (int row = 0; row < messages.size(); row++) {
            if ((messages.flags(row) & SightingCodec.FLAG_MULTIPLEXED) != 0 && messages.role(row) == Role.REQUEST) {
                connections.add(messages.connection(row));
                servers.add(input.name(messages.destination(row)));
                calls++;
            }
        }
        if (calls == 0) {
            return List.of();
        }
        return List.of(new Finding(
                Severity.FACT,
                "encrypted-streams",
                CountText.of(calls, "call") + " to " + String.join(", ", servers) + (calls == 1 ? " is" : " are")
                        + " rebuilt from the sizes of encrypted records",
                CountText.of(connections.size(), "connection") + (connections.size() == 1 ? " carries" : " carry")
                        + " several streams of HTTP/2 inside TLS. How many requests and responses a record holds is"
                        + " inferred from its size; which response answers which request cannot be seen, and they are"
                        + " paired in order: times of single calls there may be swapped.",
                List.copyOf(servers),
                0,
                0));
    }
}
