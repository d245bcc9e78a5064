/** Distributions of delays at nodes and on links, weighted by the probability of what they were measured on. */
@NullMarked
package io.wirepath.analyze.delay;

import org.jspecify.annotations.NullMarked;
