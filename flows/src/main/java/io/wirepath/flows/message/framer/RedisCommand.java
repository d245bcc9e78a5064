package io.wirepath.flows.message.framer;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.nio.ByteBuffer;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What the name of a Redis command says of it. Source: redis.io, "Commands".
 */
final class RedisCommand {

    /** A call like most. */
    static final byte CALL = 1;

    /** Waits until there is something to bring. */
    static final byte WAITS = 2;

    /** Keeps the connection, the cluster, or what was delivered in order. */
    static final byte SETS_UP = 3;

    /** Waits if one of its options says so. */
    static final byte MAY_WAIT = 4;

    private static final byte[][] WAITING =
            words("blpop", "brpop", "brpoplpush", "blmove", "blmpop", "bzpopmin", "bzpopmax", "bzmpop");
    private static final byte[][] READS = words("xread", "xreadgroup");
    private static final byte[][] BLOCK = words("block");
    private static final byte[][] STREAMS = words("streams");
    private static final byte[][] SET_UP = words(
            "auth",
            "hello",
            "select",
            "client",
            "command",
            "cluster",
            "readonly",
            "readwrite",
            "asking",
            "replconf",
            "psync",
            "sync",
            "quit",
            "reset",
            "xack");
    /** Commands whose first argument is a key, or a channel, and no secret. */
    private static final Set<String> OF_KEYS = Set.of(
            ("APPEND BITCOUNT DECR DECRBY DEL EXISTS EXPIRE EXPIREAT GEOADD GEOSEARCH GET GETBIT GETDEL GETEX GETRANGE "
                            + "GETSET HDEL HEXISTS HGET HGETALL HINCRBY HKEYS HLEN HMGET HMSET HSCAN HSET HSETNX HVALS INCR "
                            + "INCRBY INCRBYFLOAT LINDEX LLEN LPOP LPUSH LRANGE LREM LSET LTRIM MGET MSET PERSIST PEXPIRE "
                            + "PFADD PFCOUNT PSETEX PTTL PUBLISH RENAME RPOP RPUSH SADD SCARD SET SETBIT SETEX SETNX "
                            + "SETRANGE SISMEMBER SMEMBERS SPOP SRANDMEMBER SREM SSCAN STRLEN TTL TYPE UNLINK WATCH XADD "
                            + "XDEL XLEN XRANGE XREVRANGE XTRIM ZADD ZCARD ZCOUNT ZINCRBY ZPOPMAX ZPOPMIN ZRANGE "
                            + "ZRANGEBYSCORE ZRANK ZREM ZREVRANGE ZREVRANGEBYSCORE ZSCORE")
                    .split(" ", -1));

    /** So much of a key is looked at. */
    private static final int MAX_KEY = 128;

    private static final byte[][] SUBSCRIBES =
            words("subscribe", "psubscribe", "ssubscribe", "unsubscribe", "punsubscribe", "sunsubscribe");
    private static final byte[][] PUSHES = words("message", "pmessage", "smessage");

    private static final String[] PUSHED = {
        "*3\r\n$7\r\nmessage\r\n", "*4\r\n$8\r\npmessage\r\n", "*3\r\n$8\r\nsmessage\r\n"
    };

    private RedisCommand() {}

    /** The kind of the command with this name. */
    static byte of(ByteBuffer bytes, int at, int length) {
        if (isOneOf(WAITING, bytes, at, length)) {
            return WAITS;
        }
        if (isOneOf(READS, bytes, at, length)) {
            return MAY_WAIT;
        }
        return isOneOf(SET_UP, bytes, at, length) ? SETS_UP : CALL;
    }

    /** What an option makes of a command that may wait. */
    static byte option(ByteBuffer bytes, int at, int length) {
        if (isOneOf(BLOCK, bytes, at, length)) {
            return WAITS;
        }
        return isOneOf(STREAMS, bytes, at, length) ? CALL : MAY_WAIT;
    }

    /**
     * Reads what a command is about: the string behind its name.
     *
     * @return how many more bytes are needed for it; 0 where it was read, or there is none
     */
    static int readKey(ByteBuffer bytes, int name, int length, int end, Piece piece) {
        String command = ofKeys(bytes, name, length);
        int header = name + length + 2;
        if (command == null) {
            return 0;
        }
        int newline = Ascii.indexOf(bytes, (byte) '\n', header, Math.min(end, header + RedisFramer.MAX_HEADER));
        if (newline < 0) {
            return end - header >= RedisFramer.MAX_HEADER ? 0 : Math.max(1, header + 4 - end);
        }
        long size = bytes.get(header) == '$' ? Ascii.decimal(bytes, header + 1, newline - 1) : -1;
        int keyEnd = newline + 1 + (int) Math.min(size, MAX_KEY);
        if (size > 0 && keyEnd <= end) {
            piece.operation = OperationName.ofKey(command, bytes, newline + 1, keyEnd);
        }
        return size > 0 ? Math.max(0, keyEnd - end) : 0;
    }

    /** The name of a command that is about a key; null for others. */
    private static @Nullable String ofKeys(ByteBuffer bytes, int at, int length) {
        StringBuilder name = new StringBuilder();
        for (int i = 0; i < length; i++) {
            name.append((char) (bytes.get(at + i) & 0xff));
        }
        String upper = name.toString().toUpperCase(Locale.ROOT);
        return OF_KEYS.contains(upper) ? upper : null;
    }

    /** Whether the command subscribes or ends that; what confirms it begins with the same word. */
    static boolean isSubscription(ByteBuffer bytes, int at, int length) {
        return isOneOf(SUBSCRIBES, bytes, at, length);
    }

    /** Whether a message to a subscriber that begins like this is what was published. */
    static boolean isPush(ByteBuffer bytes, int at, int length) {
        return isOneOf(PUSHES, bytes, at, length);
    }

    /** Whether an array begins here that brings what was published; not a string as long that only looks like one. */
    static boolean isPushed(ByteBuffer bytes, int at, int end) {
        for (String begin : PUSHED) {
            boolean same = end - at >= begin.length();
            for (int i = 0; i < begin.length() && same; i++) {
                same = bytes.get(at + i) == begin.charAt(i) || i == 0 && bytes.get(at) == '>';
            }
            if (same) {
                return true;
            }
        }
        return false;
    }

    private static boolean isOneOf(byte[][] names, ByteBuffer bytes, int at, int length) {
        for (byte[] name : names) {
            if (length == name.length && Ascii.startsWithIgnoringCase(bytes, at, at + length, name)) {
                return true;
            }
        }
        return false;
    }

    private static byte[][] words(String... words) {
        return Stream.of(words).map(word -> word.getBytes(US_ASCII)).toArray(byte[][]::new);
    }
}
