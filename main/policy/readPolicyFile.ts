import { lstat, readFile, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { AppError } from '../../shared/errors/appError'
import type { PolicyPlace } from '../ports'
import { parsePolicy, type PolicyParsing } from './parsePolicy'
import type { PolicySheet } from './policySheet'

const BYTES_MOST = 4 * 1024 * 1024

export interface PolicyFileReading extends PolicyParsing {
  /** Why others than root could have written it, where they could. Rejects where that cannot be found out. */
  readonly checkFilePermissions: (path: string) => Promise<string | undefined>
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
    const unsafe = await reading
      .checkFilePermissions(path)
      .catch((thrown: unknown) => `Who may write to it cannot be found out: ${said(thrown)}`)
    if (unsafe !== undefined && mustBelongToRoot) return bad(path, unsafe, OWNER_HINT)
    const parsed = parsePolicy(text, reading)
    return parsed.ok ? { state: 'good', sheet: parsed.sheet, isRoots: unsafe === undefined } : bad(path, parsed.message)
  } catch (thrown) {
    if (isAbsent(thrown))
      return (await isLink(path)) || (await isLink(dirname(path))) ? bad(path, 'It is a link that leads nowhere') : { state: 'absent' }
    return bad(path, said(thrown))
  }
}

/** The text of a policy. @throws {AppError} POLICY where there is something else, or what the system says */
export async function readPolicyText(path: string): Promise<string> {
  const found = await stat(path)
  if (!found.isFile()) throw new AppError('POLICY', 'It is no file')
  if (found.size > BYTES_MOST) throw new AppError('POLICY', `It has more than ${BYTES_MOST / 1024 / 1024} MB`)
  const bytes = await readFile(path)
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch (thrown) {
    throw new AppError('POLICY', 'It is not UTF-8 text', { cause: thrown })
  }
}

/** A link that is there says that there is a policy, as where it lies on a disk that is not there yet. */
async function isLink(path: string): Promise<boolean> {
  return lstat(path).then(
    (found) => found.isSymbolicLink(),
    () => false,
  )
}

const OWNER_HINT =
  process.platform === 'win32'
    ? 'The file and its folder have to belong to Administrators, and nobody else may write there.'
    : 'The file, its folder and the folders above have to belong to root, and nobody else may write there.'

function bad(path: string, what: string, hint = 'Mend it, and Parley goes on by itself.'): PolicyFileFound {
  const message = `The policy ${path} cannot be used, so no server starts and no model answers: ${what}`
  return { state: 'bad', error: new AppError('POLICY', message, { hint }) }
}

function isAbsent(thrown: unknown): boolean {
  return thrown instanceof Error && 'code' in thrown && (thrown.code === 'ENOENT' || thrown.code === 'ENOTDIR')
}

function said(thrown: unknown): string {
  return AppError.from(thrown).message
}
