package io.wirepath.flows;

import java.util.Locale;

/**
 * How a request ended, as its response says: a code of 16 bits, the language of the code above and its number below.
 *
 * <pre>
 *   │ kind 4 │ code 12 │       0: nothing is known
 *
 *   kind       code                                                    source
 *   http       status                                                  RFC 9110 §15
 *   grpc       status                                                  gRPC, "Status codes"
 *   redis      0 reply, 1 error, 2 sent elsewhere (MOVED, ASK)         redis.io, "RESP specification"
 *   sql        class of the SQLSTATE, two digits to base 36; 0 is OK   SQL:2016 §24.1
 *   dns        RCODE                                                   RFC 1035 §4.1.1
 *   amqp       reply code of a return or a close                       AMQP 0-9-1 §1.2
 *   memcached  1 ERROR, 2 CLIENT_ERROR, 3 SERVER_ERROR                 memcached, "protocol.txt"
 *   tls        description of an alert                                 RFC 8446 §6
 *   cassandra  0 result, 1 error                                       native_protocol_v4.spec §9
 *   ldap       result code                                             RFC 4511 appendix A
 *   smtp       reply code                                              RFC 5321 §4.2
 *   sip        status                                                  RFC 3261 §21
 *   ftp        reply code                                              RFC 959 §4.2
 *   ssh        0 let in so far, 1 turned away                          OpenSSH, "sshd_config", MaxStartups
 *   onc_rpc    how a call was accepted; from 16 on why it was not      RFC 5531 §9
 *   smb        lowest 10 bits of an error; 0 is OK                     MS-ERREF §2.3
 *   socks      reply; 255 is not let in                                RFC 1928 §6
 *   kerberos   error code                                              RFC 4120 §7.5.9
 *   diameter   result code                                             RFC 6733 §7.1
 *   radius     code of the answer                                      RFC 2865 §3
 *   smpp       command status                                          SMPP v3.4 §5.1.3
 *   hadoop_rpc 0 done, 1 an exception, 2 one that ends the connection  Apache Hadoop, "RpcHeader.proto"
 *   hdfs       status                                                  Apache Hadoop, "datatransfer.proto"
 *   kafka      error code of a log-in                                  Apache Kafka, "Error codes"
 *   stomp      0 receipt, 1 ERROR                                      STOMP 1.2
 *   openwire   0 response, 1 exception                                 OpenWire 2
 *   zmtp       0 let in, 1 ERROR                                       ZeroMQ RFC 37
 *   rmi        0 value, 1 exception                                    Java RMI specification §10
 *   hazelcast  0 answer, 1 to 3 why a log-in is refused, 4 exception   Open Binary Client Protocol 2
 *   dce_rpc    0 response; 1 not bound, 2 access denied, 3 another     C706 appendix E
 *              fault, from 16 on those of the protocol (1c010000 + …)
 *   tcp        how an attempt to connect failed: 1 RST, 2 no answer    RFC 9293 §3.5
 *   end        how who leaves a call open ended: 0 FIN, 1 RST          RFC 9293 §3.6
 * </pre>
 *
 * <p>A code is 16 bits: most languages have 4,096 codes each, those that need few share one such range.
 *
 * <p>Pure functions over the code; nothing is allocated but by {@link #text}.
 */
public final class Outcome {

    /** Nothing is known. */
    public static final int UNKNOWN = 0;

    /** Language of the code. */
    public enum Kind {
        NONE,
        HTTP,
        GRPC,
        REDIS,
        SQL,
        DNS,
        AMQP,
        MEMCACHED,
        TLS,
        CASSANDRA,
        LDAP,
        SMTP,
        TCP,
        SIP,
        KAFKA,
        FTP(640),
        SSH(16),
        ONC_RPC(48),
        KERBEROS(128),
        DIAMETER(5 * DIAMETER_CLASS),
        SMB(1 << 10),
        SOCKS(256),
        RADIUS(64),
        SMPP(512),
        HADOOP_RPC(3),
        HDFS(32),
        STOMP(2),
        OPENWIRE(2),
        ZMTP(2),
        RMI(2),
        HAZELCAST(5),
        DCE_RPC(80),
        END(2);

        private final int codes;

        Kind() {
            this(1 << CODE_BITS);
        }

        Kind(int codes) {
            this.codes = codes;
        }
    }

    /** What the code means for who asked; the later one weighs more. */
    public enum Verdict {
        /** Nothing is known. */
        UNKNOWN,
        /** It was done. */
        OK,
        /**
         * It was not done, and the request is to blame: it asked for what is not there, or may not, or made no sense.
         */
        REFUSED,
        /** It was not done, and who answers is to blame, or what it needs. */
        FAILED
    }

    private static final int CODE_BITS = 12;
    private static final int ATTEMPT_REFUSED = 1;
    private static final int ATTEMPT_UNANSWERED = 2;
    private static final int DIGITS = 36;
    private static final Kind[] KINDS = Kind.values();
    private static final int FIRST_SHARING = Kind.FTP.ordinal();

    /** The first code of each language. */
    private static final int[] FIRST = first();

    private static final String[] NAMES = names();

    private static final int GRPC_UNKNOWN = 2;
    private static final int GRPC_FAILURES = 1 << GRPC_UNKNOWN | 1 << 4 | 1 << 12 | 1 << 13 | 1 << 14 | 1 << 15;
    private static final int DNS_FORMAT_ERROR = 1;
    private static final int DNS_NO_NAME = 3;
    private static final int DNS_NOT_IMPLEMENTED = 4;
    private static final int TLS_CLOSE = 0;
    private static final int TLS_CANCELED = 90;
    private static final int TLS_NO_RENEGOTIATION = 100;
    private static final int AMQP_SUCCESS = 200;
    private static final int NT_MORE_PROCESSING = 0x16;
    private static final int SOCKS_NOT_ALLOWED = 2;
    private static final int SOCKS_NO_METHOD = 255;
    private static final int RPC_SYSTEM_ERROR = 5;
    private static final int RPC_DENIED = 16;
    private static final int DIAMETER_CLASS = 128;
    private static final int HDFS_CHECKED = 6;
    private static final int HAZELCAST_EXCEPTION = 4;

    /** Of DCE/RPC: what is not spoken, may not be done, goes wrong; and the first fault of the protocol's own. */
    private static final int DCE_REFUSED = 1;

    private static final int DCE_DENIED = 2;
    private static final int DCE_FAULT = 3;
    private static final int DCE_NCA = 16;
    private static final int DCE_NCA_STATUS = 0x1c01_0000;
    private static final int DCE_BUSY = 0x14;
    private static final int ACCESS_DENIED = 5;

    /** An interface that the server does not have, or not in this form. */
    public static final int DCE_NOT_BOUND = of(Kind.DCE_RPC, DCE_REFUSED);

    /** Of what is no message but an attempt to open a connection: RST answered it. */
    public static final int REFUSED = of(Kind.TCP, ATTEMPT_REFUSED);

    /** The same: nothing answered it. */
    public static final int NO_ANSWER = of(Kind.TCP, ATTEMPT_UNANSWERED);

    /** Of what is no message but the end of a side of a connection on which a call is open: FIN told it. */
    public static final int CLOSED = of(Kind.END, 0);

    /** The same: RST told it. */
    public static final int RESET = of(Kind.END, 1);

    private Outcome() {}

    private static int[] first() {
        int[] first = new int[KINDS.length];
        for (int i = 1; i < first.length; i++) {
            first[i] = first[i - 1] + KINDS[i - 1].codes;
        }
        return first;
    }

    private static String[] names() {
        String[] names = new String[KINDS.length];
        for (Kind kind : KINDS) {
            names[kind.ordinal()] = kind.name().toLowerCase(Locale.ROOT) + ' ';
        }
        return names;
    }

    /** The code of this kind; one that does not fit is unknown. */
    public static int of(Kind kind, int code) {
        return code >= 0 && code < kind.codes ? FIRST[kind.ordinal()] + code : UNKNOWN;
    }

    /** Of the first two characters of a SQLSTATE. */
    public static int ofSqlState(int first, int second) {
        int high = Character.digit(first, DIGITS);
        int low = Character.digit(second, DIGITS);
        return high < 0 || low < 0 ? UNKNOWN : of(Kind.SQL, high * DIGITS + low);
    }

    /** How a call of ONC RPC was accepted, or why it was not. */
    public static int ofRpc(boolean denied, int state) {
        return state < 0 || state >= RPC_DENIED ? UNKNOWN : of(Kind.ONC_RPC, denied ? RPC_DENIED + state : state);
    }

    /** Of an NTSTATUS: success and warnings are 0. */
    public static int ofNtStatus(int status) {
        int code = status & Kind.SMB.codes - 1;
        return of(Kind.SMB, status >>> 30 < 3 || code == NT_MORE_PROCESSING ? 0 : code);
    }

    /** Of the status of a fault of DCE/RPC; 0 if there is none. */
    public static int ofDceStatus(int status) {
        int own = status - DCE_NCA_STATUS;
        boolean protocol = own >= 0 && own < Kind.DCE_RPC.codes - DCE_NCA;
        return of(
                Kind.DCE_RPC,
                protocol ? DCE_NCA + own : status == 0 ? 0 : status == ACCESS_DENIED ? DCE_DENIED : DCE_FAULT);
    }

    /** Of a result code of Diameter. */
    public static int ofDiameterResult(int code) {
        int rest = code % 1000;
        return rest >= DIAMETER_CLASS ? UNKNOWN : of(Kind.DIAMETER, (code / 1000 - 1) * DIAMETER_CLASS + rest);
    }

    private static int diameterResult(int code) {
        return (code / DIAMETER_CLASS + 1) * 1000 + code % DIAMETER_CLASS;
    }

    /** Whether this is no outcome of a message, but of an attempt to open a connection. */
    public static boolean isAttempt(int outcome) {
        return kind(outcome) == Kind.TCP;
    }

    /** Whether this is no outcome of a message, but says that a side left a call open ({@link #CLOSED}). */
    public static boolean isEnd(int outcome) {
        return kind(outcome) == Kind.END;
    }

    /** Whether what has this outcome is no message but something that befell its connection. */
    public static boolean isOfConnection(int outcome) {
        return isAttempt(outcome) || isEnd(outcome);
    }

    /** The language of a code; NONE for one that a newer version may have written. */
    public static Kind kind(int outcome) {
        int kind = Math.min(outcome >>> CODE_BITS, FIRST_SHARING);
        while (kind < KINDS.length && outcome >= FIRST[kind] + KINDS[kind].codes) {
            kind++;
        }
        return kind < KINDS.length ? KINDS[kind] : Kind.NONE;
    }

    /** The number of a code in its language. */
    public static int code(int outcome) {
        return outcome - FIRST[kind(outcome).ordinal()];
    }

    /** What the code means. */
    public static Verdict verdict(int outcome) {
        int code = code(outcome);
        return switch (kind(outcome)) {
            case NONE, END -> Verdict.UNKNOWN;
            case HTTP, SIP -> code < 400 ? Verdict.OK : code < 500 ? Verdict.REFUSED : Verdict.FAILED;
            case GRPC -> code == 0 ? Verdict.OK : failed(code < Integer.SIZE && (GRPC_FAILURES & 1 << code) != 0);
            case REDIS -> code == 1 ? Verdict.FAILED : Verdict.OK;
            case SQL -> ofSqlClass((char) digit(code / DIGITS), (char) digit(code % DIGITS));
            case DNS ->
                code == 0
                        ? Verdict.OK
                        : failed(code != DNS_FORMAT_ERROR && code != DNS_NO_NAME && code != DNS_NOT_IMPLEMENTED);
            case AMQP -> code == AMQP_SUCCESS ? Verdict.OK : failed(code >= 500);
            case MEMCACHED -> failed(code == 3);
            case TLS ->
                code == TLS_CLOSE || code == TLS_CANCELED || code == TLS_NO_RENEGOTIATION ? Verdict.OK : Verdict.FAILED;
            case KAFKA -> code == 0 ? Verdict.OK : Verdict.REFUSED;
            case CASSANDRA -> code == 0 ? Verdict.OK : Verdict.FAILED;
            case LDAP -> ofLdap(code);
            case SMTP, FTP -> code < 400 ? Verdict.OK : failed(code < 500);
            case SSH -> code == 0 ? Verdict.OK : Verdict.FAILED;
            case ONC_RPC -> code == 0 ? Verdict.OK : failed(code == RPC_SYSTEM_ERROR);
            case SMB -> code == 0 ? Verdict.OK : failed(isSmbFailure(code));
            case KERBEROS -> ofKerberos(code);
            case SOCKS -> code == 0 ? Verdict.OK : failed(code != SOCKS_NOT_ALLOWED && code != SOCKS_NO_METHOD);
            case DIAMETER -> ofDiameter(diameterResult(code));
            case RADIUS -> isRadiusRefusal(code) ? Verdict.REFUSED : Verdict.OK;
            case SMPP -> code == 0 ? Verdict.OK : failed(isSmppFailure(code));
            case HADOOP_RPC -> code == 0 ? Verdict.OK : failed(code > 1);
            case HDFS -> code == 0 || code == HDFS_CHECKED ? Verdict.OK : failed(isHdfsFailure(code));
            case STOMP, OPENWIRE, RMI -> code == 0 ? Verdict.OK : Verdict.FAILED;
            case ZMTP -> code == 0 ? Verdict.OK : Verdict.REFUSED;
            case HAZELCAST -> code == 0 ? Verdict.OK : failed(code == HAZELCAST_EXCEPTION);
            case DCE_RPC -> code == 0 ? Verdict.OK : failed(code == DCE_FAULT || DCE_NCA + DCE_BUSY == code);
            case TCP -> Verdict.FAILED;
        };
    }

    private static Verdict failed(boolean failed) {
        return failed ? Verdict.FAILED : Verdict.REFUSED;
    }

    /**
     * Success, warning and "no data" are OK; data, constraints, rights and syntax are the request's; the rest the
     * server's.
     */
    private static Verdict ofSqlClass(char first, char second) {
        if (first == '0' && second <= '2') {
            return Verdict.OK;
        }
        return failed(first == '0' && second == '8' || first == '4' && second == '0' || first == '5' || first >= 'F');
    }

    /**
     * Success, both answers of a comparison, referrals and steps of a log-in are OK; limits, overload and internal
     * errors the server's.
     */
    private static Verdict ofLdap(int code) {
        return switch (code) {
            case 0, 5, 6, 10, 14 -> Verdict.OK;
            case 1, 3, 11, 51, 52, 54, 80 -> Verdict.FAILED;
            default -> Verdict.REFUSED;
        };
    }

    /** What a disk, the network or too much work is to blame for. */
    private static boolean isSmbFailure(int code) {
        return switch (code) {
            case 0x01, 0x7f, 0x9a, 0xb5, 0xd0, 0xe5, 0x185, 0x205, 0x20c -> true;
            default -> false;
        };
    }

    /** What is asked for next in a log-in is OK; what the service lacks or does not know of itself, its own fault. */
    private static Verdict ofKerberos(int code) {
        return switch (code) {
            case 0, 25, 52, 91 -> Verdict.OK;
            case 29, 60 -> Verdict.FAILED;
            default -> Verdict.REFUSED;
        };
    }

    /** A log-in that was rejected, and what was demanded of a session and not done. */
    private static boolean isRadiusRefusal(int code) {
        return code == 3 || code == 42 || code == 45;
    }

    /** Its own error, a full queue, what it could not submit, and too much at once. */
    private static boolean isSmppFailure(int code) {
        return code == 0x08 || code == 0x14 || code == 0x45 || code == 0x58;
    }

    /** An error, a bad checksum, and restarts; the rest is what is not there, may not be or is not known. */
    private static boolean isHdfsFailure(int code) {
        return code == 1 || code == 2 || code >= 8 && code <= 11;
    }

    private static Verdict ofDiameter(int code) {
        if (code < 3000) {
            return Verdict.OK;
        }
        boolean overload = code >= 3002 && code <= 3004 || code == 4002;
        return failed(overload || code == 5006 || code == 5012);
    }

    private static int digit(int value) {
        return Character.toUpperCase(Character.forDigit(value, DIGITS));
    }

    /** Of two codes of one response the one that weighs more; of equals the later. */
    public static int worse(int outcome, int later) {
        if (later == UNKNOWN || later == outcome) {
            return outcome;
        }
        return verdict(later).compareTo(verdict(outcome)) >= 0 ? later : outcome;
    }

    /** Such as {@code http 503}, {@code grpc 14}, {@code sql 40}; empty where nothing is known. */
    public static String text(int outcome) {
        Kind kind = kind(outcome);
        int code = code(outcome);
        String name = NAMES[kind.ordinal()];
        return switch (kind) {
            case NONE -> "";
            case SQL -> name + (char) digit(code / DIGITS) + (char) digit(code % DIGITS);
            case DIAMETER -> name + diameterResult(code);
            case TCP -> name + (code == ATTEMPT_REFUSED ? "refused" : "no answer");
            case END -> outcome == CLOSED ? "tcp closed" : "tcp reset";
            default -> name + code;
        };
    }
}
