package io.wirepath.sniffer.live;

/**
 * How a port came to be opened.
 *
 * @param interfaceName the interface
 * @param way how its frames are got; never {@link CaptureWay#AUTO}
 * @param linkType the LINKTYPE_ number of its frames
 * @param cardStamps whether the card was asked to stamp the frames; if not, the kernel does
 * @param bufferBytes memory in which the kernel keeps frames until they are read
 * @param remark what a person should know of the choice, such as why another way was passed over; empty if nothing
 */
public record PortFacts(
        String interfaceName, CaptureWay way, int linkType, boolean cardStamps, long bufferBytes, String remark) {}
