import {
  MOST_SHARED_FOLDERS,
  type ChatSettings,
  type ModelParameters,
  type ParameterName,
  type ToolSwitches,
} from '../../shared/domain/projects/project'
import { AppError } from '../../shared/errors/appError'
import type { ChatSettingsChange } from '../../shared/rpc/projects'

/** Many more than a person switches one by one. */
const MOST_SWITCHES = 10_000

type Table<T> = Readonly<Record<string, T>>
type ChangeOf<T> = Table<T | null | undefined> | null | undefined

/**
 * Pure: settings after a change. What is null is inherited again, and so are empty instructions and an empty list of folders. The folders
 * that the change adds are paths that exist.
 * @throws {AppError} INVALID_INPUT when they would have too many switches or folders.
 */
export function changeSettings(before: ChatSettings, change: ChatSettingsChange): ChatSettings {
  const switches = changeSwitches(before.switches, change.switches)
  if (countSwitches(switches) > MOST_SWITCHES) {
    throw new AppError('INVALID_INPUT', { reason: 'projects.tooManySwitches', params: { most: MOST_SWITCHES } })
  }
  return withoutEmpty({
    instructions: changed(before.instructions, change.instructions) ?? '',
    parameters: changeParameters(before.parameters, withUnset(change)),
    unset: changeUnset(before.unset, change),
    switches,
    folders: changeFolders(before.folders, change.folders),
  })
}

/** Pure: settings without what says nothing. */
export function withoutEmpty({ instructions, parameters, unset, switches, folders }: Required<ChatSettings>): ChatSettings {
  const tools = Object.fromEntries(Object.entries(switches.tools).filter(([, switched]) => !isEmpty(switched)))
  return {
    ...(instructions.trim() !== '' && { instructions }),
    ...(!isEmpty(parameters) && { parameters }),
    ...(unset.length > 0 && { unset }),
    ...(!(isEmpty(switches.servers) && isEmpty(tools)) && { switches: { servers: switches.servers, tools } }),
    ...(folders.length > 0 && { folders }),
  }
}

/** Pure: a table after a change of some of its entries. Null takes an entry out, or as the whole change all of them. */
export function changeTable<T>(before: Table<T>, change: ChangeOf<T>): Table<T> {
  if (change === null) return {}
  const entries = Object.keys({ ...before, ...change }).flatMap((key) => {
    // A tool may have the name of something that every object has.
    const value = changed(ownValue(before, key), ownValue(change ?? {}, key))
    return value === undefined ? [] : [[key, value] as const]
  })
  return Object.fromEntries(entries)
}

function changeFolders(before: readonly string[] = [], change: ChatSettingsChange['folders'] = {}): readonly string[] {
  if (change === null) return []
  const { add = [], remove = [], at } = change
  const gone = new Set(remove)
  const kept = before.filter((folder) => !gone.has(folder))
  const added = add.filter((folder) => !kept.includes(folder))
  const after = [...new Set(kept.toSpliced(at ?? kept.length, 0, ...added))]
  if (after.length > MOST_SHARED_FOLDERS && after.length > before.length) {
    throw new AppError('INVALID_INPUT', { reason: 'projects.tooManyFolders', params: { most: MOST_SHARED_FOLDERS } })
  }
  return after
}

function changeParameters(before: ModelParameters = {}, change: ChatSettingsChange['parameters'] = {}): ModelParameters {
  const temperature = changed(before.temperature, change && change.temperature)
  const maxOutputTokens = changed(before.maxOutputTokens, change && change.maxOutputTokens)
  const reasoning = changed(before.reasoning, change && change.reasoning)
  return {
    ...(temperature !== undefined && { temperature }),
    ...(maxOutputTokens !== undefined && { maxOutputTokens }),
    ...(reasoning !== undefined && { reasoning }),
  }
}

/** What is unset is no own value any more. */
function withUnset({ parameters, unset = [] }: ChatSettingsChange): ChatSettingsChange['parameters'] {
  if (parameters === null || unset.length === 0) return parameters
  return { ...parameters, ...Object.fromEntries(unset.map((name) => [name, null])) }
}

function changeUnset(before: readonly ParameterName[] = [], { parameters, unset = [] }: ChatSettingsChange): readonly ParameterName[] {
  const kept = parameters === null ? [] : before.filter((name) => parameters?.[name] === undefined)
  return [...new Set([...kept, ...unset])]
}

function changeSwitches(before: ToolSwitches = { servers: {}, tools: {} }, change: ChatSettingsChange['switches']): ToolSwitches {
  if (change === null) return { servers: {}, tools: {} }
  const tools = new Map<string, Table<boolean>>(Object.entries(before.tools))
  for (const [server, switched] of Object.entries(change?.tools ?? {})) tools.set(server, changeTable(tools.get(server) ?? {}, switched))
  return { servers: changeTable(before.servers, change?.servers), tools: Object.fromEntries(tools) }
}

function countSwitches({ servers, tools }: ToolSwitches): number {
  return Object.values(tools).reduce((sum, one) => sum + Object.keys(one).length, Object.keys(servers).length)
}

/** The new value, none where it is null, or the former one where it does not change. */
function changed<T>(before: T | undefined, change: T | null | undefined): T | undefined {
  return change === undefined ? before : (change ?? undefined)
}

function ownValue<T>(table: Table<T>, key: string): T | undefined {
  return Object.hasOwn(table, key) ? table[key] : undefined
}

function isEmpty(table: object): boolean {
  return Object.keys(table).length === 0
}
