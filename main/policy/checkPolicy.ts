import { AppError } from '../../shared/errors/appError'
import { forbidsServer, describePattern } from './decideServer'
import { faultMessage, parsePolicy, type ParsedPolicy, type PolicyParsing } from './parsePolicy'
import type { PolicySheet } from './policySheet'
import { describePolicy } from './describePolicy'
import { NoPolicyText, readPolicyText, unknownPermissions, unreadable } from './readPolicyFile'
import type { Message } from '../../shared/i18n/message'
import { errorMessage } from '../../shared/i18n/errorText'
import type { PolicyFact } from '../../shared/domain/policy'

/** What an administrator should know about a policy file. */
export interface PolicyCheck {
  readonly ok: boolean
  readonly path: string
  readonly setBy?: string
  /** Why it cannot be used. */
  readonly faults: readonly Message[]
  /** The policy works, but may not do what was intended. */
  readonly remarks: readonly Message[]
  /** What it sets. */
  readonly says: readonly PolicyFact[]
}

export interface CheckOptions extends PolicyParsing {
  readonly checkFilePermissions: (path: string) => Promise<Message | undefined>
  /** Whether it is at the computer's own place, where unsafe permissions are a fault. */
  readonly mustBelongToRoot: boolean
  /** The launch of a usable entry of `mcpServers`. */
  readonly launchOf: (name: string, entry: unknown) => Parameters<typeof forbidsServer>[1]['launch'] | undefined
}

/** Checks a policy file as Parley would read it. @throws {AppError} INVALID_INPUT if there is no such file */
export async function checkPolicy(path: string, options: CheckOptions): Promise<PolicyCheck> {
  const parsed = await readPolicyText(path).then(
    (text) => checked(parsePolicy(text, options)),
    (thrown: unknown) => notRead(path, thrown),
  )
  const unsafe = await options.checkFilePermissions(path).catch(unknownPermissions)
  const faults = [...('faults' in parsed ? parsed.faults : []), ...(options.mustBelongToRoot && unsafe ? [unsafe] : [])]
  const elsewhere: readonly Message[] =
    unsafe === undefined || options.mustBelongToRoot ? [] : [{ id: 'policy.remark.elsewhere', params: { unsafe } }]
  return {
    ok: faults.length === 0,
    path,
    ...('sheet' in parsed && { setBy: parsed.sheet.name }),
    faults,
    remarks: [...('sheet' in parsed ? remarksOn(parsed.sheet, options) : []), ...elsewhere],
    says: 'sheet' in parsed ? describePolicy(parsed.sheet).map(([, fact]) => fact) : [],
  }
}

type Checked = { readonly sheet: PolicySheet } | { readonly faults: readonly Message[] }

function checked(parsed: ParsedPolicy): Checked {
  return parsed.ok ? { sheet: parsed.sheet } : { faults: parsed.faults.map(faultMessage) }
}

function notRead(path: string, thrown: unknown): Checked {
  if (thrown instanceof NoPolicyText) return { faults: [thrown.fault] }
  if (thrown instanceof Error && 'code' in thrown && thrown.code === 'ENOENT')
    throw new AppError('INVALID_INPUT', { reason: 'policy.noFile', params: { path } })
  throw new AppError('INVALID_INPUT', { reason: 'policy.unreadable', params: { path, why: unreadable(thrown) } })
}

/** Members that other hosts use in server entries. */
const OF_ENTRIES: ReadonlySet<string> = new Set([
  'type',
  'transport',
  'command',
  'args',
  'env',
  'cwd',
  'url',
  'headers',
  'disabled',
  'parley',
])

/** Words and server names that have no effect and may be misspelled. */
function idleNames({ mcpServers = {}, folders = {}, rules = [] }: PolicySheet): readonly Message[] {
  const odd = Object.entries(mcpServers).flatMap(([id, entry]) => {
    const names = Object.keys(entry).filter((name) => !OF_ENTRIES.has(name))
    return names.map((word): Message => ({ id: 'policy.remark.unknownWord', params: { server: id, word } }))
  })
  const meant = [...Object.keys(folders.ofServers ?? {}), ...rules.flatMap(({ server }) => server ?? [])]
  const unknown = [...new Set(meant)].filter((id) => !Object.hasOwn(mcpServers, id))
  return [...odd, ...unknown.map((server): Message => ({ id: 'policy.remark.foreignName', params: { server } }))]
}

function remarksOn(sheet: PolicySheet, { launchOf }: CheckOptions): readonly Message[] {
  const { mcpServers = {}, servers = {}, contact } = sheet
  const denied = Object.entries(mcpServers).flatMap(([id, entry]): Message[] => {
    const launch = launchOf(id, entry)
    const error = launch && forbidsServer({ sheets: [sheet] }, { id, launch, entry })
    return error ? [{ id: 'policy.remark.contradiction', params: { server: id, why: errorMessage(error) } }] : []
  })
  const { deny = [] } = servers
  const denyOnly = deny.length > 0 && !servers.allow && servers.add !== false
  const remarks: (Message | false)[] = [
    servers.add === false && servers.allow !== undefined && { id: 'policy.remark.allowIdle' },
    denyOnly && { id: 'policy.remark.denyAlone', params: { servers: deny.map(describePattern) } },
    contact === undefined && { id: 'policy.remark.noContact' },
  ]
  return [...denied, ...idleNames(sheet), ...remarks.filter((remark) => remark !== false)]
}
