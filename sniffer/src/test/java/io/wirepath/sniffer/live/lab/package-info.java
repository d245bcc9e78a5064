/**
 * A network in namespaces and a disk that is soon full, made by a test and removed with it: for the tests of this
 * module and of those after it, which depend on this module's test jar.
 */
@NullMarked
package io.wirepath.sniffer.live.lab;

import org.jspecify.annotations.NullMarked;
