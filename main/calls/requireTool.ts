import type { Catalog, Tool } from '../../shared/domain/catalog'
import { AppError } from '../../shared/errors/appError'
import type { CallRequest } from './activeCall'
import type { CallContext } from './callContext'

/** Pure: the tool with this name in the server's current catalog. */
export function listedTool({ tools }: Catalog, name: string): Tool | undefined {
  return tools.find((known) => known.name === name)
}

/**
 * Returns the tool of a call from the server's current catalog.
 * @param done What already happened in this call, for the hint of an error.
 * @throws {AppError} UNKNOWN_TOOL, or CONFLICT when the tool differs from the one that was allowed to run or that the user accepted.
 */
export function requireTool(
  { target, definitions }: Pick<CallContext, 'target' | 'definitions'>,
  { tool: name, definitionHash }: Pick<CallRequest, 'tool' | 'definitionHash'>,
  done: 'nothingRun' | 'noAnswerSent' = 'nothingRun',
): Tool {
  const { serverId, catalog } = target
  const tool = listedTool(catalog, name)
  if (tool && definitionHash !== undefined && tool.hash !== definitionHash) {
    throw new AppError('CONFLICT', { reason: 'calls.toolChanged', params: { server: serverId, tool: name, done } })
  }
  if (tool) {
    definitions.requireAccepted(serverId, tool)
    return tool
  }
  const aside = catalog.skipped.find((known) => known.what === 'tool' && known.name === name)
  throw new AppError(
    'UNKNOWN_TOOL',
    aside
      ? { reason: 'calls.unusableTool', params: { server: serverId, tool: name, why: aside.reason } }
      : { reason: 'calls.noTool', params: { server: serverId, tool: name } },
  )
}
