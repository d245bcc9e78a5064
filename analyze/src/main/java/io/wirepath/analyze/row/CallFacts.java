package io.wirepath.analyze.row;

import io.wirepath.analyze.delay.ServedCalls;
import io.wirepath.analyze.path.RoleSummary;
import io.wirepath.analyze.whole.Analysis;
import io.wirepath.causes.CallTable;
import io.wirepath.causes.MessageTable;
import io.wirepath.flows.IpProtocol;
import io.wirepath.flows.Outcome;
import io.wirepath.flows.Protocol;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What fields tell of the messages and calls of an analysis. What is costly is made at the first use. Not thread-safe.
 */
public final class CallFacts {

    final MessageTable messages;
    final CallTable calls;
    private final String[] role;
    private final String[] protocol;
    private int @Nullable [] callOf;
    private int @Nullable [] depth;
    private @Nullable ServedCalls served;

    /** Prepares the facts of this analysis. */
    public CallFacts(Analysis analysis) {
        this(analysis.messages(), analysis.calls(), analysis.roles());
    }

    /** Prepares the facts of these calls, of which nothing more was found than who caused whom, and these roles. */
    public CallFacts(MessageTable messages, CallTable calls, List<RoleSummary> roles) {
        this.messages = messages;
        this.calls = calls;
        role = new String[messages.nodes().size()];
        Arrays.fill(role, "");
        for (RoleSummary summary : roles) {
            summary.nodes().forEach(node -> role[node] = summary.name());
        }
        protocol = Arrays.stream(Protocol.values())
                .map(each -> each.name().toLowerCase(Locale.ROOT).replace('_', '-'))
                .toArray(String[]::new);
    }

    /** Name of a node. */
    public String name(int node) {
        return messages.nodes().get(node).name();
    }

    /** Name of who sends a message. */
    public String sender(int row) {
        return name(messages.source(row));
    }

    /** Name of who gets it. */
    public String receiver(int row) {
        return name(messages.destination(row));
    }

    String address(int node) {
        return messages.nodes().get(node).address();
    }

    String role(int node) {
        return role[node];
    }

    String protocol(int row) {
        return protocol[messages.protocol(row).ordinal()];
    }

    String transport(int row) {
        int number = messages.transport(row);
        return number == IpProtocol.TCP ? "tcp" : number == IpProtocol.UDP ? "udp" : "ip-" + number;
    }

    static String verdict(int outcome) {
        return Outcome.verdict(outcome).name().toLowerCase(Locale.ROOT);
    }

    /** Call of a message; {@link MessageTable#NONE} where it has none. */
    public int callOf(int row) {
        if (callOf == null) {
            callOf = calls.ofRows(messages.size());
        }
        return callOf[row];
    }

    ServedCalls served() {
        if (served == null) {
            served = new ServedCalls(messages, calls);
        }
        return Objects.requireNonNull(served);
    }

    /** Calls above this one. */
    int depth(int call) {
        if (depth == null) {
            depth = new int[calls.size()];
            Arrays.fill(depth, MessageTable.NONE);
        }
        int steps = 0;
        int at = call;
        while (calls.parent()[at] != MessageTable.NONE && depth[at] == MessageTable.NONE) {
            at = calls.parent()[at];
            steps++;
        }
        depth[call] = steps + Math.max(0, depth[at]);
        return depth[call];
    }
}
