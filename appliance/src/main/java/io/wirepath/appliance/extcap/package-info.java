/**
 * What Wireshark captures from: the packets that are kept of a sniffer ({@link RingTap}), and the incidents of a
 * running service ({@link IncidentTaps}). Each is an interface of Wireshark's extcap protocol, which {@code wirepath
 * extcap} speaks; a {@link Tap} knows nothing of it.
 */
@NullMarked
package io.wirepath.appliance.extcap;

import org.jspecify.annotations.NullMarked;
