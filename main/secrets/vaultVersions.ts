import * as z from 'zod'
import { isReservedName } from '../../shared/secrets/reservedSecretName'
import { AppError } from '../../shared/errors/appError'
import { PassphraseKdf } from './passphraseKey'
import { seal, unseal, type SealedFor } from './sealedValue'
import type { Section, VaultRecord } from './vaultRecord'

const Sealed = z.record(z.string(), z.string())
/** A known text sealed with the file's key. It distinguishes a wrong key from a damaged record. */
const check = z.string()

const Current = z.object({ version: z.literal(3), lock: PassphraseKdf.optional(), check, secrets: Sealed, credentials: Sealed })
/**
 * Versions 1 and 2 (2 has a passphrase) keep both kinds in one list. The beginning of a record's name shows whether it is a credential.
 * They are read, but written only to remove a record while no key is available.
 */
export const VaultContent = z.discriminatedUnion('version', [
  z.object({ version: z.literal(1), check, records: Sealed }),
  z.object({ version: z.literal(2), lock: PassphraseKdf, check, records: Sealed }),
  Current,
])
export type VaultContent = z.infer<typeof VaultContent>
type Current = z.infer<typeof Current>

/** A key, with its derivation parameters if it comes from a passphrase. */
export interface FileKey {
  readonly key: Uint8Array
  readonly lock?: PassphraseKdf
}

export type Values = Iterable<readonly [record: VaultRecord, value: string]>

const CHECKED = 'parley'

/** Pure: the record names in one section. */
export function namesIn(content: VaultContent, section: Section): readonly string[] {
  if (content.version === 3) return Object.keys(content[section])
  return Object.keys(content.records).filter((name) => sectionOf(name) === section)
}

/** Pure: the passphrase parameters; undefined if a keychain holds the key. */
export function lockOf(content: VaultContent): PassphraseKdf | undefined {
  return content.version === 1 ? undefined : content.lock
}

/** Pure: whether the file was written with this key. */
export function opens(content: VaultContent, key: Uint8Array): boolean {
  try {
    unseal(key, checkOf(content.version), content.check)
    return true
  } catch (thrown) {
    if (thrown instanceof AppError && thrown.code === 'SECRETS_LOCKED') return false
    throw thrown
  }
}

/** Pure: the value of a record; undefined if there is none. @throws {AppError} SECRETS_LOCKED if it does not open */
export function valueIn(content: VaultContent, key: Uint8Array, record: VaultRecord): string | undefined {
  const sealed = sealedIn(content, record)
  return sealed === undefined ? undefined : unseal(key, sealedFor(content.version, record), sealed)
}

/** An empty file. */
export function emptyContent({ key, lock }: FileKey): Current {
  return { version: 3, ...(lock && { lock }), check: seal(key, checkOf(3), CHECKED), secrets: {}, credentials: {} }
}

/** The content in the current format, with more records. `key` must be the file's own key. */
export function withValues(content: VaultContent, key: Uint8Array, values: Values): Current {
  const next = inCurrentFormat(content, key)
  const added = [...values].map(([record, value]) => ({ record, sealed: seal(key, sealedFor(3, record), value) }))
  const of = (section: Section) =>
    added.flatMap(({ record, sealed }) => (record.section === section ? [[record.name, sealed] as const] : []))
  return {
    ...next,
    secrets: { ...next.secrets, ...Object.fromEntries(of('secrets')) },
    credentials: { ...next.credentials, ...Object.fromEntries(of('credentials')) },
  }
}

/** Pure: the content in its own format without one record; undefined if there is no such record. Needs no key. */
export function withoutRecord(content: VaultContent, record: VaultRecord): VaultContent | undefined {
  if (sealedIn(content, record) === undefined) return undefined
  if (content.version === 3) return { ...content, [record.section]: without(content[record.section], record.name) }
  return { ...content, records: without(content.records, record.name) }
}

/** The content sealed with another key. @throws {AppError} SECRETS_LOCKED, with the record's name, if a record does not open */
export function resealed(content: VaultContent, from: Uint8Array, to: FileKey): Current {
  const all = recordsOf(content).map((record) => [record, valueIn(content, from, record) ?? ''] as const)
  return withValues(emptyContent(to), to.key, all)
}

/** Seals existing records again for their section in the current format. */
function inCurrentFormat(content: VaultContent, key: Uint8Array): Current {
  if (content.version === 3) return content
  const lock = lockOf(content)
  const moved = (section: Section) =>
    Object.fromEntries(namesIn(content, section).map((name) => [name, movedRecord(content, key, { section, name })]))
  return { ...emptyContent({ key, ...(lock && { lock }) }), secrets: moved('secrets'), credentials: moved('credentials') }
}

/** A record that does not open is copied unchanged. It did not open before either, and must not stop the others. */
function movedRecord(content: VaultContent, key: Uint8Array, record: VaultRecord): string {
  try {
    return seal(key, sealedFor(3, record), valueIn(content, key, record) ?? '')
  } catch (thrown) {
    if (thrown instanceof AppError && thrown.code === 'SECRETS_LOCKED') return sealedIn(content, record) ?? ''
    throw thrown
  }
}

function recordsOf(content: VaultContent): readonly VaultRecord[] {
  return (['secrets', 'credentials'] as const).flatMap((section) => namesIn(content, section).map((name) => ({ section, name })))
}

function sealedIn(content: VaultContent, { section, name }: VaultRecord): string | undefined {
  const list = content.version === 3 ? content[section] : sectionOf(name) === section ? content.records : {}
  return Object.hasOwn(list, name) ? list[name] : undefined
}

function sectionOf(name: string): Section {
  return isReservedName(name) ? 'credentials' : 'secrets'
}

/** What a record is bound to. It is unique, so a record moved to another name, section or format does not open. */
function sealedFor(version: VaultContent['version'], { section, name }: VaultRecord): SealedFor {
  return { bound: version === 3 ? `v3:${section}:${name}` : `v1:${name}`, name }
}

function checkOf(version: VaultContent['version']): SealedFor {
  return { bound: version === 3 ? 'v3:check' : 'v1: check', name: 'check' }
}

function without(list: Readonly<Record<string, string>>, name: string): Record<string, string> {
  return Object.fromEntries(Object.entries(list).filter(([other]) => other !== name))
}
