import { createHash } from 'node:crypto'
import { nameOfAppTool } from '../../shared/domain/apps/appTool'
import type { Tool, ToolOfApp } from '../../shared/domain/catalog'
import type { Limits } from '../../shared/domain/defaultLimits'
import { isRecord } from '../../shared/lib/json'
import { parseTool } from '../parsing/parseTool'

/**
 * Pure: reads a tool as an app lists it. Undefined where it cannot be used. What concerns servers alone (`_meta`, tasks, icons) is not read. Its
 * hash is never that of a tool of a server, so no rule that is bound to one covers the other.
 */
export function parseAppTool(raw: unknown, ofApp: ToolOfApp, limits: Limits): Tool | undefined {
  if (!isRecord(raw)) return undefined
  const { name, title, description, inputSchema, outputSchema, annotations } = raw
  const parsed = parseTool({ name, title, description, inputSchema, outputSchema, annotations }, limits, false)
  if (!parsed.ok) return undefined
  const { tool } = parsed
  const hash = createHash('sha256').update(`tool of an app ${tool.hash}`).digest('hex')
  return { ...tool, name: nameOfAppTool(tool.name), hash, ofApp }
}
