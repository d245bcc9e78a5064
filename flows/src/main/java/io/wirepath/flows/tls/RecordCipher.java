package io.wirepath.flows.tls;

import java.security.GeneralSecurityException;

/** Opens the records of one direction. Not thread-safe. */
interface RecordCipher {

    /** Bytes of a record's header: type, version 2, length 2. */
    int HEADER = 5;

    /** Value of {@link #open} for a record that these keys did not protect. */
    int NOT_OPENED = -1;

    /**
     * Opens a record.
     *
     * @param sequence number of the record in its direction, from the change to these keys
     * @param record header and body
     * @param length of both
     * @param to takes what is inside
     * @return its length, or {@link #NOT_OPENED}
     */
    int open(long sequence, byte[] record, int length, byte[] to);

    /** What {@link #open} found the last record to be: 21 alert, 22 handshake, 23 application data. */
    int type();

    /** The least that protection adds to a body. */
    int overhead();

    /** The keys that follow these, after the sender has said so (RFC 8446 §7.2). */
    RecordCipher next() throws GeneralSecurityException;
}
