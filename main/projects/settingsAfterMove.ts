import type { ModelParameters, OwnSettings, Project } from '../../shared/domain/projects/project'
import { withoutEmpty } from './changeSettings'

/**
 * Pure: what a conversation says itself after it moved to a project. It keeps its own values; what equals the project's is inherited from
 * then on.
 */
export function settingsAfterMove({ model, chosenAccounts, settings }: OwnSettings, project: Project): OwnSettings {
  const { instructions = '', parameters = {}, unset = [], switches = { servers: {}, tools: {} }, folders = [] } = settings
  const ofProject: Readonly<Record<string, Readonly<Record<string, boolean>>>> = project.switches?.tools ?? {}
  return {
    model: model === project.model ? 'default' : model,
    chosenAccounts: differing(chosenAccounts, project.accounts),
    settings: withoutEmpty({
      instructions: instructions === project.instructions ? '' : instructions,
      parameters: differingParameters(parameters, project.parameters),
      unset: unset.filter((name) => project.parameters?.[name] !== undefined),
      switches: {
        servers: differing(switches.servers, project.switches?.servers),
        tools: Object.fromEntries(
          Object.entries(switches.tools).map(([server, tools]) => [
            server,
            differing(tools, Object.hasOwn(ofProject, server) ? ofProject[server] : {}),
          ]),
        ),
      },
      folders: folders.filter((folder) => project.folders?.includes(folder) !== true),
    }),
  }
}

function differingParameters(own: ModelParameters, inherited: ModelParameters = {}): ModelParameters {
  return {
    ...(own.temperature !== undefined && own.temperature !== inherited.temperature && { temperature: own.temperature }),
    ...(own.maxOutputTokens !== undefined && own.maxOutputTokens !== inherited.maxOutputTokens && { maxOutputTokens: own.maxOutputTokens }),
    ...(own.reasoning !== undefined && own.reasoning !== inherited.reasoning && { reasoning: own.reasoning }),
  }
}

function differing<T>(own: Readonly<Record<string, T>>, inherited: Readonly<Record<string, T>> = {}): Readonly<Record<string, T>> {
  return Object.fromEntries(Object.entries(own).filter(([key, value]) => !(Object.hasOwn(inherited, key) && inherited[key] === value)))
}
