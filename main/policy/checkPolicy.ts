import { AppError } from '../../shared/errors/appError'
import { forbidsServer, patternWords } from './decideServer'
import { parsePolicy, type ParsedPolicy, type PolicyParsing } from './parsePolicy'
import type { PolicySheet } from './policySheet'
import { describePolicy } from './describePolicy'
import { readPolicyText } from './readPolicyFile'

/** What there is to say about a policy that somebody writes. */
export interface PolicyCheck {
  readonly ok: boolean
  readonly path: string
  readonly setBy?: string
  /** Why it cannot be used. */
  readonly faults: readonly string[]
  /** It can be used, and may not do what was meant. */
  readonly remarks: readonly string[]
  /** What it fixes, in sentences. */
  readonly says: readonly string[]
}

export interface CheckOptions extends PolicyParsing {
  readonly checkFilePermissions: (path: string) => Promise<string | undefined>
  /** It is at the computer's own place: who may write there is a fault. */
  readonly mustBelongToRoot: boolean
  /** The launch of an entry of `mcpServers` that can be used. */
  readonly launchOf: (name: string, entry: unknown) => Parameters<typeof forbidsServer>[1]['launch'] | undefined
}

/** Looks at a policy as Parley would read it. @throws {AppError} INVALID_INPUT where there is no such file */
export async function checkPolicy(path: string, options: CheckOptions): Promise<PolicyCheck> {
  const parsed = await readPolicyText(path).then(
    (text) => parsePolicy(text, options),
    (thrown: unknown) => notRead(path, thrown),
  )
  const unsafe = await options
    .checkFilePermissions(path)
    .catch((thrown: unknown) => `Who may write to it cannot be found out: ${AppError.from(thrown).message}`)
  const faults = [...(parsed.ok ? [] : parsed.all), ...(options.mustBelongToRoot && unsafe !== undefined ? [unsafe] : [])]
  const elsewhere = unsafe === undefined || options.mustBelongToRoot ? [] : [`${unsafe}: at a computer’s own place it would not count.`]
  return {
    ok: faults.length === 0,
    path,
    ...(parsed.ok && { setBy: parsed.sheet.name }),
    faults,
    remarks: [...(parsed.ok ? remarksOn(parsed.sheet, options) : []), ...elsewhere],
    says: parsed.ok ? describePolicy(parsed.sheet).map(([, sentence]) => sentence) : [],
  }
}

function notRead(path: string, thrown: unknown): ParsedPolicy {
  const { code, message } = AppError.from(thrown)
  if (code === 'POLICY') return { ok: false, message, all: [message] }
  if (thrown instanceof Error && 'code' in thrown && thrown.code === 'ENOENT')
    throw new AppError('INVALID_INPUT', `There is no file ${path}`)
  throw new AppError('INVALID_INPUT', `${path} cannot be read: ${message}`)
}

/** What entries in the shape of other hosts have. */
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

/** Words and names of servers that come to nothing, and may be mistyped. */
function idleNames({ mcpServers = {}, folders = {}, rules = [] }: PolicySheet): readonly string[] {
  const odd = Object.entries(mcpServers).flatMap(([id, entry]) => {
    const names = Object.keys(entry).filter((name) => !OF_ENTRIES.has(name))
    return names.map((name) => `“${id}” has “${name}”, which means nothing to Parley.`)
  })
  const meant = [...Object.keys(folders.ofServers ?? {}), ...rules.flatMap(({ server }) => server ?? [])]
  const unknown = [...new Set(meant)].filter((id) => !Object.hasOwn(mcpServers, id))
  return [...odd, ...unknown.map((id) => `It calls a server “${id}” that is not its own: users may name theirs otherwise.`)]
}

function remarksOn(sheet: PolicySheet, { launchOf }: CheckOptions): readonly string[] {
  const { mcpServers = {}, servers = {}, contact } = sheet
  const denied = Object.entries(mcpServers).flatMap(([id, entry]) => {
    const launch = launchOf(id, entry)
    const error = launch && forbidsServer({ sheets: [sheet] }, { id, launch, entry })
    return error ? [`It has “${id}”, and forbids it: ${error.message}.`] : []
  })
  const { deny = [] } = servers
  const denyOnly = deny.length > 0 && !servers.allow && servers.add !== false
  return [
    ...denied,
    ...idleNames(sheet),
    ...(servers.add === false && servers.allow ? ['“allow” has no effect where “add” is false.'] : []),
    ...(denyOnly
      ? [`“deny” alone stops ${deny.map(patternWords).join(', ')} where it can be read in a command. “allow” stops whatever is not in it.`]
      : []),
    ...(contact === undefined ? ['It has no “contact”: people are told who forbids something, and not how to ask.'] : []),
  ]
}
