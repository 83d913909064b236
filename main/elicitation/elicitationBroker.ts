import type { ElicitResult } from '@modelcontextprotocol/client'
import type { FormContent, FormField } from '../../shared/domain/formField'
import type { Limits } from '../../shared/domain/limits'
import type { AnswerTo, Asker, FormDetails, PageDetails } from '../../shared/domain/question'
import { formFields } from '../../shared/elicitation/formFields'
import { validateAnswers } from '../../shared/elicitation/validateAnswers'
import { AppError } from '../../shared/errors/appError'
import { isRecord } from '../../shared/lib/json'
import { log } from '../lib/log'
import { decideLink } from '../links/decideLink'
import type { LinkOpener } from '../links/openLink'
import type { QuestionBook } from '../questions/questionBook'
import { secretLooking } from './secretLooking'

/** Asks a person what a server wants to know: a form, or a page to visit. One broker for both eras of the protocol. */
export class ElicitationBroker {
  readonly #questions: QuestionBook
  readonly #links: LinkOpener
  readonly #limits: () => Limits

  constructor(deps: { readonly questions: QuestionBook; readonly links: LinkOpener; readonly limits: () => Limits }) {
    this.#questions = deps.questions
    this.#links = deps.links
    this.#limits = deps.limits
  }

  /**
   * The answer in the protocol's own shape. A wait that nobody can end any more is `cancel`: the person neither agreed nor declined.
   * @throws {AppError} INVALID_INPUT when the request is neither a form nor a page.
   */
  async elicit(asker: Asker, params: unknown, signal: AbortSignal): Promise<ElicitResult> {
    if (!isRecord(params) || typeof params['message'] !== 'string') throw new AppError('INVALID_INPUT', 'An elicitation needs a message')
    const { message, mode = 'form', requestedSchema, url } = params
    if (JSON.stringify(params).length > this.#limits().schemaBytes) {
      throw new AppError('INVALID_INPUT', `An elicitation may have at most ${this.#limits().schemaBytes} bytes`)
    }
    if (mode === 'form') return this.#form(asker, message, requestedSchema, signal)
    if (mode === 'url' && typeof url === 'string') return this.#page(asker, message, url, signal)
    throw new AppError('INVALID_INPUT', mode === 'url' ? 'The elicitation has no url' : 'Parley knows the elicitation modes form and url')
  }

  async #form(asker: Asker, message: string, schema: unknown, signal: AbortSignal): Promise<ElicitResult> {
    const fields = formFields(schema)
    const details: FormDetails = { kind: 'form', message, fields, secretLooking: secretLooking(message, fields) }
    const outcome = await this.#questions.ask(asker, details, { signal, check: (answer) => checkForm(fields, answer) })
    if (outcome.how !== 'answered') return { action: 'cancel' }
    const { action, content } = outcome.answer
    return action === 'accept' ? { action, content: toSend(fields, content) } : { action }
  }

  async #page(asker: Asker, message: string, url: string, signal: AbortSignal): Promise<ElicitResult> {
    const decision = decideLink(url, 'page')
    const details: PageDetails = decision.open
      ? { kind: 'page', message, url: decision.href, host: decision.host, warnings: decision.warnings }
      : { kind: 'page', message, url, host: '', warnings: [], refused: decision.reason }
    const outcome = await this.#questions.ask(asker, details, { signal, check: (answer) => checkPage(details, answer) })
    if (outcome.how !== 'answered') return { action: 'cancel' }
    return { action: outcome.answer.action === 'open' ? await this.#open(details.url) : outcome.answer.action }
  }

  /** Agreeing to visit a page is the answer; what happens there is between the person and the page. */
  async #open(url: string): Promise<'accept' | 'cancel'> {
    try {
      await this.#links.open(url, 'page')
      return 'accept'
    } catch (thrown) {
      log('warn', 'The browser could not be opened', { error: AppError.from(thrown) })
      return 'cancel'
    }
  }
}

/** The form has checked this already; the host does not take its word for it. */
function checkForm(fields: readonly FormField[], { action, content }: AnswerTo<'form'>): void {
  if (action !== 'accept') return
  const { errors } = validateAnswers(fields, content ?? {})
  const [first] = errors
  if (!first) return
  const name = fields.find(({ key }) => key === first[0])?.title ?? first[0]
  throw new AppError('INVALID_INPUT', `${name}: ${first[1]}`, { hint: 'Change the answer, or decline.' })
}

function toSend(fields: readonly FormField[], content: FormContent | undefined): NonNullable<ElicitResult['content']> {
  const checked = Object.entries(validateAnswers(fields, content ?? {}).content)
  // The protocol's type wants lists that may be changed.
  return Object.fromEntries(checked.map(([key, value]) => [key, typeof value === 'object' ? [...value] : value]))
}

function checkPage({ refused }: PageDetails, { action }: AnswerTo<'page'>): void {
  if (action === 'open' && refused !== undefined) throw new AppError('LINK_REFUSED', refused, { hint: 'Decline or cancel.' })
}
