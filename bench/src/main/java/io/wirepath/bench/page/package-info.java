/**
 * How quick the page and the API behind it are where there is very much to show: {@code bench/page}.
 *
 * <pre>
 *  LoadedWindow ─► the reports and calls of a service ─► PageBench   asks the API; opens the page in a browser
 * </pre>
 */
@NullMarked
package io.wirepath.bench.page;

import org.jspecify.annotations.NullMarked;
