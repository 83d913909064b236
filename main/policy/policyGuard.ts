import { delimiter } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { LockedRule } from '../../shared/domain/rule'
import type { ServerConfig, StdioLaunch } from '../../shared/domain/server'
import type { ServerAuth, SignInSettings } from '../../shared/domain/serverAuth'
import type { TelemetryPolicy, TelemetrySettings } from '../../shared/domain/telemetry/telemetry'
import { approvedAuth, sentIdentity } from '../../shared/domain/launch/sentIdentity'
import { AppError } from '../../shared/errors/appError'
import { isRecord } from '../../shared/lib/json'
import type { Emitter } from '../lib/emitter'
import { elicitationLimits, samplingLimits, type ElicitationLimits, type SamplingPolicyLimits } from './serverRequestLimits'
import { fixedFolders, forbidsFolder, type FixedFolders } from './decideFolder'
import { forbidsModel, forbidsModelToServers, type JudgedModel } from './decideModel'
import { forbidsAdding, forbidsServer } from './decideServer'
import { extensionLimits } from './extensionLimits'
import { fixAuth, fixSignIn, forbidsRegistration, hasTwoClients, isAdminsClient } from './decideSignIn'
import { protocolCap } from './decideProtocol'
import { lockedRules } from './lockedRules'
import { localPrograms, resolvePrograms } from './resolvePrograms'
import type { Places } from './serverPatterns'
import { openPolicy, type Policy } from './policySheet'
import { fixesTelemetry, fixTelemetry, forbidsTelemetryContent, telemetryPolicy } from './telemetryPolicy'
import type { FixedServer, PolicyStore } from './policyStore'
import { explainRefusal, policyRefusal } from './policyRefusal'
import { MOST_PROGRAMS, programName, unwrapCommand } from './commands/unwrapCommand'

const nothing: readonly LockedRule[] = []

/** Checks that the owners of servers, models, folders and questions make before they act. An unusable policy forbids everything. */
export class PolicyGuard {
  /** Emitted after the policy changed. */
  readonly changes: Emitter<void>
  readonly #policyStore: PolicyStore
  readonly #loginShellPath: (signal: AbortSignal) => Promise<string>
  readonly #emptyWorkingFolder: () => string
  #rules: readonly LockedRule[] = nothing
  #fixed: ReadonlyMap<string, FixedServer> = new Map()

  constructor(deps: {
    readonly policyStore: PolicyStore
    readonly loginShellPath: (signal: AbortSignal) => Promise<string>
    /** Where programs start whose folder would change what they run. */
    readonly emptyWorkingFolder: () => string
  }) {
    this.#policyStore = deps.policyStore
    this.#emptyWorkingFolder = deps.emptyWorkingFolder
    this.#loginShellPath = deps.loginShellPath
    this.changes = deps.policyStore.changes
    this.#renew()
    this.changes.subscribe(() => this.#renew())
  }

  /** Checks whether users may add servers at all. @throws {AppError} POLICY */
  mayAdd(): void {
    refuse(this.#policyStore.fault() ?? forbidsAdding(this.#policyStore.policy()))
  }

  /** Checks whether a server may exist, from its definition alone. @throws {AppError} POLICY */
  mayHave(server: Pick<ServerConfig, 'id' | 'launch' | 'setBy'>): void {
    const policy = this.#policyStore.policy()
    refuse(this.#policyStore.fault() ?? forbidsServer(policy, this.#judged(server)) ?? hasTwoClients(policy, server.launch))
  }

  /** Checks whether a server may run now, including where its programs are. @throws {AppError} POLICY */
  async mayRun(server: Pick<ServerConfig, 'id' | 'launch' | 'setBy'>, signal: AbortSignal): Promise<void> {
    this.mayHave(server)
    const { launch } = server
    const { sheets } = this.#policyStore.policy()
    const isLookedAt = sheets.some(({ servers }) => servers?.allow !== undefined || servers?.deny !== undefined)
    if (launch.kind !== 'stdio' || !isLookedAt) return
    const places = await this.#placesOf(launch, signal)
    signal.throwIfAborted()
    refuse(this.#policyStore.fault() ?? forbidsServer(this.#policyStore.policy(), this.#judged(server), places))
  }

  /**
   * The folder that a command starts in; undefined for Parley's own. Under an allow list it is an empty one: npx and its like run what they
   * find where they start in the place of a package, `uv run server.py` runs the file that lies there, and who starts Parley chooses its folder.
   */
  folderOf({ cwd }: StdioLaunch): string | undefined {
    const isListed = this.#policyStore.policy().sheets.some(({ servers }) => servers?.allow !== undefined)
    return cwd ?? (isListed ? this.#emptyWorkingFolder() : undefined)
  }

  /**
   * Whether a server starts without asking, because only root could have configured it. A user's entry may choose how to sign in to a server
   * of a policy that says nothing of it. If that sends something of the user's own, other programs could have written it.
   */
  startsUnasked(server: Pick<ServerConfig, 'id' | 'setBy' | 'auth' | 'adminsClient'>): boolean {
    return this.isRoots(server) && (this.#setsAuth(server) || sentIdentity(approvedAuth(server)) === undefined)
  }

  /** Whether only root could have written how to sign in to the server. */
  #setsAuth(server: Pick<ServerConfig, 'id' | 'setBy'>): boolean {
    const parley = this.#fixed.get(server.id)?.entry['parley']
    return this.isRoots(server) && isRecord(parley) && parley['auth'] !== undefined
  }

  /** Whether only root could have configured the server. */
  isRoots({ id, setBy }: Pick<ServerConfig, 'id' | 'setBy'>): boolean {
    return setBy !== undefined && this.#fixed.get(id)?.isRoots === true
  }

  /** A server with everything that the policy sets for it. */
  fix(server: ServerConfig): ServerConfig {
    const policy = this.#policyStore.policy()
    if (policy === openPolicy) return server
    const { launch } = server
    const own = fixedFolders(policy, server.id)
    const cap = protocolCap(policy, server)
    const limits = extensionLimits(policy)
    const isFenced = policy.sheets.some(({ folders }) => folders?.within !== undefined)
    return {
      ...server,
      ...(own && { roots: own.folders.map((folder) => pathToFileURL(folder).href), rootsChosen: true }),
      ...(!own && isFenced && { roots: server.roots.filter((uri) => isShared(policy, uri)) }),
      ...(cap && { protocolCap: cap }),
      ...(limits.length > 0 && { extensionLimits: limits }),
      ...(launch.kind === 'http' && fixedAuth(policy, launch.url, server.auth, this.#setsAuth(server))),
    }
  }

  /** Why a folder (by its real path) may not be shared with a server; undefined if it may. */
  forbidsFolder(serverId: string, path: string): AppError | undefined {
    const own = this.fixedFolders(serverId)
    if (own && !own.folders.includes(path)) {
      return new AppError('POLICY', { reason: 'policy.foldersSet', params: { by: own.by, server: serverId, ask: own.ask } })
    }
    return this.#policyStore.fault() ?? forbidsFolder(this.#policyStore.policy(), path)
  }

  fixedFolders(serverId: string): FixedFolders | undefined {
    return fixedFolders(this.#policyStore.policy(), serverId)
  }

  forbidsModel(model: JudgedModel): AppError | undefined {
    return this.#policyStore.fault() ?? forbidsModel(this.#policyStore.policy(), model)
  }

  forbidsModelToServers(model: JudgedModel): AppError | undefined {
    return this.#policyStore.fault() ?? forbidsModelToServers(this.#policyStore.policy(), model)
  }

  samplingLimits(): SamplingPolicyLimits {
    const fault = this.#policyStore.fault()
    if (!fault) return samplingLimits(this.#policyStore.policy())
    return { off: explainRefusal(fault) }
  }

  /** Checks whether a chat may be kept in memory alone. @throws {AppError} POLICY */
  requireTemporaryChats(): void {
    refuse(this.#policyStore.fault())
    const sheet = this.#policyStore.policy().sheets.find(({ chat }) => chat?.temporary === false)
    if (sheet) throw policyRefusal(sheet, 'policy.temporaryChat')
  }

  elicitationLimits(): ElicitationLimits {
    if (this.#policyStore.fault()) return { form: false, url: false, by: [{ id: 'ends.unusablePolicy' }], ask: { id: 'policy.askManager' } }
    return elicitationLimits(this.#policyStore.policy())
  }

  /** The policy's rules. The same array until the policy changes. */
  rules(): readonly LockedRule[] {
    return this.#rules
  }

  fixSignIn(chosen: SignInSettings): SignInSettings {
    const policy = this.#policyStore.policy()
    return policy === openPolicy ? chosen : fixSignIn(policy, chosen)
  }

  /** @throws {AppError} POLICY */
  mayRegister(issuer: string): void {
    refuse(this.#policyStore.fault() ?? forbidsRegistration(this.#policyStore.policy(), issuer))
  }

  fixedServers(): readonly FixedServer[] {
    return this.#policyStore.fixedServers()
  }

  /** False while a policy cannot be used. Of an earlier version that counts meanwhile, nobody knows whether it has all servers. */
  saysServers(): boolean {
    return this.#policyStore.problem() === undefined
  }

  /** @throws {AppError} POLICY if the policy sets it */
  mayChangeSignIn(what: 'idp' | 'clientMetadataUrl'): void {
    const sheet = this.#policyStore.policy().sheets.find(({ signIn }) => signIn?.[what] !== undefined)
    if (sheet) throw policyRefusal(sheet, what === 'idp' ? 'policy.idpSet' : 'policy.documentSet')
  }

  /** What is said of telemetry. An unusable policy may forbid it. */
  telemetry(): TelemetryPolicy {
    return this.#policyStore.fault() ? { off: true, contentOff: true } : telemetryPolicy(this.#policyStore.policy())
  }

  fixTelemetry(chosen: TelemetrySettings): TelemetrySettings {
    return fixTelemetry(this.telemetry(), chosen)
  }

  /** @throws {AppError} POLICY if the policy sets where telemetry goes, or forbids `content` that is wanted */
  mayChangeTelemetry(content: boolean): void {
    refuse(this.#policyStore.fault())
    const policy = this.#policyStore.policy()
    const fixing = fixesTelemetry(policy)
    if (fixing) throw policyRefusal(fixing, 'policy.telemetrySet')
    const forbidding = content ? forbidsTelemetryContent(policy) : undefined
    if (forbidding) throw policyRefusal(forbidding, 'policy.telemetryContent')
  }

  /** Where everything lies that a command names. */
  async #placesOf(launch: StdioLaunch, signal: AbortSignal): Promise<Places> {
    const { programs, readers, words, clear, targets } = unwrapCommand(launch.command, launch.args, Object.keys(launch.env))
    const asked = new Set([...programs, ...readers.map(programName), ...(clear ? [] : words)])
    const [path, folder] = [await this.#pathOf(launch, signal), this.folderOf(launch)]
    const places = await resolvePrograms([...asked].slice(0, 2 * MOST_PROGRAMS), path, folder)
    const local = targets.flatMap(({ program, localName }) =>
      localName === undefined ? [] : [{ name: localName, runner: places.get(program)?.[0] }],
    )
    const found = local.map(async ({ name, runner }) => [name, await localPrograms(name, { runner, path, folder })] as const)
    return new Map([...places, ...(await Promise.all(found))])
  }

  /** The PATH that the server starts with. Its own PATH comes first, if it is readable. */
  async #pathOf({ env }: StdioLaunch, signal: AbortSignal): Promise<string> {
    const own = Object.entries(env).flatMap(([name, value]) => (/^path$/i.test(name) && typeof value === 'string' ? [value] : []))
    return [...own, await this.#loginShellPath(signal)].join(delimiter)
  }

  #renew(): void {
    this.#rules = lockedRules(this.#policyStore.policy())
    this.#fixed = new Map(this.#policyStore.fixedServers().map((server) => [server.id, server]))
  }

  #judged({ id, launch, setBy }: Pick<ServerConfig, 'id' | 'launch' | 'setBy'>) {
    const entry = setBy === undefined ? undefined : this.#fixed.get(id)?.entry
    return { id, launch, ...(entry !== undefined && { entry }) }
  }
}

function refuse(error: AppError | undefined): void {
  if (error) throw error
}

/** A URI that cannot be read as a local folder is not shared. */
function isShared(policy: Policy, uri: string): boolean {
  const url = URL.parse(uri)
  if (url?.protocol !== 'file:' || url.host !== '') return false
  try {
    return forbidsFolder(policy, fileURLToPath(url)) === undefined
  } catch (thrown) {
    if (thrown instanceof TypeError || thrown instanceof URIError) return false
    throw thrown
  }
}

function fixedAuth(
  policy: Policy,
  url: string,
  auth: ServerAuth,
  isAdmins: boolean,
): Pick<ServerConfig, 'auth' | 'entryAuth' | 'adminsClient'> {
  // What anybody could have written into a policy of the command line changes nothing that an admin has set.
  if (isAdmins && !isAdminsClient(policy, url)) return { auth }
  const fixed = fixAuth(policy, url, auth, isAdmins)
  if (fixed === auth) return { auth }
  return { auth: fixed, entryAuth: auth, ...(isAdminsClient(policy, url) && { adminsClient: true }) }
}
