import type { ChosenAccounts, ModelChoice } from '../chat'
import type { ServerId } from '../ids'
import type { ModelParameters, OwnSettings, ParameterName, Project, ToolSwitches } from './project'

/** What counts for the next message of a conversation. */
export interface EffectiveSettings {
  /** Those of the project first. Without empty ones. */
  readonly instructions: readonly { readonly from: 'project' | 'conversation'; readonly text: string }[]
  readonly model: ModelChoice
  readonly parameters: ModelParameters
  readonly switches: ToolSwitches
  readonly accounts: ChosenAccounts
  /** Absolute paths, each once; those of the project first. */
  readonly folders: readonly string[]
}

export const NO_SWITCHES: ToolSwitches = { servers: {}, tools: {} }

/** What counts where nothing was said: for a new conversation in no project. */
export const NOTHING_SAID: EffectiveSettings = {
  instructions: [],
  model: 'default',
  parameters: {},
  switches: NO_SWITCHES,
  accounts: {},
  folders: [],
}

/** Pure: what a conversation says itself, over what its project says. 'default' means the project's model if it has one. */
export function effectiveSettings(project: Project | undefined, own: OwnSettings): EffectiveSettings {
  const { model, chosenAccounts, settings } = own
  const said = [
    { from: 'project', text: project?.instructions ?? '' },
    { from: 'conversation', text: settings.instructions ?? '' },
  ] as const
  return {
    instructions: said.filter(({ text }) => text.trim() !== ''),
    model: model === 'default' ? (project?.model ?? 'default') : model,
    parameters: { ...without(project?.parameters, settings.unset), ...settings.parameters },
    switches: mergeSwitches(project?.switches, settings.switches),
    accounts: { ...project?.accounts, ...chosenAccounts },
    folders: [...new Set([...(project?.folders ?? []), ...(settings.folders ?? [])])],
  }
}

/** Pure: whether a model may have a tool of a server. */
export function isToolOn({ servers, tools }: ToolSwitches, serverId: ServerId, tool: string): boolean {
  return isServerOn({ servers }, serverId) && isOn(tools[serverId] ?? {}, tool)
}

/** Pure: whether a model may have anything of a server. */
export function isServerOn({ servers }: Pick<ToolSwitches, 'servers'>, serverId: ServerId): boolean {
  return isOn(servers, serverId)
}

/** A tool may have the name of something that every object has. */
function isOn(switches: Readonly<Record<string, boolean>>, name: string): boolean {
  return !Object.hasOwn(switches, name) || switches[name] !== false
}

function without({ temperature, maxOutputTokens, reasoning }: ModelParameters = {}, unset: readonly ParameterName[] = []): ModelParameters {
  return {
    ...(temperature !== undefined && !unset.includes('temperature') && { temperature }),
    ...(maxOutputTokens !== undefined && !unset.includes('maxOutputTokens') && { maxOutputTokens }),
    ...(reasoning !== undefined && !unset.includes('reasoning') && { reasoning }),
  }
}

function mergeSwitches(under: ToolSwitches = NO_SWITCHES, over: ToolSwitches = NO_SWITCHES): ToolSwitches {
  return { servers: { ...under.servers, ...over.servers }, tools: mergeTools(under.tools, over.tools) }
}

function mergeTools(
  under: Readonly<Record<string, ToolSwitches['tools'][ServerId]>>,
  over: Readonly<Record<string, ToolSwitches['tools'][ServerId]>>,
): ToolSwitches['tools'] {
  const named = Object.keys({ ...under, ...over })
  return Object.fromEntries(named.map((id) => [id, { ...under[id], ...over[id] }]))
}
