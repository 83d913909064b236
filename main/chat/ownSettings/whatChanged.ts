import type { EffectiveSettings } from '../../../shared/domain/projects/effectiveSettings'
import type { ToolSwitches } from '../../../shared/domain/projects/project'
import type { ProjectMove } from '../../../shared/rpc/conversations'

/** Pure: how the settings that count in some conversations differ after a move: their models, and whether other servers or tools are on. */
export function whatChanged(
  moved: readonly { readonly before: EffectiveSettings; readonly after: EffectiveSettings }[],
): Omit<ProjectMove, 'undoId'> {
  const models = new Map(moved.map(({ before, after }) => [`${before.model} ${after.model}`, { from: before.model, to: after.model }]))
  return {
    models: [...models.values()],
    switches: moved.some(({ before, after }) => whatIsOff(before.switches) !== whatIsOff(after.switches)),
  }
}

/** What is not named is on, as is what is named to be. */
function whatIsOff({ servers, tools }: ToolSwitches): string {
  const offIn = (table: Readonly<Record<string, boolean>>): readonly string[] =>
    Object.entries(table).flatMap(([name, on]) => (on ? [] : [name]))
  const off = [
    ...offIn(servers).map((server) => [server]),
    ...Object.entries(tools).flatMap(([server, named]) => offIn(named).map((tool) => [server, tool])),
  ]
  return JSON.stringify(off.map((path) => JSON.stringify(path)).toSorted())
}
