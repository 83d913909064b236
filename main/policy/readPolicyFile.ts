import { lstat, readFile, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { AppError } from '../../shared/errors/appError'
import type { PolicyPlace } from '../ports'
import { faultMessage, parsePolicy, type PolicyAuthor, type PolicyParsing } from './parsePolicy'
import { askWhom } from './policyRefusal'
import type { PolicySheet } from './policySheet'
import type { Message } from '../../shared/i18n/message'

const BYTES_MOST = 4 * 1024 * 1024

export interface PolicyFileReading extends PolicyParsing {
  /** Why users other than root could have written a file; undefined if they could not. Rejects if this cannot be determined. */
  readonly checkFilePermissions: (path: string) => Promise<Message | undefined>
}

/** What is at a policy's place. `isRoots`: only root could have written it. */
export type PolicyFileFound =
  | { readonly state: 'absent' }
  | { readonly state: 'good'; readonly sheet: PolicySheet; readonly isRoots: boolean }
  | { readonly state: 'bad'; readonly error: AppError }

/** Reads a policy. It never throws: errors are part of the result. */
export async function readPolicyFile({ path, mustBelongToRoot }: PolicyPlace, reading: PolicyFileReading): Promise<PolicyFileFound> {
  try {
    const text = await readPolicyText(path)
    const unsafe = await reading.checkFilePermissions(path).catch(unknownPermissions)
    if (unsafe !== undefined && mustBelongToRoot) return notSafe(path, unsafe)
    const parsed = parsePolicy(text, reading)
    return parsed.ok
      ? { state: 'good', sheet: parsed.sheet, isRoots: unsafe === undefined }
      : bad(path, faultMessage(parsed.faults[0]), parsed.setBy)
  } catch (thrown) {
    if (isAbsent(thrown))
      return (await isLink(path)) || (await isLink(dirname(path))) ? bad(path, { id: 'policy.fault.deadLink' }) : { state: 'absent' }
    return bad(path, unreadable(thrown))
  }
}

/**
 * The copy that an administrator left of the last usable version: `policy.previous.json` beside a computer's own policy. It counts under the
 * same rules, so that nobody but root can have made it. Beside a file of the command line there is none.
 */
export async function readPreviousPolicy(
  { path, mustBelongToRoot }: PolicyPlace,
  reading: PolicyFileReading,
): Promise<Extract<PolicyFileFound, { state: 'good' }> | undefined> {
  if (!mustBelongToRoot) return undefined
  const found = await readPolicyFile({ path: previousPolicyPath(path), mustBelongToRoot }, reading)
  return found.state === 'good' ? found : undefined
}

/** Pure: where the copy of a computer's own policy lies. */
export function previousPolicyPath(path: string): string {
  return path.replace(/\.json$/, '.previous.json')
}

/** The file at a policy's place cannot be a policy. */
export class NoPolicyText extends Error {
  readonly fault: Message

  constructor(fault: Message, options?: ErrorOptions) {
    super(fault.id, options)
    this.fault = fault
  }
}

/** Pure: why a file could not be read, from an error of `readPolicyText`. */
export function unreadable(thrown: unknown): Message {
  return thrown instanceof NoPolicyText ? thrown.fault : { id: 'policy.fault.system', params: { said: AppError.from(thrown).message } }
}

/** Pure: the message that permissions are unknown, from an error of the check. */
export function unknownPermissions(thrown: unknown): Message {
  return { id: 'policy.unsafe.unknown', params: { said: AppError.from(thrown).message } }
}

/** The text of a policy. @throws {NoPolicyText} if the file cannot be a policy, or the system's error */
export async function readPolicyText(path: string): Promise<string> {
  const found = await stat(path)
  if (!found.isFile()) throw new NoPolicyText({ id: 'policy.fault.noFile' })
  if (found.size > BYTES_MOST) throw new NoPolicyText({ id: 'policy.fault.tooLarge', params: { most: BYTES_MOST / 1024 / 1024 } })
  const bytes = await readFile(path)
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch (thrown) {
    throw new NoPolicyText({ id: 'policy.fault.notUtf8' }, { cause: thrown })
  }
}

/** A symbolic link counts as an existing policy, even if its target's disk is not mounted yet. */
async function isLink(path: string): Promise<boolean> {
  return lstat(path).then(
    (found) => found.isSymbolicLink(),
    () => false,
  )
}

/** Names whom to ask, because who reads it can seldom mend it. */
function bad(path: string, why: Message, setBy?: PolicyAuthor): PolicyFileFound {
  const ask: Message = setBy ? askWhom(setBy) : { id: 'policy.askManager' }
  return { state: 'bad', error: new AppError('POLICY', { reason: 'policy.unusable', params: { path, why, ask } }) }
}

function notSafe(path: string, why: Message): PolicyFileFound {
  const system = process.platform === 'win32' ? 'windows' : 'posix'
  return {
    state: 'bad',
    error: new AppError('POLICY', { reason: 'policy.unsafe', params: { path, why, system, ask: { id: 'policy.askManager' } } }),
  }
}

function isAbsent(thrown: unknown): boolean {
  return thrown instanceof Error && 'code' in thrown && (thrown.code === 'ENOENT' || thrown.code === 'ENOTDIR')
}
