import { domainToUnicode } from 'node:url'
import type { ElicitResult } from '@modelcontextprotocol/client'
import type { FormContent, FormField } from '../../shared/domain/formField'
import type { AnswerTo, Asker, FormDetails, PageDetails } from '../../shared/domain/question'
import { parseRequestedSchema } from '../../shared/elicitation/parseRequestedSchema'
import { typedSecrets } from './typedSecrets'
import { validateFormContent } from '../../shared/elicitation/validateFormContent'
import { fieldsThatAskForSecret } from '../../shared/secrets/secretPatterns'
import { AppError } from '../../shared/errors/appError'
import { isRecord } from '../../shared/lib/json'
import { log } from '../lib/log'
import { rememberTemporarySecret } from '../lib/redact'
import { decideLink } from '../links/decideLink'
import { hostWarnings } from '../links/hostWarnings'
import type { LinkOpener } from '../links/linkOpener'
import { ElicitationGate, type ElicitationGateDeps } from './elicitationGate'

/** Asks a person for a server: a form, or a page to visit. One broker serves both protocol eras. */
export class ElicitationBroker {
  readonly #deps: ElicitationGateDeps & { readonly links: LinkOpener }
  readonly #gate: ElicitationGate

  constructor(deps: ElicitationGateDeps & { readonly links: LinkOpener }) {
    this.#deps = deps
    this.#gate = new ElicitationGate(deps)
  }

  /**
   * The answer in the protocol's format. A wait that ends without an answer is `cancel`, because the person neither agreed nor declined.
   * @throws {AppError} INVALID_INPUT if the request is neither a form nor a page, CONFLICT if the server asks too often
   */
  async elicit(asker: Asker, params: unknown, signal: AbortSignal): Promise<ElicitResult> {
    const { message, mode, requestedSchema, url } = this.#read(params)
    if (mode === 'form') return this.#form(asker, message, requestedSchema, signal)
    if (mode === 'url' && typeof url === 'string') return this.#page(asker, pageDetails(message, url), signal)
    throw new AppError('INVALID_INPUT', { reason: mode === 'url' ? 'elicitation.noUrl' : 'elicitation.unknownMode' })
  }

  /**
   * Waits after a page was opened for a call (2025-11-25, URL elicitation required) until the person continues or stops. The page can be
   * opened again any number of times. 'withdrawn' if the signal ends it, because the server reported that the page is done.
   */
  async awaitPage(asker: Asker, params: unknown, signal: AbortSignal): Promise<'goOn' | 'stop' | 'withdrawn'> {
    const { message, url } = this.#read(params)
    const details: PageDetails = { ...pageDetails(message, typeof url === 'string' ? url : ''), opened: true }
    for (;;) {
      const outcome = await this.#gate.ask({ asker, details, check: (answer) => checkPage(details, answer) }, signal)
      if (outcome === 'declined' || outcome.how === 'expired') return 'stop'
      if (outcome.how === 'withdrawn') return 'withdrawn'
      const { action } = outcome.answer
      if (action !== 'open') return action === 'goOn' ? 'goOn' : 'stop'
      await this.#open(details.url)
    }
  }

  /** Call it when the user or the policy changed what servers may ask. Questions that are no longer allowed are declined. */
  lookAgain(): void {
    this.#gate.lookAgain()
  }

  #read(params: unknown) {
    if (!isRecord(params) || typeof params['message'] !== 'string') throw new AppError('INVALID_INPUT', { reason: 'elicitation.noMessage' })
    const { message, mode = 'form', requestedSchema, url } = params
    if (JSON.stringify(params).length > this.#deps.limits().schemaBytes) {
      throw new AppError('INVALID_INPUT', { reason: 'elicitation.tooLarge', params: { most: this.#deps.limits().schemaBytes } })
    }
    return { message, mode, requestedSchema, url }
  }

  async #form(asker: Asker, message: string, schema: unknown, signal: AbortSignal): Promise<ElicitResult> {
    const fields = parseRequestedSchema(schema)
    const details: FormDetails = { kind: 'form', message, fields, secretLooking: fieldsThatAskForSecret(message, fields) }
    const check = (answer: AnswerTo<'form'>): void => {
      checkForm(fields, answer)
      if (answer.action === 'accept') for (const typed of typedSecrets(details, answer.content ?? {})) rememberTemporarySecret(typed)
    }
    const outcome = await this.#gate.ask({ asker, details, check }, signal)
    if (outcome === 'declined') return { action: 'decline' }
    if (outcome.how !== 'answered') return { action: 'cancel' }
    const { action, content } = outcome.answer
    return action === 'accept' ? { action, content: toSend(fields, content) } : { action }
  }

  async #page(asker: Asker, details: PageDetails, signal: AbortSignal): Promise<ElicitResult> {
    const outcome = await this.#gate.ask({ asker, details, check: (answer) => checkPage(details, answer) }, signal)
    if (outcome === 'declined') return { action: 'decline' }
    if (outcome.how !== 'answered') return { action: 'cancel' }
    const { action } = outcome.answer
    return { action: action === 'open' ? await this.#open(details.url) : action === 'decline' ? 'decline' : 'cancel' }
  }

  /** Opens a page. Agreeing to visit it is the answer; what happens on the page is not Parley's business. */
  async #open(url: string): Promise<'accept' | 'cancel'> {
    try {
      await this.#deps.links.open(url, 'page')
      return 'accept'
    } catch (thrown) {
      log('warn', 'The browser could not be opened', { error: AppError.from(thrown) })
      return 'cancel'
    }
  }
}

/** A longer address is refused, and shown as it was written. */
const SHOWN_LENGTH = 10_000

function pageDetails(message: string, url: string): PageDetails {
  const decision = decideLink(url, 'page')
  if (decision.open) return { kind: 'page', message, ...asShown(new URL(decision.href)), warnings: decision.warnings }
  const refused = decision.reason
  // What is refused is also shown as a browser would read it: the letters of its host may imitate another one.
  const parsed = url.length <= SHOWN_LENGTH ? URL.parse(url) : null
  if (!parsed || !/^https?:$/.test(parsed.protocol)) return { kind: 'page', message, url, host: '', warnings: [], refused }
  return { kind: 'page', message, ...asShown(parsed), warnings: hostWarnings(parsed.hostname), refused }
}

function asShown({ href, host, hostname }: URL): Pick<PageDetails, 'url' | 'host' | 'hostLetters'> {
  const letters = domainToUnicode(hostname)
  const imitates = letters !== hostname && hostWarnings(hostname).includes('lookAlike')
  return { url: href, host, ...(imitates && { hostLetters: letters }) }
}

/** Validates the form again, because the host does not trust the page's own check. */
function checkForm(fields: readonly FormField[], { action, content }: AnswerTo<'form'>): void {
  if (action !== 'accept') return
  const { errors } = validateFormContent(fields, content ?? {})
  const [first] = errors
  if (!first) return
  const name = fields.find(({ key }) => key === first[0])?.title ?? first[0]
  throw new AppError('INVALID_INPUT', { reason: 'elicitation.answerWrong', params: { field: name, problem: first[1] } })
}

function toSend(fields: readonly FormField[], content: FormContent | undefined): NonNullable<ElicitResult['content']> {
  const checked = Object.entries(validateFormContent(fields, content ?? {}).content)
  // The protocol's type requires mutable lists.
  return Object.fromEntries(checked.map(([key, value]) => [key, typeof value === 'object' ? [...value] : value]))
}

function checkPage({ refused, warnings, opened }: PageDetails, { action, hostRead }: AnswerTo<'page'>): void {
  if (action === 'goOn' && opened !== true) throw new AppError('INVALID_INPUT', { reason: 'elicitation.notOpened' })
  if (action !== 'open') return
  if (refused !== undefined) throw new AppError('LINK_REFUSED', { reason: 'elicitation.pageRefused', params: { why: refused } })
  if (warnings.includes('lookAlike') && hostRead !== true) {
    throw new AppError('INVALID_INPUT', { reason: 'elicitation.hostNotRead' })
  }
}
