import type { ServerId } from '../../../../shared/domain/ids'
import type { ConfigValue } from '../../../../shared/domain/configValue'
import type { Launch, ServerConfig } from '../../../../shared/domain/server'
import type { ServerAuth } from '../../../../shared/domain/serverAuth'
import { joinArguments, splitArguments } from '../../../../shared/lib/commandArguments'
import { looksSecret } from '../../../../shared/secrets/secretPatterns'
import { isWebAddress } from '../../../ui/isWebAddress'
import { writtenAuth } from '../../../../shared/domain/launch/sentIdentity'
import { authErrors, authFormOf, emptyAuth, readAuth, type AuthErrors, type AuthForm } from './authForm'
import { secretNameFor } from '../../../../shared/secrets/secretNameFor'
import type { Message } from '../../../../shared/i18n/message'

/** One environment variable or header in the form. */
export interface ValueRow {
  readonly key: string
  readonly name: string
  /** The typed text. Empty while a stored secret stays unchanged. */
  readonly text: string
  /** The name of the secret that contains the current value. */
  readonly secret?: string
  /** Whether the typed value goes into the vault. When undefined, Parley decides by its look. */
  readonly keep?: boolean
}

/** The content of a server's form. Both kinds keep their input while the other one is selected. */
export interface ServerForm {
  readonly kind: 'stdio' | 'http'
  readonly name: string
  readonly command: string
  readonly args: string
  readonly cwd: string
  readonly env: readonly ValueRow[]
  readonly url: string
  readonly headers: readonly ValueRow[]
  readonly transport: 'auto' | 'sse'
  readonly auth: AuthForm
  /** Whether the person changed the sign-in settings. Otherwise the entry keeps its own. */
  readonly authTouched: boolean
}

export const emptyForm: ServerForm = {
  kind: 'stdio',
  name: '',
  command: '',
  args: '',
  cwd: '',
  env: [],
  url: '',
  headers: [],
  transport: 'auto',
  auth: emptyAuth,
  authTouched: false,
}

/** Pure: returns the form for an existing server. */
export function formOf(server: ServerConfig): ServerForm {
  const { launch } = server
  const base = { ...emptyForm, kind: launch.kind, name: server.id, auth: authFormOf(writtenAuth(server)) }
  if (launch.kind === 'http') return { ...base, url: launch.url, headers: rowsOf(launch.headers), transport: launch.transport }
  return { ...base, command: launch.command, args: joinArguments(launch.args), cwd: launch.cwd ?? '', env: rowsOf(launch.env) }
}

export type FormErrors = { readonly [Field in 'name' | 'command' | 'url' | 'rows']?: Message } & { readonly auth?: AuthErrors }

/** Pure: returns the errors that prevent saving, by field. `taken` contains the names of the other servers. */
export function formErrors(form: ServerForm, taken: readonly ServerId[]): FormErrors {
  const name = form.name.trim()
  const rows = form.kind === 'stdio' ? form.env : form.headers
  const names = rows.map((row) => row.name.trim())
  const auth = form.kind === 'http' && form.authTouched ? authErrors(form.auth) : {}
  return {
    ...(name === '' && { name: { id: 'servers.form.error.nameEmpty' } }),
    ...(taken.some((id) => id === name) && { name: { id: 'servers.form.error.nameTaken', params: { name } } }),
    ...(form.kind === 'stdio' && form.command.trim() === '' && { command: { id: 'servers.form.error.command' } }),
    ...(form.kind === 'http' && !isWebAddress(form.url.trim()) && { url: { id: 'servers.form.error.url' } }),
    ...(rows.some((row) => row.name.trim() === '' && row.text !== '') && { rows: { id: 'servers.form.error.valueName' } }),
    ...(new Set(names).size < names.length && { rows: { id: 'servers.form.error.sameNames' } }),
    ...(Object.keys(auth).length > 0 && { auth }),
  }
}

/** The result of the form: the launch, and the values to put into the vault first. */
export interface FormResult {
  readonly launch: Launch
  /** Undefined leaves the setting unchanged. */
  readonly auth?: ServerAuth
  readonly secrets: readonly { readonly name: string; readonly value: string }[]
  /** Secrets that are no longer needed after the save. */
  readonly forget?: readonly string[]
  /** Tools to switch off. Undefined leaves them unchanged. */
  readonly disabledTools?: readonly string[]
}

/** Pure: returns the launch that a valid form describes. */
export function readForm(form: ServerForm): FormResult {
  const values = readRows(form.name, form.kind === 'stdio' ? form.env : form.headers)
  const launch: Launch =
    form.kind === 'http'
      ? { kind: 'http', url: form.url.trim(), headers: values.config, transport: form.transport }
      : {
          kind: 'stdio',
          command: form.command.trim(),
          args: [...splitArguments(form.args)],
          env: values.config,
          ...(form.cwd.trim() !== '' && { cwd: form.cwd.trim() }),
        }
  if (form.kind === 'stdio' || !form.authTouched) return { launch, secrets: values.secrets }
  const { auth, secrets, forget } = readAuth(form.name, form.auth)
  return { launch, auth, secrets: [...values.secrets, ...secrets], forget }
}

/** Pure: whether the value of a row goes into the vault. */
export function isKept(row: ValueRow): boolean {
  return row.text !== '' && (row.keep ?? looksSecret(row.name, row.text))
}

/** Pure: returns rows in which every value that looks secret goes into the vault. */
export function rowsOf(values: Readonly<Record<string, ConfigValue>>): readonly ValueRow[] {
  return Object.entries(values).map(([name, value], index) => ({
    key: `${index} ${name}`,
    name,
    ...(typeof value === 'string' ? { text: value } : { text: '', secret: value.secret }),
  }))
}

/** Pure: takes a launch from elsewhere and moves the values that look secret out of it. */
export function withSecretsExtracted(serverId: string, launch: Launch): FormResult {
  const values = readRows(serverId, rowsOf(launch.kind === 'stdio' ? launch.env : launch.headers))
  return {
    launch: launch.kind === 'stdio' ? { ...launch, env: values.config } : { ...launch, headers: values.config },
    secrets: values.secrets,
  }
}

function readRows(serverId: string, rows: readonly ValueRow[]) {
  const used = rows.filter((row) => row.name.trim() !== '')
  const kept = used.filter(isKept)
  const configOf = (row: ValueRow): ConfigValue => {
    if (isKept(row)) return { secret: secretNameFor(serverId, row.name) }
    return row.secret !== undefined && row.text === '' ? { secret: row.secret } : row.text
  }
  return {
    config: Object.fromEntries(used.map((row) => [row.name.trim(), configOf(row)])),
    secrets: kept.map((row) => ({ name: secretNameFor(serverId, row.name), value: row.text })),
  }
}
