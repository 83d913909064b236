import type { ServerId } from '../../../../shared/domain/ids'
import { useCatalogs } from '../../../rpc/useCatalogs'

/** Whether another connected server has a tool of the same name, so that the name alone does not say what is allowed. */
export function useHasSameNamedTool(server: ServerId, tool: string): boolean {
  return useCatalogs().some(({ serverId, catalog }) => serverId !== server && catalog.tools.some(({ name }) => name === tool))
}
