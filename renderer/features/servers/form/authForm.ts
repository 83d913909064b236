import type { ConfigValue } from '../../../../shared/domain/configValue'
import type { AuthKind, ServerAuth } from '../../../../shared/domain/serverAuth'
import { isWholePath } from '../../../../shared/lib/isWholePath'
import { secretNameFor } from '../../../../shared/secrets/secretNameFor'
import { isWebAddress } from '../../../ui/isWebAddress'
import type { Message } from '../../../../shared/i18n/message'

/** A secret in the form: the typed text, and the name of the stored secret. */
export interface SecretEntry {
  readonly text: string
  readonly kept?: string
  /** The name of the stored secret that the person deleted. */
  readonly deleted?: string
}

type Algorithm = NonNullable<Extract<ServerAuth, { kind: 'client' }>['algorithm']>

/** The settings for signing in, as the form stores them. Every method keeps its input while another one is selected. */
export interface AuthForm {
  readonly kind: AuthKind
  readonly clientId: string
  readonly clientSecret: SecretEntry
  readonly issuer: string
  /** Separated by spaces. */
  readonly scopes: string
  readonly withoutPkce: boolean
  /** How Parley itself authenticates. */
  readonly proof: 'secret' | 'key'
  readonly privateKey: SecretEntry
  readonly algorithm: Algorithm | 'auto'
  readonly tokenFrom: 'file' | 'typed'
  readonly token: SecretEntry
  readonly tokenFile: string
}

const nothing: SecretEntry = { text: '' }

export const emptyAuth: AuthForm = {
  kind: 'person',
  clientId: '',
  clientSecret: nothing,
  issuer: '',
  scopes: '',
  withoutPkce: false,
  proof: 'secret',
  privateKey: nothing,
  algorithm: 'auto',
  tokenFrom: 'file',
  token: nothing,
  tokenFile: '',
}

/** Pure: returns the form for a server's entry. A plain text secret in the entry goes into the vault with the next save. */
export function authFormOf(auth: ServerAuth): AuthForm {
  const base = {
    ...emptyAuth,
    kind: auth.kind,
    clientId: auth.clientId ?? '',
    issuer: auth.issuer ?? '',
    scopes: auth.scopes?.join(' ') ?? '',
  }
  switch (auth.kind) {
    case 'person':
      return { ...base, clientSecret: entryOf(auth.clientSecret), withoutPkce: auth.withoutPkce ?? false }
    case 'client':
      return {
        ...base,
        clientSecret: entryOf(auth.clientSecret),
        proof: auth.privateKey === undefined ? 'secret' : 'key',
        privateKey: entryOf(auth.privateKey),
        algorithm: auth.algorithm ?? 'auto',
      }
    case 'enterprise':
      return { ...base, clientSecret: entryOf(auth.clientSecret) }
    case 'workload':
      return {
        ...base,
        token: entryOf(auth.token),
        tokenFrom: auth.token === undefined ? 'file' : 'typed',
        tokenFile: auth.tokenFile ?? '',
      }
  }
}

export type AuthErrors = { readonly [Field in 'clientId' | 'proof' | 'token' | 'issuer']?: Message }

/** Pure: returns the errors that prevent saving, by field. */
export function authErrors(form: AuthForm): AuthErrors {
  const { kind, clientId, issuer } = form
  const needsClient = kind === 'client' || kind === 'enterprise'
  const proof = form.proof === 'secret' ? form.clientSecret : form.privateKey
  return {
    ...(needsClient && clientId.trim() === '' && { clientId: { id: 'servers.form.error.clientId' } }),
    ...(kind === 'client' &&
      isMissing(proof) && { proof: { id: form.proof === 'secret' ? 'servers.form.error.secret' : 'servers.form.error.privateKey' } }),
    ...(kind === 'workload' &&
      (form.tokenFrom === 'file' ? !isWholePath(form.tokenFile.trim()) : isMissing(form.token)) && {
        token: { id: form.tokenFrom === 'file' ? 'servers.form.error.tokenFile' : 'servers.form.error.token' },
      }),
    ...(issuer.trim() !== '' && !isWebAddress(issuer.trim()) && { issuer: { id: 'servers.form.error.issuer' } }),
  }
}

export interface AuthResult {
  readonly auth: ServerAuth
  readonly secrets: readonly { readonly name: string; readonly value: string }[]
  /** Secrets that are no longer needed: the person deleted them, and Parley named them after this server. */
  readonly forget: readonly string[]
}

/** Pure: returns the settings of a valid form, and the values to put into the vault first. */
export function readAuth(server: string, form: AuthForm): AuthResult {
  const secrets: { name: string; value: string }[] = []
  const take = (entry: SecretEntry, what: string): ConfigValue | undefined => {
    if (entry.text === '') return entry.kept === undefined ? undefined : { secret: entry.kept }
    const name = secretNameFor(server, what)
    secrets.push({ name, value: entry.text })
    return { secret: name }
  }
  const auth = authOf(form, take)
  const mine: readonly (readonly [SecretEntry, string])[] = [
    [form.clientSecret, 'client secret'],
    [form.privateKey, 'private key'],
    [form.token, 'token'],
  ]
  const replaced = new Set(secrets.map(({ name }) => name))
  const forget = mine.flatMap(([{ deleted }, what]) =>
    deleted !== undefined && deleted === secretNameFor(server, what) && !replaced.has(deleted) ? [deleted] : [],
  )
  return { auth, secrets, forget }
}

function authOf(form: AuthForm, take: (entry: SecretEntry, what: string) => ConfigValue | undefined): ServerAuth {
  const clientId = form.clientId.trim()
  const scopes = form.scopes.split(/[\s,]+/).filter(Boolean)
  const common = { ...(form.issuer.trim() !== '' && { issuer: form.issuer.trim() }), ...(scopes.length > 0 && { scopes }) }
  const clientSecret =
    form.kind === 'workload' || (form.kind === 'client' && form.proof === 'key') ? undefined : take(form.clientSecret, 'client secret')
  const secret = clientSecret !== undefined && { clientSecret }
  switch (form.kind) {
    case 'person':
      return { kind: 'person', ...(clientId !== '' && { clientId }), ...secret, ...common, ...(form.withoutPkce && { withoutPkce: true }) }
    case 'client': {
      const privateKey = form.proof === 'key' ? take(form.privateKey, 'private key') : undefined
      return {
        kind: 'client',
        clientId,
        ...secret,
        ...(privateKey !== undefined && { privateKey }),
        ...(form.proof === 'key' && form.algorithm !== 'auto' && { algorithm: form.algorithm }),
        ...common,
      }
    }
    case 'enterprise':
      return { kind: 'enterprise', clientId, ...secret, ...common }
    case 'workload': {
      const token = form.tokenFrom === 'typed' ? take(form.token, 'token') : undefined
      return {
        kind: 'workload',
        ...(clientId !== '' && { clientId }),
        ...(token !== undefined && { token }),
        ...(form.tokenFrom === 'file' && { tokenFile: form.tokenFile.trim() }),
        ...common,
      }
    }
  }
}

function entryOf(value: ConfigValue | undefined): SecretEntry {
  if (value === undefined) return nothing
  return typeof value === 'string' ? { text: value } : { text: '', kept: value.secret }
}

function isMissing({ text, kept }: SecretEntry): boolean {
  return text === '' && kept === undefined
}
