import { findNodeAtLocation } from 'jsonc-parser'
import { UndoId, type ServerId } from '../../shared/domain/ids'
import { approvedAuth, withoutSent } from '../../shared/domain/launch/sentIdentity'
import type { ExposureSettings } from '../../shared/domain/dataFlow'
import type { SamplingLimits } from '../../shared/domain/sampling'
import type {
  BrokenServer,
  ElicitationChoice,
  Launch,
  SamplingChoice,
  ServerConfig,
  ServerInput,
  ServerList,
  TraceSwitch,
} from '../../shared/domain/server'
import type { ProtocolChoice } from '../../shared/protocol/protocolChoice'
import type { FileProblem } from '../../shared/domain/settings'
import { AppError } from '../../shared/errors/appError'
import type { Clock } from '../lib/clock'
import { Emitter } from '../lib/emitter'
import { addMembers, editJson, editSection, removeMembers, restoreMember, type JsonChange, type RemovedMember } from '../storage/editJson'
import { JsonFile } from '../storage/jsonFile'
import { valueOf } from '../storage/parseJson'
import type { LaunchRecord, LaunchRecords } from './launchRecords'
import { chosenForFixed, readPolicyServers, type ServerPolicy } from './readPolicyServers'
import { parseLaunch } from './parseLaunch'
import type { WrittenServer } from './parseServer'
import { entriesOf, serversFault, ServersReader } from './readServers'
import { parseServerName } from './parseServerName'
import { requireProtocolChoice } from './requireProtocol'
import { authChanges } from './writeAuth'
import { freeName } from './freeName'
import { markLookAlikeServers } from './markLookAlikeServers'
import { launchChanges, writtenLaunch } from './writeLaunch'

const LIST = ['mcpServers']
const UNDOS_KEPT = 50

/** A server of another configuration. */
export interface NewServer {
  readonly id: string
  readonly launch: Launch
  /** The tools that are switched off there. */
  readonly disabledTools?: readonly string[] | undefined
}

interface Removed {
  readonly id: ServerId
  /** The text of every member with that name. The member that was removed last comes first. */
  readonly members: readonly RemovedMember[]
  readonly record: LaunchRecord | undefined
}

/**
 * The owner of the servers that the user configured: `servers.json`, in the format that other hosts use, and the user's trust, which is
 * stored separately. A launch that the user saves here is approved to run. An entry that another program writes into the file is not.
 */
export class ServerRegistry {
  readonly changes = new Emitter<ServerList>()
  /** Emits when a server has a new name. Owners of data under the old name rewrite it now; `changes` follows. */
  readonly renamed = new Emitter<{ readonly from: ServerId; readonly to: ServerId }>()
  /** Emits the definition of a server that the user has removed here. */
  readonly removed = new Emitter<ServerConfig>()
  readonly #file: JsonFile
  readonly #records: LaunchRecords
  readonly #clock: Clock
  readonly #policy: ServerPolicy | undefined
  readonly #reader = new ServersReader()
  readonly #removed = new Map<UndoId, Removed>()
  #list: ServerList = { servers: [], broken: [] }
  #byId: ReadonlyMap<string, ServerConfig> = new Map()
  #changing = false

  constructor(options: { readonly path: string; readonly records: LaunchRecords; readonly clock: Clock; readonly policy?: ServerPolicy }) {
    this.#records = options.records
    this.#clock = options.clock
    this.#policy = options.policy
    this.#file = new JsonFile({ path: options.path, clock: options.clock, check: serversFault })
    this.#read()
    this.#file.changes.subscribe(() => this.#changed())
    this.#records.changes.subscribe(() => this.#changed())
    this.#policy?.changes.subscribe(() => this.#changed())
  }

  list(): ServerList {
    return this.#list
  }

  /** @throws {AppError} NOT_FOUND */
  get(id: ServerId): ServerConfig {
    const server = this.#byId.get(id)
    if (!server) throw new AppError('NOT_FOUND', { reason: 'servers.unknown', params: { name: id } })
    return server
  }

  /** Returns why `servers.json` cannot be read. Until it is repaired, the servers of its last good version stay in use. */
  problem(): FileProblem | undefined {
    return this.#file.problem && { file: 'servers.json', path: this.#file.path, error: this.#file.problem }
  }

  /** Whether every server is listed. An unreadable, missing or empty file does not say which servers exist, nor does an unusable policy. */
  isComplete(): boolean {
    return !this.#file.problem && this.#file.tree !== undefined && this.#policy?.saysServers() !== false
  }

  /**
   * Adds or changes a server for the user. Its launch is approved to run.
   * @throws {AppError} INVALID_INPUT, CONFLICT, NOT_FOUND, POLICY
   */
  save(input: ServerInput): void {
    const id = parseServerName(input.id)
    const launch = parseLaunch(writtenLaunch(input.launch))
    const { previousId, auth, disabledTools } = input
    this.#file.reload()
    for (const name of [id, previousId]) if (name !== undefined) this.#refuseFixed(name)
    this.#policy?.mayHave({ id, launch })
    if (previousId !== undefined && !this.#isThere(previousId)) this.get(previousId)
    if (id !== previousId && this.#isThere(id)) {
      throw new AppError('CONFLICT', { reason: 'servers.nameTaken', params: { name: id } })
    }
    // What another program wrote into the file is not the user's own, also where the user edits it.
    const before = previousId === undefined ? undefined : this.#byId.get(previousId)
    const ownEdit = before !== undefined && this.#records.approved(before.id, before.launch, approvedAuth(before))
    this.#change(() => {
      this.#file.rewrite((text) => {
        const entry = previousId === undefined ? undefined : this.#entry(previousId)
        const asked: JsonChange[] = [
          ...(auth ? authChanges([...LIST, id], entry, launch, auth) : []),
          ...(disabledTools ? [{ path: [...LIST, id, 'parley', 'tools', 'disabled'], value: disabledTools }] : []),
        ]
        if (previousId === undefined) return editJson(addMembers(text, LIST, [[id, writtenLaunch(launch)]]), asked)
        const renamed = previousId === id ? text : editJson(text, [{ rename: [...LIST, previousId], to: id }])
        return editJson(renamed, [...launchChanges([...LIST, id], entry, launch), ...asked])
      })
      if (previousId !== undefined && previousId !== id) {
        this.#records.rename(previousId, id)
        this.renamed.emit({ from: previousId, to: id })
      }
      this.#records.approve(id, launch, { auth: auth ?? (ownEdit ? approvedAuth(before) : undefined), ownEdit })
    })
  }

  /** Writes an equivalent launch in another form. It stays approved if it was approved before. */
  rewriteLaunch(id: ServerId, launch: Launch): void {
    this.#file.reload()
    this.#refuseFixed(id)
    const server = this.get(id)
    const approved = this.#records.approved(id, server.launch, approvedAuth(server))
    this.#change(() => {
      this.#file.rewrite((text) => editJson(text, launchChanges([...LIST, id], this.#entry(id), launch)))
      if (approved) this.#records.approve(id, launch, { auth: approvedAuth(server), ownEdit: true })
    })
  }

  /** Imports servers of another configuration, disabled and not approved, so that the user checks each one before its first run. */
  importServers(servers: readonly NewServer[]): void {
    this.#policy?.mayAdd()
    this.#file.reload()
    const taken = new Set([...entriesOf(this.#file.tree).map(({ name }) => name), ...this.#byId.keys()])
    const members = servers.map(({ id, launch, disabledTools = [] }) => {
      const name = freeName(parseServerName(id), taken)
      taken.add(name)
      const parley = { enabled: false, ...(disabledTools.length > 0 && { tools: { disabled: disabledTools } }) }
      return [name, { ...writtenLaunch(parseLaunch(writtenLaunch(launch))), parley }] as const
    })
    this.#change(() => this.#file.rewrite((text) => addMembers(text, LIST, members)))
  }

  setEnabled(id: ServerId, enabled: boolean): void {
    this.#set(id, ['enabled'], enabled)
  }

  /** Sets "Believe what SERVER says about its tools". The value is not stored in the file, so that no file and no import can set it. */
  setTrusted(id: ServerId, trusted: boolean): void {
    this.get(id)
    this.#records.setTrusted(id, trusted)
  }

  setSampling(id: ServerId, sampling: SamplingChoice): void {
    this.#set(id, ['sampling'], sampling)
  }

  /** Sets how much the server may use the user's models, and which models. */
  setSamplingLimits(id: ServerId, limits: SamplingLimits): void {
    this.#set(id, ['samplingLimits'], limits)
  }

  /** Sets whether the server may ask the person for information and to visit pages. */
  setElicitation(id: ServerId, elicitation: ElicitationChoice): void {
    this.#set(id, ['elicitation'], elicitation)
  }

  /** Sets what the server touches, as the user says. Values that are left out are guessed again. */
  setTouches(id: ServerId, touches: ExposureSettings): void {
    this.#set(id, ['touches'], touches)
  }

  /** Sets which versions of MCP may be spoken with the server. @throws {AppError} POLICY when none of them is allowed, or a policy has set them. */
  setProtocol(id: ServerId, protocol: ProtocolChoice): void {
    requireProtocolChoice(this.get(id), protocol)
    this.#set(id, ['protocol'], protocol === 'automatic' ? undefined : protocol)
  }

  /** Sets how a remote server learns who calls. */
  setAuth(id: ServerId, auth: ServerConfig['auth']): void {
    this.#set(id, ['auth'], auth)
  }

  /** Sets whether Parley claims an extension to the server. */
  setExtension(id: ServerId, extension: string, on: boolean): void {
    this.#set(id, ['extensions', extension], on)
  }

  /** Sets what the server learns of Parley's traces. */
  setTracing(id: ServerId, name: TraceSwitch, on: boolean): void {
    this.#set(id, [name], on)
  }

  setToolEnabled(id: ServerId, tools: readonly string[], enabled: boolean): void {
    this.#file.reload()
    const others = this.get(id).disabledTools.filter((tool) => !tools.includes(tool))
    this.#set(id, ['tools', 'disabled'], enabled ? others : [...others, ...new Set(tools)])
  }

  /** Sets the folders that the server may be told about. An empty list is a choice too. */
  setRoots(id: ServerId, fileUris: readonly string[]): void {
    const wrong = fileUris.find((uri) => URL.parse(uri)?.protocol !== 'file:')
    if (wrong !== undefined) throw new AppError('INVALID_INPUT', { reason: 'servers.notAFolder', params: { uri: wrong } })
    this.#set(id, ['roots'], [...new Set(fileUris)])
  }

  /**
   * Removes a server, even a broken one, from the file with its comments. `restore` puts it back.
   * @throws {AppError} NOT_FOUND, CONFLICT, POLICY
   */
  remove(id: ServerId): UndoId {
    this.#file.reload()
    this.#refuseFixed(id)
    if (!this.#isThere(id)) this.get(id)
    const found = this.#byId.get(id)
    // Whoever signs out there now sends nothing that nobody agreed to.
    const before = found && this.#records.approved(id, found.launch, approvedAuth(found)) ? found : found && withoutSent(found)
    const undoId = UndoId.parse(this.#clock.newId())
    this.#change(() => {
      let members: readonly RemovedMember[] = []
      this.#file.rewrite((text) => {
        const rest = removeMembers(text, [...LIST, id])
        members = rest.removed
        return rest.text
      })
      // The name of a broken entry may be longer or emptier than the id that represents it.
      if (members.length === 0) throw new AppError('CONFLICT', { reason: 'servers.notRemovable', params: { name: id } })
      this.#removed.set(undoId, { id, members, record: this.#records.take(id) })
      const [oldest] = this.#removed.keys()
      if (this.#removed.size > UNDOS_KEPT && oldest !== undefined) this.#removed.delete(oldest)
    })
    if (before) this.removed.emit(before)
    return undoId
  }

  /** Puts a removed server back in its old place. @throws {AppError} NOT_FOUND, CONFLICT */
  restore(undoId: UndoId): void {
    this.#file.reload()
    const removed = this.#removed.get(undoId)
    if (!removed) throw new AppError('NOT_FOUND', { reason: 'servers.undoExpired' })
    if (this.#isThere(removed.id)) throw new AppError('CONFLICT', { reason: 'servers.newNamesake', params: { name: removed.id } })
    this.#change(() => {
      this.#file.rewrite((text) => removed.members.reduce((current, member) => restoreMember(current, LIST, member), text))
      if (removed.record) this.#records.putBack(removed.id, removed.record)
      this.#removed.delete(undoId)
    })
  }

  [Symbol.dispose](): void {
    this.#file[Symbol.dispose]()
  }

  #set(id: ServerId, path: readonly string[], value: unknown): void {
    this.#file.reload()
    const { setBy } = this.get(id)
    const place = setBy === undefined ? [...LIST, id, 'parley'] : [...chosenForFixed, id]
    this.#change(() => this.#file.rewrite((text) => editSection(text, place, { path, value })))
  }

  /** Runs a change of several steps. Listeners are notified once, when all steps are done. */
  #change(work: () => void): void {
    try {
      this.#quietly(work)
    } finally {
      this.#changed()
    }
  }

  #quietly(work: () => void): void {
    const before = this.#changing
    this.#changing = true
    try {
      work()
    } finally {
      this.#changing = before
    }
  }

  #changed(): void {
    if (this.#changing) return
    this.#read()
    this.changes.emit(this.#list)
  }

  #read(): void {
    const { servers, broken } = this.#reader.read(this.#file.text, this.#file.tree)
    if (!this.#file.problem) this.#quietly(() => this.#records.approveFirst(servers))
    this.#list = markLookAlikeServers(this.#withPolicy(this.#withTrust(servers), broken))
    this.#byId = new Map(this.#list.servers.map((server) => [server.id, server]))
  }

  /** The servers of the policy come first. A user's server with the same name is ignored while the policy has that name. */
  #withPolicy(servers: readonly ServerConfig[], broken: readonly BrokenServer[]): ServerList {
    if (!this.#policy) return { servers, broken }
    const policy = this.#policy
    const chosen = this.#file.tree && findNodeAtLocation(this.#file.tree, [...chosenForFixed])
    const fixed = readPolicyServers(policy.fixedServers(), chosen && valueOf(chosen))
    const taken = new Set<string>([...fixed.servers, ...fixed.broken].map(({ id }) => id))
    const isFree = ({ id }: { readonly id: ServerId }): boolean => !taken.has(id)
    return {
      servers: [...this.#withTrust(fixed.servers), ...servers.filter(isFree)].map((server) => policy.fix(server)),
      broken: [...fixed.broken, ...broken.filter(isFree)],
    }
  }

  #refuseFixed(id: ServerId): void {
    // This includes unusable servers, such as one that two policies define differently.
    const setBy = this.#policy?.fixedServers().find((fixed) => fixed.id === id)?.by
    if (setBy !== undefined) throw new AppError('POLICY', { reason: 'servers.setByPolicy', params: { by: setBy, name: id } })
  }

  #withTrust(servers: readonly WrittenServer[]): ServerConfig[] {
    const trusted = this.#records.allTrusted()
    return servers.map((server) => ({ ...server, trusted: trusted.has(server.id) }))
  }

  #isThere(id: ServerId): boolean {
    return this.#byId.has(id) || this.#list.broken.some((server) => server.id === id)
  }

  #entry(id: ServerId): unknown {
    const entry = entriesOf(this.#file.tree).find(({ name }) => name === id)
    return entry && valueOf(entry.node)
  }
}
