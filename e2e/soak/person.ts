import { setTimeout as wait } from 'node:timers/promises'
import type { ConversationId, QuestionId, RuleId, ServerId } from '../../shared/domain/ids.ts'
import type { Questions } from '../../shared/domain/question.ts'
import type { CallName, InputOf, OutputOf, ValueOf } from '../../shared/rpc/contract.ts'
import { answerFor } from './answerFor.ts'
import type { HostPage } from './hostPage.ts'
import type { Ledger } from './ledger.ts'
import type { Random } from './random.ts'
import { sampleArguments } from './sampleArguments.ts'

/** So many things are done side by side, each in conversations of its own. */
const HANDS = 6
const MOST_CONVERSATIONS = 3
/** A turn or a call that takes longer is stopped, as an impatient person would. */
const PATIENCE_MS = 3_000
/** How long one hand rests between two things. Six hands do about a hundred times what one person does. */
const REST_MS = { least: 40, more: 120 }

type Conversations = ValueOf<'chat.conversations'>

/** What the person has noticed of Parley. */
export interface Noticed {
  calls: number
  /** Replies that say INTERNAL, which is a defect of Parley, by the name of the call and the message. */
  readonly defects: Map<string, number>
  /** Kinds of questions that were answered, and how often. */
  readonly answered: Map<string, number>
}

/** One person, who does everything at once and much too fast, over any number of lives of Parley. */
export class Person {
  readonly noticed: Noticed = { calls: 0, defects: new Map(), answered: new Map() }
  readonly #ledger: Ledger
  readonly #servers: readonly ServerId[]
  readonly #hands: readonly { readonly random: Random; readonly conversations: ConversationId[] }[]
  readonly #random: Random
  #serial = 0

  constructor(deps: { readonly ledger: Ledger; readonly servers: readonly string[]; readonly random: Random }) {
    this.#ledger = deps.ledger
    this.#servers = deps.servers as readonly ServerId[]
    this.#random = deps.random.fork('answers')
    this.#hands = Array.from({ length: HANDS }, (_, hand) => ({ random: deps.random.fork(`hand ${hand}`), conversations: [] }))
  }

  /** Uses this page until it closes or the signal ends it. */
  async use(page: HostPage, signal: AbortSignal): Promise<void> {
    const seen: { conversations: Conversations } = { conversations: [] }
    await page.watch('chat.conversations', (conversations) => (seen.conversations = conversations))
    const asked = new Set<QuestionId>()
    await page.watch('questions', (questions) => {
      if (!signal.aborted) this.#answer(page, questions, asked)
    })
    await Promise.all(
      this.#hands.map(async ({ random, conversations }) => {
        while (page.isOpen && !signal.aborted) {
          await this.#act({ page, random, conversations, seen, signal })
          await wait(REST_MS.least + random.below(REST_MS.more))
        }
      }),
    )
  }

  #answer(page: HostPage, { open }: Questions, asked: Set<QuestionId>): void {
    for (const question of open) {
      if (asked.has(question.id)) continue
      asked.add(question.id)
      void this.#answerOne(page, question)
    }
    for (const id of asked) if (!open.some((question) => question.id === id)) asked.delete(id)
  }

  async #answerOne(page: HostPage, question: Questions['open'][number]): Promise<void> {
    const { kind } = question.details
    const settle = this.#ledger.change(`question ${question.id}`, 'answered')
    const reply = await this.#call(page, 'questions.answer', { questionId: question.id, answer: answerFor(question, this.#random) })
    settle(reply === undefined ? undefined : reply.ok)
    if (reply?.ok) this.noticed.answered.set(kind, (this.noticed.answered.get(kind) ?? 0) + 1)
  }

  async #act(hand: Hand): Promise<void> {
    const { random, conversations } = hand
    const conversationId = conversations.length === 0 ? undefined : random.pick(conversations)
    if (conversationId === undefined || (conversations.length < MOST_CONVERSATIONS && random.chance(0.1))) return this.#create(hand)
    // Parley itself gives a title to a conversation without one. A kill may have come between its creation and its name.
    if (this.#ledger.acknowledged(`title ${conversationId}`) === '') return this.#rename(hand.page, conversationId)
    const roll = random.below(100)
    if (roll < 40) return this.#send(hand, conversationId)
    if (roll < 50) return this.#rename(hand.page, conversationId)
    if (roll < 60)
      return this.#keep(hand.page, `draft ${conversationId}`, this.#words('Draft'), 'chat.saveDraft', (draft) => ({
        conversationId,
        draft,
      }))
    if (roll < 68) return void (await this.#call(hand.page, 'chat.open', { conversationId }))
    if (roll < 78) return this.#runTool(hand, conversationId)
    if (roll < 82) return this.#remove(hand, conversationId)
    if (roll < 86) return this.#setTheme(hand)
    if (roll < 90) return this.#makeRule(hand)
    return this.#look(hand)
  }

  async #create({ page, conversations }: Hand): Promise<void> {
    const reply = await this.#call(page, 'chat.create', {})
    if (!reply?.ok) return
    const { conversationId } = reply.value
    conversations.push(conversationId)
    this.#ledger.change(`conversation ${conversationId}`, 'there')(true)
    for (const kind of ['title', 'draft']) this.#ledger.change(`${kind} ${conversationId}`, '')(true)
    await this.#rename(page, conversationId)
  }

  async #rename(page: HostPage, conversationId: ConversationId): Promise<void> {
    await this.#keep(page, `title ${conversationId}`, this.#words('Title'), 'chat.rename', (title) => ({ conversationId, title }))
  }

  async #send(hand: Hand, conversationId: ConversationId): Promise<void> {
    const text = this.#words('Message')
    // What is sent was typed before. The host takes exactly that out of what is not sent.
    await this.#keep(hand.page, `draft ${conversationId}`, text, 'chat.saveDraft', (draft) => ({ conversationId, draft }))
    if (this.#ledger.acknowledged(`draft ${conversationId}`) !== text) return
    const [sent, draft] = [
      this.#ledger.change(`message ${conversationId} ${text}`, 'there'),
      this.#ledger.change(`draft ${conversationId}`, ''),
    ]
    const reply = await this.#call(hand.page, 'chat.send', { conversationId, text })
    for (const settle of [sent, draft]) settle(reply?.ok)
    if (reply?.ok) await this.#untilRest(hand, conversationId)
  }

  async #runTool(hand: Hand, conversationId: ConversationId): Promise<void> {
    const { page, random } = hand
    const serverId = random.pick(this.#servers)
    const catalog = await this.#call(page, 'servers.catalog', { serverId })
    if (!catalog?.ok || catalog.value.tools.length === 0) return
    const { name: tool, inputSchema } = random.pick(catalog.value.tools)
    const args = sampleArguments(inputSchema, random) as InputOf<'chat.runTool'>['arguments']
    const reply = await this.#call(page, 'chat.runTool', { conversationId, serverId, tool, arguments: args })
    if (reply?.ok) await this.#untilRest(hand, conversationId)
  }

  async #untilRest({ page, seen, signal }: Hand, conversationId: ConversationId): Promise<void> {
    const patience = performance.now() + PATIENCE_MS
    const isBusy = (): boolean => {
      const turn = seen.conversations.find(({ id }) => id === conversationId)?.turn
      return turn === undefined || turn === 'running' || turn === 'waiting'
    }
    while (isBusy() && performance.now() < patience && page.isOpen && !signal.aborted) await wait(REST_MS.least)
    if (isBusy()) await this.#call(page, 'chat.stop', { conversationId })
  }

  async #remove({ page, conversations }: Hand, conversationId: ConversationId): Promise<void> {
    conversations.splice(conversations.indexOf(conversationId), 1)
    for (const kind of ['title', 'draft', 'message']) this.#ledger.forget(`${kind} ${conversationId}`)
    const settle = this.#ledger.change(`conversation ${conversationId}`, undefined)
    const reply = await this.#call(page, 'chat.remove', { conversationIds: [conversationId] })
    settle(reply?.ok)
  }

  async #setTheme({ page, random }: Hand): Promise<void> {
    // One after the other, since they change one thing: only the first hand does it.
    if (random !== this.#hands[0]?.random) return
    await this.#keep(page, 'theme', random.pick(['light', 'dark', 'system'] as const), 'settings.set', (theme) => ({
      appearance: { theme },
    }))
  }

  async #makeRule({ page, random }: Hand): Promise<void> {
    const serverId = random.pick(this.#servers)
    const subject = { what: 'tool', serverId, tool: this.#words('tool') } as const
    const reply = await this.#call(page, 'rules.save', { subject, verdict: 'deny', lasts: 'always' })
    if (!reply?.ok) return
    const name = `rule ${reply.value.id}`
    this.#ledger.change(name, 'deny')(true)
    if (random.chance(0.1)) return
    const settle = this.#ledger.change(name, undefined)
    settle((await this.#call(page, 'rules.forget', { ruleId: reply.value.id as RuleId }))?.ok)
  }

  /** What changes nothing, and starts servers again. */
  async #look({ page, random }: Hand): Promise<void> {
    const serverId = random.pick(this.#servers)
    const roll = random.below(7)
    if (roll === 0) await this.#call(page, 'servers.restart', { serverId })
    else if (roll === 1) await this.#call(page, 'servers.refresh', { serverId })
    else if (roll === 2) await this.#call(page, 'servers.output', { serverId })
    else if (roll === 3) await this.#call(page, 'rules.tryLast', {})
    else await this.#call(page, 'servers.catalog', { serverId })
  }

  /** Changes a thing that has to stay, and notes it. */
  async #keep<N extends CallName, V extends string>(
    page: HostPage,
    name: string,
    value: V,
    call: N,
    input: (value: V) => InputOf<N>,
  ): Promise<void> {
    const settle = this.#ledger.change(name, value)
    settle((await this.#call(page, call, input(value)))?.ok)
  }

  /** Undefined if the host ended before it replied. */
  async #call<N extends CallName>(page: HostPage, name: N, input: InputOf<N>): Promise<KnownReply<N> | undefined> {
    const reply = await page.call(name, input)
    if (reply.ok === 'unknown') return undefined
    this.noticed.calls++
    if (!reply.ok && reply.error.code === 'INTERNAL') {
      const defect = `${name}: ${reply.error.message}`
      this.noticed.defects.set(defect, (this.noticed.defects.get(defect) ?? 0) + 1)
    }
    return reply
  }

  #words(what: string): string {
    return `${what} number ${++this.#serial}`
  }
}

type KnownReply<N extends CallName> =
  | { readonly ok: true; readonly value: OutputOf<N> }
  | { readonly ok: false; readonly error: { readonly code: string; readonly message: string } }

interface Hand {
  readonly page: HostPage
  readonly random: Random
  readonly conversations: ConversationId[]
  readonly seen: { readonly conversations: Conversations }
  readonly signal: AbortSignal
}
