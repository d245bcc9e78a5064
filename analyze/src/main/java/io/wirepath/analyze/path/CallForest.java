package io.wirepath.analyze.path;

import io.wirepath.causes.CallTable;
import io.wirepath.causes.LinkTable;
import io.wirepath.causes.MessageTable;
import io.wirepath.causes.linking.OwnerLinks;
import io.wirepath.flows.Role;
import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * Derives from message links which call caused which call.
 *
 * <p>The likely parent message of a call's request tells: if it is a request or a one-way message that the caller had
 * received, that call is the parent; if it is a response to a call that the caller had made before, the two have one
 * parent; with no likely parent, or one that belongs to no call, the call is a root. One-way messages are calls without
 * a response. Requests of connection set-up are no calls. Each answer's
 * probability is the product over the links it rests on, or that of the owner where the links tell it.
 *
 * <pre>
 *  web→app  request  ┐ parent of           call 1 web→app
 *  app→pg   request ◄┘                       call 2 app→pg     parent 1
 *  pg→app   response ┐ parent of             call 3 app→redis  parent 1, for the owner of call 2 is 1
 *  app→redis request ◄┘
 * </pre>
 */
public final class CallForest {

    private static final int UNSOLVED = -2;
    private static final int AT_WORK = -3;

    private final MessageTable messages;
    private final LinkTable links;
    private final int[] request;
    private final int[] callOf;
    private final int[] parent;
    private final double[] probability;

    private CallForest(MessageTable messages, LinkTable links) {
        this.messages = messages;
        this.links = links;
        callOf = new int[messages.size()];
        Arrays.fill(callOf, MessageTable.NONE);
        request = numberCalls();
        parent = new int[request.length];
        Arrays.fill(parent, UNSOLVED);
        probability = new double[request.length];
    }

    /** The calls of these messages with their likely parents. */
    public static CallTable of(MessageTable messages, LinkTable links) {
        CallForest forest = new CallForest(messages, links);
        int[] path = new int[forest.request.length];
        for (int call = 0; call < forest.request.length; call++) {
            forest.solve(call, path);
        }
        int[] response = Arrays.stream(forest.request)
                .map(row -> OwnerLinks.answer(messages, row))
                .toArray();
        return new CallTable(forest.request, response, forest.parent, forest.probability, forest.roots(path));
    }

    /** Rows of the requests of all calls: a call's number is its place here, whatever the links. */
    public static int[] requests(MessageTable messages) {
        return IntStream.range(0, messages.size())
                .filter(row -> OwnerLinks.opens(messages, row))
                .toArray();
    }

    private int[] numberCalls() {
        int[] rows = new int[messages.size()];
        int calls = 0;
        for (int row = 0; row < messages.size(); row++) {
            if (OwnerLinks.opens(messages, row)) {
                callOf[row] = calls;
                int response = OwnerLinks.answer(messages, row);
                if (response != MessageTable.NONE) {
                    callOf[response] = calls;
                }
                rows[calls++] = row;
            }
        }
        return Arrays.copyOf(rows, calls);
    }

    /** Goes back over earlier calls of the same caller until one is solved, then hands its parent down. */
    private void solve(int call, int[] path) {
        int depth = 0;
        int at = call;
        while (parent[at] == UNSOLVED) {
            parent[at] = AT_WORK;
            path[depth++] = at;
            int earlier = earlierCall(at);
            if (earlier == MessageTable.NONE || parent[earlier] == AT_WORK) {
                break;
            }
            at = earlier;
        }
        while (depth > 0) {
            answer(path[--depth]);
        }
    }

    private int earlierCall(int call) {
        int cause = links.likelyParent(request[call]);
        boolean response = cause != MessageTable.NONE && messages.role(cause) == Role.RESPONSE;
        return response ? callOf[cause] : MessageTable.NONE;
    }

    private void answer(int call) {
        int row = request[call];
        int cause = links.likelyParent(row);
        probability[call] = links.likelyProbability(row);
        parent[call] = MessageTable.NONE;
        if (cause == MessageTable.NONE || callOf[cause] == MessageTable.NONE || callOf[cause] == call) {
            return;
        }
        int other = callOf[cause];
        if (messages.role(cause) != Role.RESPONSE) {
            parent[call] = other;
        } else if (parent[other] >= 0 || parent[other] == MessageTable.NONE) {
            parent[call] = parent[other];
            probability[call] *= links.isOfOwners() ? 1 : probability[other];
        }
    }

    /** Follows the parents up; a circle, which only clocks that disagree can make, is cut. */
    private int[] roots(int[] path) {
        int[] root = new int[parent.length];
        Arrays.fill(root, UNSOLVED);
        for (int call = 0; call < root.length; call++) {
            int depth = 0;
            int at = call;
            while (root[at] == UNSOLVED) {
                root[at] = AT_WORK;
                path[depth++] = at;
                if (parent[at] != MessageTable.NONE && root[parent[at]] == AT_WORK) {
                    parent[at] = MessageTable.NONE;
                }
                if (parent[at] == MessageTable.NONE) {
                    root[at] = at;
                } else {
                    at = parent[at];
                }
            }
            while (depth > 0) {
                root[path[--depth]] = root[at];
            }
        }
        return root;
    }
}
