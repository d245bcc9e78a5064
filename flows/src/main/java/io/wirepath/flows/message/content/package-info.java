/**
 * What a message says about its content without holding it: keyed hashes of its rarest tokens, and of its first words.
 *
 * <pre>
 *   first 4096 bytes ──► ContentTokens  words, numbers, n-grams ──► TokenHashes  distinct hashes
 *          │                                 └► TokenSketch (a link and direction): how often seen ──► content signature: the 8 rarest
 *          └ first 32 bytes ──► TypeWords ──► up to 6 hashes of words, in order
 * </pre>
 *
 * <p>Content meets across forms: a word is the same word behind its length, escaped, in base64 or hexadecimal digits,
 * in two bytes a letter or compressed, and a number is the word of its digits.
 *
 * <p>Messages that share a rare token are likely parent and child. The sketches belong to a shard, like all state of
 * the flow stage, so that the number of workers never changes a result: each counts the connections of its shard only,
 * which ranks tokens as well as one common count would, since connections are spread at random. Where content is off
 * nothing here runs.
 */
@NullMarked
package io.wirepath.flows.message.content;

import org.jspecify.annotations.NullMarked;
