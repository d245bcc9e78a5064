/**
 * Questions by machine, in a module beside the appliance: what it needs is not on the class path of who reads a
 * capture.
 *
 * <pre>
 *  WirepathConnect (main) ─► mcp.McpCommand ─► mcp.McpServers ─► mcp.Tools ─► mcp.ToolAnswers
 * </pre>
 */
@NullMarked
package io.wirepath.connect;

import org.jspecify.annotations.NullMarked;
