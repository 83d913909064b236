import type { Project } from '../../../shared/domain/projects/project'
import { useHostQuery } from '../../rpc/useHostQuery'
import { useTopic } from '../../rpc/useTopic'

/** Returns about how many tokens the tools of a project take of each request. Undefined until it is known, and without a model. */
export function useToolTokens(project: Project): number | undefined {
  const standard = useTopic('models', (models) => models.default)
  const versions = useTopic('servers.catalogVersions')
  const ready = useTopic('connections.states', (states) =>
    Object.entries(states).flatMap(([id, state]) => (state.phase === 'ready' ? [id] : [])),
  )
  const model = project.model ?? (standard === 'none' ? undefined : standard)
  const options = { enabled: model !== undefined, version: [project, versions, ready] }
  return useHostQuery('chat.context', { projectId: project.id, model }, options).data?.tools.tokens
}
