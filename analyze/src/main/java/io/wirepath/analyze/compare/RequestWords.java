package io.wirepath.analyze.compare;

import io.wirepath.causes.CallTable;
import io.wirepath.causes.KeyNumbers;
import io.wirepath.causes.MessageTable;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Map;

/**
 * What a request asks, as far as the first words of it tell that many requests to the same port of a role begin with.
 * Equal in two runs whose words were hashed with one key.
 */
final class RequestWords {

    private static final double FREQUENT = 0.02;
    private static final int MIN = 5;
    private static final int LOOKED_AT = 3;
    private static final int DIGITS = 4;

    private final MessageTable messages;
    private final Map<Long, Map<Integer, Integer>> times = new HashMap<>();
    private final Map<Long, Integer> requests = new HashMap<>();
    private final int[] roleOf;

    RequestWords(MessageTable messages, CallTable calls, int[] roleOf) {
        this.messages = messages;
        this.roleOf = roleOf;
        for (int request : calls.request()) {
            long service = service(request);
            requests.merge(service, 1, Integer::sum);
            Map<Integer, Integer> own = times.computeIfAbsent(service, unseen -> new HashMap<>());
            for (int i = 0; i < LOOKED_AT; i++) {
                own.merge(messages.typeWord(request, i), 1, Integer::sum);
            }
        }
    }

    private long service(int request) {
        return KeyNumbers.pair(roleOf[messages.destination(request)], messages.destinationPort(request));
    }

    /** A short name of what this request begins with; empty where nothing is known or no frequent word is there. */
    String of(int request) {
        long service = service(request);
        Map<Integer, Integer> own = times.getOrDefault(service, Map.of());
        double few = Math.max(MIN, FREQUENT * requests.getOrDefault(service, 0));
        int hash = 0;
        for (int i = 0; i < LOOKED_AT; i++) {
            int word = messages.typeWord(request, i);
            hash = word != 0 && own.getOrDefault(word, 0) >= few ? hash * 31 + word : hash;
        }
        return hash == 0 ? "" : HexFormat.of().toHexDigits(hash, DIGITS);
    }
}
