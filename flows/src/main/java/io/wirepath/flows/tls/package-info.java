/**
 * Decrypts TLS where the operator has the keys, between reassembly and what cuts messages.
 *
 * <pre>
 *   tcp ──ConnectionListener──► Decryption ──ConnectionListener──► MessageAssembler
 *                                   │  a TlsSession for each connection whose hello has a key; all others pass as they are
 *                                   │     2 RecordReader   records of a direction
 *                                   │     RecordCipher     opens a record: AeadCipher, CbcCipher
 *                                   │     EarlyData        what a client says before the server takes or refuses it
 *                                   └ TlsKeys              secrets of sessions, from key logs and captures; only in memory
 * </pre>
 *
 * <p>What is inside the records goes on as if it had been sent so, at the times of the packets that brought it; the
 * records that set the encryption up are told apart from it. Sources: RFC 8446 (TLS 1.3), RFC 5246 (TLS 1.2), RFC 7366,
 * RFC 7905, and the NSS key log format (draft-ietf-tls-keylogfile).
 */
@NullMarked
package io.wirepath.flows.tls;

import org.jspecify.annotations.NullMarked;
