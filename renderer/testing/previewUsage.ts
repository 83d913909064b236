import type { ContextBudget } from '../../shared/domain/usage/context'
import { ModelRef, ServerId } from '../../shared/domain/ids'
import type { MonthUsage } from '../../shared/domain/usage/usage'

const sonnet = ModelRef.parse('claude/claude-sonnet-4-5')
const opus = ModelRef.parse('claude/claude-opus-4-5')
const qwen = ModelRef.parse('ollama/qwen3:14b')

/** What the models of the previews used in a month: nothing before two months ago. */
export function usageOf(month: string): MonthUsage {
  const today = new Date()
  const inMonth = (date: Date): string => `${date.getFullYear()}-${String(date.getMonth() + 1).padStart(2, '0')}`
  const since = inMonth(new Date(today.getFullYear(), today.getMonth() - 2, 1))
  const last = month === inMonth(today) ? today.getDate() : 28
  const day = (back: number): string => `${month}-${String(Math.max(1, last - back)).padStart(2, '0')}`
  return {
    since,
    days: [
      { day: day(0), model: opus, input: 214_600, cached: 171_000, written: 22_000, output: 9_804, cost: 0.6867 },
      { day: day(0), model: sonnet, input: 58_210, cached: 40_000, output: 2_140, cost: 0.0987 },
      { day: day(0), model: qwen, input: 12_400, output: 3_310, unpriced: 4 },
      { day: day(1), model: sonnet, input: 1_204_600, cached: 1_100_200, output: 31_204, cost: 1.1113 },
    ],
  }
}

/** What fills the next request of the previews: the conversations are filling up, a new one has its tools alone. */
export function previewContext(begun: boolean): ContextBudget {
  const servers = Object.entries({ GitHub: 6_100, Linear: 3_400, Files: 2_300, Sentry: 1_900, 'Postgres staging': 500 }).map(
    ([name, tokens]) => ({ serverId: ServerId.parse(name), tokens }),
  )
  const tools = { tokens: 14_200, servers }
  const empty = { history: { tokens: 0, messages: 0 }, attachments: { tokens: 0, count: 0 }, results: { tokens: 0, calls: 0 } }
  if (!begun) return { total: 15_600, instructions: 1_400, tools, ...empty }
  return {
    total: 148_000,
    instructions: 1_400,
    tools,
    history: { tokens: 38_600, messages: 26 },
    attachments: { tokens: 21_500, count: 3 },
    results: { tokens: 72_300, calls: 41, largest: { tool: 'query', tokens: 39_000 } },
    answer: 16_000,
    summary: { messages: 22, tokens: 61_000 },
    used: { input: 1_204_600, cached: 1_100_200, output: 31_204, cost: 1.1113 },
  }
}
