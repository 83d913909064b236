import type { ContentBlock, ToolResult } from '../../shared/domain/toolResult'
import { isParsedObject, type JsonObject } from '../../shared/lib/json'

/** Pure: a result in the form in which MCP writes it, for an interface, from what Parley keeps of it where the server's own text is not kept. */
export function resultAsMcp({ content, structuredContent, isError }: ToolResult): JsonObject {
  const written: unknown = {
    content: content.map(blockAsMcp),
    ...(structuredContent !== undefined && { structuredContent }),
    ...(isError && { isError }),
  }
  return isParsedObject(written) ? written : { content: [] }
}

function blockAsMcp(block: ContentBlock): unknown {
  if (block.type === 'unknown') return block.json
  if (block.type !== 'resource') return block
  const { type, annotations, ...resource } = block
  return { type, resource, ...(annotations && { annotations }) }
}
