/**
 * Finds where the messages of known protocols begin and end, from the bytes and not from the port.
 *
 * <pre>
 *   first bytes of a message ──► FramerChooser ──► Protocol ──► FramerPool ──► MessageFramer of the connection
 *   all further bytes ─────────► MessageFramer.next ──► Piece: so many bytes belong to this message;
 *                                                       it ends here; its role, its call key
 *   a stream that is not what it looked like ──► Piece.gaveUp: turns cut it from there on, no byte is lost
 * </pre>
 *
 * A framer is a small state machine for both directions of one connection. It keeps no payload: where it must see a
 * header whole it says how many bytes it needs, and the assembler holds them for it.
 */
@NullMarked
package io.wirepath.flows.message.framer;

import org.jspecify.annotations.NullMarked;
