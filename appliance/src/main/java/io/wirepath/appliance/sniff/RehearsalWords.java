package io.wirepath.appliance.sniff;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Random;

/**
 * What the connections of {@link RehearsalTraffic} say: HTTP in two manners, Redis, PostgreSQL, MongoDB, and two protocols that nobody
 * knows, one of them text. Several languages, because code is compiled for those that were met: one that comes later
 * costs a compilation more. Not thread-safe.
 */
final class RehearsalWords {

    /** How many languages there are; a connection speaks that of its number, modulo this. */
    static final int LANGUAGES = 7;

    private static final int OP_MSG = 2013;

    private final Random random;

    RehearsalWords(Random random) {
        this.random = random;
    }

    /** The bytes of a text. */
    static byte[] text(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    /** A request of this connection. */
    byte[] request(int connection) {
        int item = random.nextInt(100_000);
        return switch (connection % LANGUAGES) {
            case 0 ->
                text("GET /shop/item/" + item + "?basket=" + connection + " HTTP/1.1\r\nHost: shop.example\r\n"
                        + "User-Agent: rehearsal\r\nX-Customer: c" + item * 31
                        + "\r\nAccept: application/json\r\n\r\n");
            case 1 -> text("*2\r\n$3\r\nGET\r\n$10\r\nitem:%05d\r\n".formatted(item));
            case 2 -> noise(40 + item % 200);
            case 3 -> {
                String body = "{\"order\":%d,\"items\":[%s]}".formatted(item, "7,".repeat(item % 50));
                yield text("POST /orders HTTP/1.1\r\ncontent-type: application/json\r\nx-request-id: "
                        + Long.toHexString(random.nextLong()) + "\r\ncontent-length: " + body.length() + "\r\n\r\n"
                        + body);
            }
            case 4 -> query("SELECT name, price FROM item WHERE id = " + item);
            case 5 -> document(item, 0);
            default -> text("ask u%d place-%d since=%d;\n".formatted(item % 100, item % 7, item));
        };
    }

    /** A response of this connection. */
    byte[] response(int connection) {
        int item = random.nextInt(100_000);
        return switch (connection % LANGUAGES) {
            case 0 -> {
                String body = "{\"item\":%d,\"name\":\"thing-%d\",\"stock\":[%s]}"
                        .formatted(item, item * 17, "12,".repeat(item % (item % 20 == 0 ? 2000 : 300)));
                yield text("HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: " + body.length()
                        + "\r\n\r\n" + body);
            }
            case 1 ->
                item % 3 == 0
                        ? text("*2\r\n$5\r\nalpha\r\n:%d\r\n".formatted(item))
                        : text("$8\r\nval%05d\r\n".formatted(item));
            case 2 -> noise(20 + item % 900);
            case 3 -> chunked(item);
            case 4 -> rows(item % 4, item);
            case 5 -> document(item, 1);
            default -> text("told u%d %s\n".formatted(item % 100, "word ".repeat(item % 30)));
        };
    }

    private static byte[] chunked(int item) {
        if (item % 5 == 0) {
            return text("HTTP/1.1 304 Not Modified\r\ndate: today\r\n\r\n");
        }
        String chunk = "{\"accepted\":" + item + "}";
        return text("HTTP/1.1 201 Created\r\ntransfer-encoding: chunked\r\n\r\n" + Integer.toHexString(chunk.length())
                + "\r\n" + chunk + "\r\n0\r\n\r\n");
    }

    /** PostgreSQL: a query. */
    private static byte[] query(String sql) {
        byte[] words = text(sql + "\u0000");
        return ByteBuffer.allocate(5 + words.length)
                .put((byte) 'Q')
                .putInt(4 + words.length)
                .put(words)
                .array();
    }

    /** PostgreSQL: rows, the end of a command, and that the next may come. */
    private static byte[] rows(int count, int item) {
        byte[] value = text("thing-" + item);
        byte[] done = text("SELECT " + count + "\u0000");
        ByteBuffer to = ByteBuffer.allocate(count * (11 + value.length) + 5 + done.length + 6);
        for (int row = 0; row < count; row++) {
            to.put((byte) 'D')
                    .putInt(10 + value.length)
                    .putShort((short) 1)
                    .putInt(value.length)
                    .put(value);
        }
        to.put((byte) 'C').putInt(4 + done.length).put(done);
        return to.put((byte) 'Z').putInt(5).put((byte) 'I').array();
    }

    /** MongoDB: a message with a document of one field; a reply is one to the request with number 1. */
    private byte[] document(int item, int responseTo) {
        byte[] value = text("thing-" + item + "\u0000");
        byte[] field = text("name\u0000");
        int document = 4 + 1 + field.length + 4 + value.length + 1;
        int total = 16 + 4 + 1 + document;
        ByteBuffer to = ByteBuffer.allocate(total).order(ByteOrder.LITTLE_ENDIAN);
        to.putInt(total).putInt(1).putInt(responseTo).putInt(OP_MSG).putInt(0).put((byte) 0);
        to.putInt(document).put((byte) 2).put(field).putInt(value.length).put(value);
        return to.put((byte) 0).array();
    }

    private byte[] noise(int length) {
        byte[] bytes = new byte[length];
        random.nextBytes(bytes);
        return bytes;
    }
}
