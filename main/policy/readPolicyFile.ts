import { lstat, readFile, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { AppError } from '../../shared/errors/appError'
import type { PolicyPlace } from '../ports'
import { faultMessage, parsePolicy, type PolicyParsing } from './parsePolicy'
import type { PolicySheet } from './policySheet'
import type { Message } from '../../shared/messages/message'

const BYTES_MOST = 4 * 1024 * 1024

export interface PolicyFileReading extends PolicyParsing {
  /** Why others than root could have written it, where they could. Rejects where that cannot be found out. */
  readonly checkFilePermissions: (path: string) => Promise<Message | undefined>
}

/** What was found at a place. `isRoots`: only root could have written it. */
export type PolicyFileFound =
  | { readonly state: 'absent' }
  | { readonly state: 'good'; readonly sheet: PolicySheet; readonly isRoots: boolean }
  | { readonly state: 'bad'; readonly error: AppError }

/** Reads a policy. Nothing is thrown: whatever is wrong with it is what was found. */
export async function readPolicyFile({ path, mustBelongToRoot }: PolicyPlace, reading: PolicyFileReading): Promise<PolicyFileFound> {
  try {
    const text = await readPolicyText(path)
    const unsafe = await reading.checkFilePermissions(path).catch(unknownPermissions)
    if (unsafe !== undefined && mustBelongToRoot) return notSafe(path, unsafe)
    const parsed = parsePolicy(text, reading)
    return parsed.ok ? { state: 'good', sheet: parsed.sheet, isRoots: unsafe === undefined } : bad(path, faultMessage(parsed.faults[0]))
  } catch (thrown) {
    if (isAbsent(thrown))
      return (await isLink(path)) || (await isLink(dirname(path))) ? bad(path, { id: 'policy.fault.deadLink' }) : { state: 'absent' }
    return bad(path, unreadable(thrown))
  }
}

/** What is at the place of a policy is no text that could be one. */
export class NoPolicyText extends Error {
  readonly fault: Message

  constructor(fault: Message, options?: ErrorOptions) {
    super(fault.id, options)
    this.fault = fault
  }
}

/** Pure: why a file could not be read, of what `readPolicyText` threw. */
export function unreadable(thrown: unknown): Message {
  return thrown instanceof NoPolicyText ? thrown.fault : { id: 'policy.fault.system', params: { said: AppError.from(thrown).message } }
}

/** Pure: that nobody knows who may write to a file, of what the check threw. */
export function unknownPermissions(thrown: unknown): Message {
  return { id: 'policy.unsafe.unknown', params: { said: AppError.from(thrown).message } }
}

/** The text of a policy. @throws {NoPolicyText} where there is something else, or what the system says */
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

/** A link that is there says that there is a policy, as where it lies on a disk that is not there yet. */
async function isLink(path: string): Promise<boolean> {
  return lstat(path).then(
    (found) => found.isSymbolicLink(),
    () => false,
  )
}

function bad(path: string, why: Message): PolicyFileFound {
  return { state: 'bad', error: new AppError('POLICY', { reason: 'policy.unusable', params: { path, why } }) }
}

function notSafe(path: string, why: Message): PolicyFileFound {
  const system = process.platform === 'win32' ? 'windows' : 'posix'
  return { state: 'bad', error: new AppError('POLICY', { reason: 'policy.unsafe', params: { path, why, system } }) }
}

function isAbsent(thrown: unknown): boolean {
  return thrown instanceof Error && 'code' in thrown && (thrown.code === 'ENOENT' || thrown.code === 'ENOTDIR')
}
