import { AppError } from '../../shared/errors/appError'
import type { forbidsServer } from './decideServer'
import { faultMessage, parsePolicy, type ParsedPolicy, type PolicyParsing } from './parsePolicy'
import type { PolicySheet } from './policySheet'
import { describePolicy } from './describePolicy'
import { policyRemarks } from './policyRemarks'
import { serversWithNamedTools, toolRemarks } from './toolRemarks'
import { NoPolicyText, readPolicyText, unknownPermissions, unreadable } from './readPolicyFile'
import type { Message } from '../../shared/i18n/message'
import type { PolicyFact } from '../../shared/domain/policyView'

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

/** Nothing is known of any tool. The remark says why. */
export interface UnreadTools {
  readonly unread: Message
}

export interface CheckOptions extends PolicyParsing {
  readonly checkFilePermissions: (path: string) => Promise<Message | undefined>
  /** Whether it is at the computer's own place, where unsafe permissions are a fault. */
  readonly mustBelongToRoot: boolean
  /** The launch of a usable entry of `mcpServers`. */
  readonly launchOf: (name: string, entry: unknown) => Parameters<typeof forbidsServer>[1]['launch'] | undefined
  /** The names of the tools of these servers, as far as they are known. */
  readonly seenTools: (servers: readonly string[]) => ReadonlyMap<string, ReadonlySet<string>> | UnreadTools
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
  const words = 'ignored' in parsed ? parsed.ignored : []
  const ignored: readonly Message[] = words.length > 0 ? [{ id: 'policy.remark.ignored', params: { words } }] : []
  return {
    ok: faults.length === 0,
    path,
    ...('sheet' in parsed && { setBy: parsed.sheet.name }),
    faults,
    remarks: [...ignored, ...('sheet' in parsed ? remarksOn(parsed.sheet, options) : []), ...elsewhere],
    says: 'sheet' in parsed ? describePolicy(parsed.sheet).map(([, fact]) => fact) : [],
  }
}

function remarksOn(sheet: PolicySheet, { launchOf, seenTools, mustBelongToRoot }: CheckOptions): readonly Message[] {
  const isIdle = !mustBelongToRoot && sheet.telemetry?.endpoint !== undefined && sheet.telemetry.allowed !== false
  const seen = seenTools(serversWithNamedTools(sheet))
  return [
    ...(isIdle ? [{ id: 'policy.remark.telemetryElsewhere' } as const] : []),
    ...policyRemarks(sheet, launchOf),
    ...('unread' in seen ? [seen.unread] : toolRemarks(sheet, seen)),
  ]
}

type Checked = { readonly sheet: PolicySheet; readonly ignored: readonly string[] } | { readonly faults: readonly Message[] }

function checked(parsed: ParsedPolicy): Checked {
  return parsed.ok ? { sheet: parsed.sheet, ignored: parsed.ignored } : { faults: parsed.faults.map(faultMessage) }
}

function notRead(path: string, thrown: unknown): Checked {
  if (thrown instanceof NoPolicyText) return { faults: [thrown.fault] }
  if (thrown instanceof Error && 'code' in thrown && thrown.code === 'ENOENT')
    throw new AppError('INVALID_INPUT', { reason: 'policy.noFile', params: { path } })
  throw new AppError('INVALID_INPUT', { reason: 'policy.unreadable', params: { path, why: unreadable(thrown) } })
}
