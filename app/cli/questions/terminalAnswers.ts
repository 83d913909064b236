import { delimiter } from 'node:path'
import type { FolderCheck } from '../../../shared/domain/folderListing'
import type { FormField } from '../../../shared/domain/formField'
import { variableAffectsExecution } from '../../../shared/domain/launch/variableAffectsExecution'
import { launchLine } from '../../../shared/domain/launch/launchLine'
import type { Answer, AnswerTo, Question, QuestionDetails } from '../../../shared/domain/question'
import type { SamplingBlock } from '../../../shared/domain/sampling'
import { readFieldText } from '../../../shared/elicitation/readFieldText'
import type { Launch } from '../../../shared/domain/server'
import { validateFormContent } from '../../../shared/elicitation/validateFormContent'
import { assertNever } from '../../../shared/lib/assertNever'
import { errorText } from '../../../shared/i18n/errorText'
import type { AppErrorData } from '../../../shared/errors/appError'
import { sentMessages } from '../../../shared/domain/launch/sentIdentity'
import type { Locale } from '../../../shared/i18n/locale'
import type { Message, MessageId } from '../../../shared/i18n/message'
import { english, type TextParams, type Translator } from '../../../shared/i18n/translator'
import { escapeForTerminal, escapeLineForTerminal, quoteForTerminal } from '../escapeForTerminal'
import { askedLine, type QuestionAnswerer } from './questionAnswerer'

/** A terminal that a person uses. */
export interface Terminal {
  print(line: string): void
  /**
   * Reads one line from the person.
   * @throws when the signal aborts.
   */
  ask(prompt: string, signal: AbortSignal): Promise<string>
}

type Choice = 'fill' | 'decline' | 'cancel' | 'open' | 'run' | 'hand' | 'deny'

/** Pure: returns whether a line means yes, in any language of Parley. */
export function isYes(line: string): boolean {
  return /^(y(es)?|ja?)$/i.test(line.trim())
}

/** Says of folders, paths or `file:` URIs, what a person should know before a server is told about them. */
export type CheckFolders = (folders: readonly string[]) => Promise<readonly FolderCheck[]>

/** Asks the person at the terminal. Server text is shown behind a bar, without characters that control a terminal. */
export function terminalAnswers(terminal: Terminal, checkFolders: CheckFolders, translator: Translator = english): QuestionAnswerer {
  return {
    answersFolders: () => true,
    answer(question, signal) {
      terminal.print('')
      terminal.print(`── ${askedLine(translator, question)}`)
      return new Asking(terminal, checkFolders, translator, signal).answer(question)
    },
  }
}

class Asking {
  readonly #terminal: Terminal
  readonly #checkFolders: CheckFolders
  readonly #translator: Translator
  readonly #t: Translator['t']
  readonly #signal: AbortSignal

  constructor(terminal: Terminal, checkFolders: CheckFolders, translator: Translator, signal: AbortSignal) {
    this.#terminal = terminal
    this.#checkFolders = checkFolders
    this.#translator = translator
    this.#t = translator.t
    this.#signal = signal
  }

  async answer({ details }: Question): Promise<Answer | undefined> {
    switch (details.kind) {
      case 'form':
        return this.#form(details)
      case 'page':
        return this.#page(details)
      case 'sampling':
        return this.#sampling(details)
      case 'samplingReview':
        if (details.problem) this.#say('terminal.notRunAgain', { why: this.#problem(details.problem) })
        this.#quote(details.content.map((block) => this.#blockText(block)).join('\n'))
        return { kind: 'samplingReview', action: (await this.#yes('terminal.sendIt')) ? 'send' : 'discard' }
      case 'folders':
        return this.#folders()
      case 'start':
        this.#launch(details.launch)
        for (const { id, params } of details.sends ? sentMessages(details.sends, escapeLineForTerminal) : []) this.#say(id, params)
        return { kind: 'start', action: (await this.#yes('terminal.startIt')) ? 'start' : 'notNow' }
      case 'changed':
        return this.#changed(details)
      case 'approval':
        this.#quote(JSON.stringify(details.arguments))
        return { kind: 'approval', action: (await this.#yes('terminal.allowIt')) ? 'allowOnce' : 'deny' }
      case 'signIn':
        // A typed line cannot sign a person in. `signInAtTerminal` does that.
        return undefined
      default:
        return assertNever(details)
    }
  }

  async #form(details: Extract<QuestionDetails, { kind: 'form' }>): Promise<AnswerTo<'form'>> {
    this.#quote(details.message)
    if (details.secretLooking.length > 0) this.#say('terminal.secretLooking')
    const choice = await this.#choose(this.#t('terminal.fillIn'), ['fill', 'decline', 'cancel'])
    if (choice !== 'fill') return { kind: 'form', action: choice }
    const answers: Record<string, unknown> = Object.create(null)
    for (const field of details.fields) if (field.kind !== 'unsupported') answers[field.key] = await this.#field(field)
    return { kind: 'form', action: 'accept', content: validateFormContent(details.fields, answers).content }
  }

  /** Asks until the answer is valid. An empty line takes the default, or omits an optional field. */
  async #field(field: Exclude<FormField, { kind: 'unsupported' }>): Promise<unknown> {
    const preset = field.default === undefined ? undefined : String(field.default)
    this.#terminal.print(`   ${escapeLineForTerminal(field.title ?? field.key)}${field.required ? '' : ` ${this.#t('terminal.optional')}`}`)
    if (field.description) this.#quote(field.description)
    if ('choices' in field)
      this.#quote(field.choices.map(({ value, label }) => (label === value ? value : `${value}: ${label}`)).join('\n'))
    for (;;) {
      const line = await this.#terminal.ask(preset === undefined ? '   > ' : `   [${escapeLineForTerminal(preset)}] > `, this.#signal)
      const value = line === '' ? field.default : valueOf(field, line, this.#translator.locale)
      const error = validateFormContent([field], { [field.key]: value }).errors.get(field.key)
      if (error === undefined) return value
      this.#terminal.print(`   ${this.#t('ui.sentence', { text: error })}`)
    }
  }

  async #page(details: Extract<QuestionDetails, { kind: 'page' }>): Promise<AnswerTo<'page'>> {
    this.#quote(details.message)
    this.#terminal.print(`   ${escapeForTerminal(details.url)}`)
    if (details.refused !== undefined) {
      this.#say('terminal.notOpened', { why: details.refused })
      return { kind: 'page', action: 'decline' }
    }
    if (details.warnings.length > 0)
      this.#say('terminal.careful', { what: details.warnings.map((warning): Message => ({ id: `terminal.page.${warning}` })) })
    const choice = await this.#choose(this.#t('terminal.visitIt'), ['open', 'decline', 'cancel'])
    if (choice !== 'open') return { kind: 'page', action: choice }
    if (!details.warnings.includes('lookAlike')) return this.#visits()
    const host = await this.#terminal.ask(`   ${this.#t('terminal.typeHost')} `, this.#signal)
    return host.trim() === details.host ? this.#visits() : { kind: 'page', action: 'decline' }
  }

  #visits(): AnswerTo<'page'> {
    this.#say('terminal.openAbove')
    return { kind: 'page', action: 'open', hostRead: true }
  }

  async #sampling(details: Extract<QuestionDetails, { kind: 'sampling' }>): Promise<AnswerTo<'sampling'>> {
    if (details.problem) this.#say('terminal.notRun', { why: this.#problem(details.problem) })
    if (details.systemPrompt !== undefined) this.#quote(`system: ${details.systemPrompt}`)
    for (const { role, content } of details.messages) this.#quote(`${role}: ${content.map((block) => this.#blockText(block)).join('\n')}`)
    for (const { name, description, inputSchema } of details.tools ?? [])
      this.#quote(`${this.#t('terminal.itsTool', { name, description: description ?? '' })}\n${JSON.stringify({ name, inputSchema })}`)
    if (details.stopSequences.length > 0) this.#quote(`stopSequences: ${JSON.stringify(details.stopSequences)}`)
    const [model] = details.models
    const options = model === undefined ? (['hand', 'deny'] as const) : (['run', 'hand', 'deny'] as const)
    const choice = await this.#choose(
      model === undefined ? this.#t('terminal.handOrDeny') : this.#t('terminal.runHandOrDeny', { model }),
      options,
    )
    if (choice === 'hand') return { kind: 'sampling', action: 'answerByHand', text: await this.#terminal.ask('   > ', this.#signal) }
    return choice === 'run' && model !== undefined ? { kind: 'sampling', action: 'run', model } : { kind: 'sampling', action: 'deny' }
  }

  /** A person must see all changes before accepting them. The window shows them better, so nothing is accepted here. */
  async #changed(details: Extract<QuestionDetails, { kind: 'changed' }>): Promise<AnswerTo<'changed'>> {
    for (const { noticed } of details.changes) for (const what of noticed) this.#say('terminal.careful', { what })
    this.#say('terminal.staysOff')
    return { kind: 'changed', action: 'keepOff' }
  }

  /** The whole launch: what is not shown here could change what runs. */
  #launch(launch: Launch): void {
    const { t } = this.#translator
    const values = Object.entries(launch.kind === 'stdio' ? launch.env : launch.headers)
    const lines = [
      launchLine(launch),
      ...(launch.kind === 'stdio' && launch.cwd !== undefined ? [`${t('questions.launch.folder')}: ${launch.cwd}`] : []),
      ...values.map(
        ([name, value]) => `${name}=${typeof value === 'string' ? value : t('questions.launch.secret', { name: value.secret })}`,
      ),
    ]
    for (const line of lines) this.#terminal.print(`   ${escapeLineForTerminal(line)}`)
    const steering = launch.kind === 'stdio' ? Object.keys(launch.env).filter(variableAffectsExecution) : []
    for (const name of steering) this.#say('servers.remark.affectsExecution', { name: escapeLineForTerminal(name) })
  }

  async #folders(): Promise<AnswerTo<'folders'>> {
    const line = await this.#terminal.ask(`   ${this.#t('terminal.folders', { delimiter })} > `, this.#signal)
    const named = line.split(delimiter).filter(Boolean)
    const checks = named.length === 0 ? [] : await this.#checkFolders(named)
    const risky = new Map(checks.flatMap(({ folder, risk }) => (risk ? [[folder, risk] as const] : [])))
    for (const [folder, risk] of risky) {
      this.#say('terminal.folderRisk', { folder: escapeLineForTerminal(folder), remark: { id: `questions.folders.risk.${risk}` } })
    }
    const harmless = named.filter((folder) => !risky.has(folder))
    const roots = risky.size === 0 || (await this.#sharesRisky([...risky.keys()], harmless)) ? named : harmless
    return roots.length === 0 ? { kind: 'folders', action: 'shareNothing' } : { kind: 'folders', action: 'share', roots }
  }

  #sharesRisky(risky: readonly string[], harmless: readonly string[]): Promise<boolean> {
    const [folders, rest] = [risky, harmless].map((some) => some.map(escapeLineForTerminal))
    if (rest?.length === 0) return this.#yes('terminal.shareRisky', { folders: folders ?? [] })
    return this.#yes('terminal.shareRiskyToo', { folders: folders ?? [], rest: rest ?? [] })
  }

  async #yes(id: `terminal.${'sendIt' | 'startIt' | 'allowIt' | 'shareRisky' | 'shareRiskyToo'}`, params?: TextParams): Promise<boolean> {
    return isYes(await this.#terminal.ask(`   ${this.#t(id, params)} > `, this.#signal))
  }

  /** Accepts the beginning of a choice's word, if it is unambiguous. */
  async #choose<T extends Choice>(prompt: string, choices: readonly [T, ...T[]]): Promise<T> {
    const word = (choice: Choice): string => this.#t(`terminal.choice.${choice}`)
    for (;;) {
      const line = (await this.#terminal.ask(`   ${prompt} [${choices.map(word).join('/')}] > `, this.#signal)).trim().toLowerCase()
      const [found, ...others] = choices.filter((choice) => line !== '' && word(choice).startsWith(line))
      if (found !== undefined && others.length === 0) return found
    }
  }

  #say(id: MessageId, params?: TextParams): void {
    this.#terminal.print(`   ${this.#t(id, params)}`)
  }

  #problem(problem: AppErrorData): string {
    return escapeForTerminal(errorText(this.#translator, problem).message)
  }

  #blockText(block: SamplingBlock): string {
    switch (block.type) {
      case 'text':
        return block.text
      case 'tool_use':
        return this.#t('terminal.block.calls', { tool: block.name, input: JSON.stringify(block.input) })
      case 'tool_result':
        return this.#t('terminal.block.result', { result: JSON.stringify(block.content) })
      case 'image':
      case 'audio':
        return `[${block.type} ${block.mimeType}]`
      default:
        return assertNever(block)
    }
  }

  #quote(text: string): void {
    for (const line of quoteForTerminal(escapeForTerminal(text)).split('\n')) this.#terminal.print(line)
  }
}

function valueOf(field: Exclude<FormField, { kind: 'unsupported' }>, line: string, locale: Locale): unknown {
  if (field.kind === 'boolean') return isYes(line) || /^true$/i.test(line) ? true : /^(no?|nein|false)$/i.test(line) ? false : line
  if (field.kind === 'choices') return line.split(',').map((value) => value.trim())
  return readFieldText(field, line, locale)
}
