package io.wirepath.merge.result;

/**
 * What was lost between two sniffers that connections pass one after the other, in one direction.
 *
 * @param from number of the sniffer that was passed first
 * @param to number of the sniffer that was passed next
 * @param connections connections of which both saw everything, and which are in these sums
 * @param segments segments or datagrams with payload that passed the first and not the second
 * @param emptySegments the same without payload: acknowledgments, SYN, FIN, RST
 * @param bytes payload bytes lost, those sent again counted as often as they were lost
 * @param notCapturedBytes payload bytes that the receiver has acknowledged and one of the two sniffers did not capture:
 *     no loss of the network
 */
public record LinkLoss(
        int from, int to, long connections, long segments, long emptySegments, long bytes, long notCapturedBytes) {}
