/** What a reader should see first: each detector looks for one kind of trouble and says how sure it is. */
@NullMarked
package io.wirepath.analyze.finding;

import org.jspecify.annotations.NullMarked;
