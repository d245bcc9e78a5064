/**
 * Finds rewritten addresses and undoes the rewriting (WAP5 §7.1).
 *
 * <p>Sightings go in, sightings with canonical endpoints come out; the address that the caller used is kept as an
 * attribute.
 */
@NullMarked
package io.wirepath.nat;

import org.jspecify.annotations.NullMarked;
