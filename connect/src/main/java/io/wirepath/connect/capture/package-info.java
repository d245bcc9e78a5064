/**
 * Captures that are elsewhere: objects of S3-compatible stores ({@link io.wirepath.connect.capture.S3Captures}), and
 * interfaces that an rpcapd captures ({@link io.wirepath.connect.capture.RpcapCaptures}).
 */
@NullMarked
package io.wirepath.connect.capture;

import org.jspecify.annotations.NullMarked;
