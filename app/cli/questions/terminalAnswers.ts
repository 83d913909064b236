import type { FormField } from '../../../shared/domain/formField'
import { commandLine } from '../../../shared/domain/commandLine'
import type { Answer, AnswerTo, Question, QuestionDetails } from '../../../shared/domain/question'
import type { SamplingBlock } from '../../../shared/domain/sampling'
import { validateAnswers } from '../../../shared/elicitation/validateAnswers'
import { assertNever } from '../../../shared/lib/assertNever'
import { errorText } from '../../../shared/messages/errorText'
import { english } from '../../../shared/messages/translator'
import { printable } from '../printable'
import { askedLine, type Answerer } from './answerer'

/** A terminal with a person at it. */
export interface Terminal {
  print(line: string): void
  /** One line of the person's. @throws when the signal aborts. */
  ask(prompt: string, signal: AbortSignal): Promise<string>
}

/** Asks the person at the terminal. What a server wrote is shown behind a bar, with what a terminal would obey taken out. */
export function terminalAnswers(terminal: Terminal): Answerer {
  return {
    answer(question, signal) {
      terminal.print('')
      terminal.print(`── ${askedLine(question)}`)
      return new Asking(terminal, signal).answer(question)
    },
  }
}

class Asking {
  readonly #terminal: Terminal
  readonly #signal: AbortSignal

  constructor(terminal: Terminal, signal: AbortSignal) {
    this.#terminal = terminal
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
        if (details.problem) this.#terminal.print(`   It did not run again: ${printable(errorText(english, details.problem).message)}`)
        this.#quote(details.content.map(wordsOf).join('\n'))
        return { kind: 'samplingReview', action: (await this.#yes('Send it?')) ? 'send' : 'discard' }
      case 'folders':
        return this.#folders()
      case 'start':
        this.#terminal.print(`   ${printable(commandLine(details.launch))}`)
        return { kind: 'start', action: (await this.#yes('Start it?')) ? 'start' : 'notNow' }
      case 'changed':
        return this.#changed(details)
      case 'approval':
        this.#terminal.print(`   ${printable(JSON.stringify(details.arguments))}`)
        return { kind: 'approval', action: (await this.#yes('Allow it?')) ? 'allowOnce' : 'deny' }
      case 'signIn':
        // Whether somebody is signed in is not for a line to say: `signInAtTerminal` sees to it.
        return undefined
      default:
        return assertNever(details)
    }
  }

  async #form(details: Extract<QuestionDetails, { kind: 'form' }>): Promise<AnswerTo<'form'>> {
    this.#quote(details.message)
    if (details.secretLooking.length > 0) this.#terminal.print('   Careful: it seems to ask for a password, a key or a card number.')
    const choice = await this.#choose('Fill it in, decline or cancel?', ['fill', 'decline', 'cancel'])
    if (choice !== 'fill') return { kind: 'form', action: choice }
    const answers: Record<string, unknown> = Object.create(null)
    for (const field of details.fields) if (field.kind !== 'unsupported') answers[field.key] = await this.#field(field)
    return { kind: 'form', action: 'accept', content: validateAnswers(details.fields, answers).content }
  }

  /** Asks until the answer fits; an empty line takes the default, or leaves an optional field out. */
  async #field(field: Exclude<FormField, { kind: 'unsupported' }>): Promise<unknown> {
    const preset = field.default === undefined ? undefined : String(field.default)
    this.#terminal.print(`   ${printable(field.title ?? field.key)}${field.required ? '' : ' (optional)'}`)
    if (field.description) this.#quote(field.description)
    if ('choices' in field)
      this.#quote(field.choices.map(({ value, label }) => (label === value ? value : `${value}: ${label}`)).join('\n'))
    for (;;) {
      const line = await this.#terminal.ask(preset === undefined ? '   > ' : `   [${printable(preset)}] > `, this.#signal)
      const value = line === '' ? field.default : valueOf(field, line)
      const error = validateAnswers([field], { [field.key]: value }).errors.get(field.key)
      if (error === undefined) return value
      this.#terminal.print(`   ${error}.`)
    }
  }

  async #page(details: Extract<QuestionDetails, { kind: 'page' }>): Promise<AnswerTo<'page'>> {
    this.#quote(details.message)
    this.#terminal.print(`   ${printable(details.url)}`)
    if (details.refused !== undefined) {
      this.#terminal.print(`   Parley does not open it: ${details.refused}`)
      return { kind: 'page', action: 'decline' }
    }
    if (details.warnings.length > 0) this.#terminal.print(`   Careful: ${details.warnings.join(', ')}`)
    const choice = await this.#choose('Say that you visit it, decline or cancel?', ['open', 'decline', 'cancel'])
    if (choice !== 'open') return { kind: 'page', action: choice }
    if (!details.warnings.includes('lookAlike')) return this.#visits()
    const host = await this.#terminal.ask(`   Its host looks like another one. Type it as it stands there to visit it: `, this.#signal)
    return host.trim() === details.host ? this.#visits() : { kind: 'page', action: 'decline' }
  }

  #visits(): AnswerTo<'page'> {
    this.#terminal.print('   Open the address above in a browser.')
    return { kind: 'page', action: 'open', hostRead: true }
  }

  async #sampling(details: Extract<QuestionDetails, { kind: 'sampling' }>): Promise<AnswerTo<'sampling'>> {
    if (details.problem) this.#terminal.print(`   It did not run: ${printable(errorText(english, details.problem).message)}`)
    if (details.systemPrompt !== undefined) this.#quote(`system: ${details.systemPrompt}`)
    for (const { role, content } of details.messages) this.#quote(`${role}: ${content.map(wordsOf).join('\n')}`)
    for (const { name, description } of details.tools ?? []) this.#quote(`its tool ${name}: ${description ?? ''}`)
    const [model] = details.models
    const options = model === undefined ? (['hand', 'deny'] as const) : (['run', 'hand', 'deny'] as const)
    const choice = await this.#choose(model === undefined ? 'Answer by hand or deny?' : `Run ${model}, answer by hand or deny?`, options)
    if (choice === 'hand') return { kind: 'sampling', action: 'answerByHand', text: await this.#terminal.ask('   > ', this.#signal) }
    return choice === 'run' && model !== undefined ? { kind: 'sampling', action: 'run', model } : { kind: 'sampling', action: 'deny' }
  }

  /** Whoever looks at what changed looks at all of it: the window shows it better, so that nothing is accepted here. */
  async #changed(details: Extract<QuestionDetails, { kind: 'changed' }>): Promise<AnswerTo<'changed'>> {
    for (const { noticed } of details.changes) for (const sentence of noticed) this.#terminal.print(`   Careful: ${printable(sentence)}`)
    this.#terminal.print('   It stays off until you look at it in the window of Parley and accept it.')
    return { kind: 'changed', action: 'keepOff' }
  }

  async #folders(): Promise<AnswerTo<'folders'>> {
    const line = await this.#terminal.ask('   Folders to share, with : between them; nothing shares none > ', this.#signal)
    const roots = line.split(':').filter(Boolean)
    return roots.length === 0 ? { kind: 'folders', action: 'shareNothing' } : { kind: 'folders', action: 'share', roots }
  }

  async #yes(prompt: string): Promise<boolean> {
    return /^y(es)?$/i.test((await this.#terminal.ask(`   ${prompt} [y/N] > `, this.#signal)).trim())
  }

  async #choose<T extends string>(prompt: string, choices: readonly [T, ...T[]]): Promise<T> {
    for (;;) {
      const line = (await this.#terminal.ask(`   ${prompt} [${choices.join('/')}] > `, this.#signal)).trim().toLowerCase()
      const found = choices.filter((choice) => line !== '' && choice.startsWith(line))
      if (found[0] !== undefined) return found[0]
    }
  }

  #quote(text: string): void {
    for (const line of printable(text).split('\n')) this.#terminal.print(`   │ ${line}`)
  }
}

function valueOf(field: Exclude<FormField, { kind: 'unsupported' }>, line: string): unknown {
  if (field.kind === 'number') return Number.isFinite(Number(line)) ? Number(line) : line
  if (field.kind === 'boolean') return /^(y(es)?|true)$/i.test(line) ? true : /^(n(o)?|false)$/i.test(line) ? false : line
  if (field.kind === 'choices') return line.split(',').map((value) => value.trim())
  return line
}

function wordsOf(block: SamplingBlock): string {
  switch (block.type) {
    case 'text':
      return block.text
    case 'tool_use':
      return `[calls ${block.name} with ${JSON.stringify(block.input)}]`
    case 'tool_result':
      return `[what the tool gave back: ${JSON.stringify(block.content)}]`
    case 'image':
    case 'audio':
      return `[${block.type} ${block.mimeType}]`
    default:
      return assertNever(block)
  }
}
