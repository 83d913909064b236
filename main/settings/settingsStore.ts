import { defaultLimits, LimitSettings, type Limits } from '../../shared/domain/defaultLimits'
import type { Appearance, FileProblem, Settings, SettingsView } from '../../shared/domain/settings'
import type { Clock } from '../lib/clock'
import { Emitter } from '../lib/emitter'
import type { JsonChange } from '../storage/editJson'
import { JsonFile } from '../storage/jsonFile'
import { lineAndColumn, objectFault } from '../storage/parseJson'
import { parseSettings } from './parseSettings'
import { AppError } from '../../shared/errors/appError'

/** The owner of the settings: `settings.json`, which people also edit by hand. Unknown entries are kept. */
export class SettingsStore {
  readonly changes = new Emitter<Settings>()
  readonly #file: JsonFile
  #parsed: ReturnType<typeof parseSettings>
  #limits: Limits

  constructor(options: { readonly path: string; readonly clock: Clock }) {
    this.#file = new JsonFile({ ...options, check: (tree) => objectFault(tree) })
    this.#parsed = parseSettings(this.#file.value, this.#file.tree)
    this.#limits = limitsOf(this.#parsed.settings)
    this.#file.changes.subscribe(() => {
      this.#parsed = parseSettings(this.#file.value, this.#file.tree)
      this.#limits = limitsOf(this.#parsed.settings)
      this.changes.emit(this.#parsed.settings)
    })
  }

  settings(): Settings {
    return this.#parsed.settings
  }

  /** Returns the settings that the settings screen shows. */
  view(): SettingsView {
    const { appearance, notifications, automaticSummaries } = this.settings()
    return { appearance, notifications, automaticSummaries }
  }

  /** Returns every limit: the user's value, otherwise the default. */
  limits(): Limits {
    return this.#limits
  }

  /**
   * Changes the file only at the given paths.
   * @throws {AppError} FILE_UNREADABLE while it cannot be read.
   */
  edit(changes: readonly JsonChange[]): void {
    this.#file.edit(changes)
  }

  /** Saves changes from the settings screen. */
  change(wanted: {
    readonly appearance?: { readonly [Name in keyof Appearance]?: Appearance[Name] | undefined } | undefined
    readonly notifications?: boolean | undefined
    readonly automaticSummaries?: boolean | undefined
  }): void {
    const changes: JsonChange[] = []
    for (const [name, value] of Object.entries(wanted.appearance ?? {})) {
      if (value !== undefined) changes.push({ path: ['appearance', name], value })
    }
    if (wanted.notifications !== undefined) changes.push({ path: ['notifications'], value: wanted.notifications })
    if (wanted.automaticSummaries !== undefined) changes.push({ path: ['automaticSummaries'], value: wanted.automaticSummaries })
    this.edit(changes)
  }

  /** Returns why the file, or a value in it, cannot be used. With an unusable value, the file can still be edited. */
  problem(): FileProblem | undefined {
    const path = this.#file.path
    if (this.#file.problem) return { file: 'settings.json', path, error: this.#file.problem }
    const [first, ...others] = this.#parsed.faults
    if (!first) return undefined
    const { line } = lineAndColumn(this.#file.text, first.offset)
    const params = { line: String(line), path: first.path, issue: first.issue, more: others.length, file: path }
    return { file: 'settings.json', path, error: new AppError('INVALID_INPUT', { reason: 'settings.unusable', params }).toData() }
  }

  [Symbol.dispose](): void {
    this.#file[Symbol.dispose]()
  }
}

function limitsOf(settings: Settings): Limits {
  const limits: { -readonly [Name in keyof Limits]: number } = { ...defaultLimits }
  for (const name of LimitSettings.keyof().options) limits[name] = settings.limits[name] ?? limits[name]
  return limits
}
