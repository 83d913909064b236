import type { Project } from '../../../shared/domain/projects/project'
import { useHostQuery } from '../../rpc/useHostQuery'
import { useTopic } from '../../rpc/useTopic'

export interface ProjectTools {
  /** About how many tokens they take of each request. Undefined until it is known, and without a model. */
  readonly tokens: number | undefined
  /** Whether the model searches among them, because they are many. */
  readonly searched: boolean
}

/** Returns what the tools of a project are for its model. */
export function useProjectTools(project: Project): ProjectTools {
  const standard = useTopic('models', (models) => models.default)
  const versions = useTopic('servers.catalogVersions')
  const ready = useTopic('connections.states', (states) =>
    Object.entries(states).flatMap(([id, state]) => (state.phase === 'ready' ? [id] : [])),
  )
  const model = project.model ?? (standard === 'none' ? undefined : standard)
  const options = { enabled: model !== undefined, version: [project, versions, ready] }
  const of = { projectId: project.id, model }
  return {
    tokens: useHostQuery('chat.context', of, options).data?.tools.tokens,
    searched: useHostQuery('chat.toolsForModel', of, options).data?.searched === true,
  }
}
