package io.wirepath.analyze.incident;

import io.wirepath.analyze.delay.ServedCalls;
import io.wirepath.causes.CallTable;
import io.wirepath.causes.KeyNumbers;
import io.wirepath.causes.MessageTable;
import io.wirepath.causes.kind.MessageTypes;
import java.util.Arrays;

/**
 * What kind of request each call is: the role and port that serve it, what it asks and gets as far as first words and
 * lengths tell, and the roles that are called for it. A role is not slower because more of its requests are of a slow
 * kind.
 */
public final class RequestKinds {

    private final long[] kind;

    /** @param roleOf number of the role of each node */
    public RequestKinds(MessageTable messages, CallTable calls, ServedCalls served, int[] roleOf) {
        KeyNumbers links = new KeyNumbers();
        int[] link = new int[messages.size()];
        Arrays.fill(link, MessageTable.NONE);
        for (int request : calls.request()) {
            int role = roleOf[messages.destination(request)];
            link[request] = links.of(KeyNumbers.pair(role, messages.destinationPort(request)));
        }
        int[] type = MessageTypes.of(messages, link, true);
        KeyNumbers kinds = new KeyNumbers();
        kind = new long[calls.size()];
        for (int call = 0; call < kind.length; call++) {
            int request = calls.request()[call];
            int asked = kinds.of(KeyNumbers.pair(link[request], type[request]));
            kind[call] = (long) asked << Integer.SIZE | calledRoles(messages, calls, served, roleOf, call);
        }
    }

    /** Number of the kind of this call; equal numbers may be compared. */
    long of(int call) {
        return kind[call];
    }

    /** What this call asks and gets, wherever it is called for; equal numbers are of one role and port. */
    public int asked(int call) {
        return (int) (kind[call] >>> Integer.SIZE);
    }

    /** A bit for each role that is called, folded to 32. */
    private static long calledRoles(
            MessageTable messages, CallTable calls, ServedCalls served, int[] roleOf, int call) {
        long roles = 0;
        for (int at = served.firstChild(call); at < served.endChild(call); at++) {
            roles |= 1L << roleOf[messages.destination(calls.request()[served.child(at)])] % Integer.SIZE;
        }
        return roles;
    }
}
