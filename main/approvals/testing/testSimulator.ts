import type { Tool } from '../../../shared/domain/catalog'
import { CallId, type RuleId } from '../../../shared/domain/ids'
import type { LockedRule } from '../../../shared/domain/rule'
import type { JsonObject } from '../../../shared/lib/json'
import { sampleServer } from '../../../shared/testing/sampleServer'
import { testQuestions } from '../../questions/testing/testQuestions'
import { RuleStore } from '../ruleStore'
import { RuleEditor } from '../ruleEditor'
import { RuleList } from '../ruleList'
import { RuleSimulator } from '../ruleSimulator'
import { everything, here } from './ruleSamples'

const tools: readonly Tool[] = [
  { name: 'echo', hash: 'h1', inputSchema: {}, annotations: { readOnlyHint: true } },
  { name: 'write', hash: 'h2', inputSchema: {} },
]

/** A rule simulator on a database in memory, with a conversation to which a test adds calls. */
export function testSimulator(options: { readonly trusted?: boolean; readonly locked?: readonly LockedRule[] } = {}) {
  const { database, clock, book } = testQuestions()
  const rules = new RuleStore({ database, clock, questions: book })
  const server = { ...sampleServer(everything), trusted: options.trusted ?? false }
  const locked = () => options.locked ?? []
  const toolOf = (serverId: string, name: string) => (serverId === everything ? tools.find((tool) => tool.name === name) : undefined)
  const editor = new RuleEditor({ rules, clock, toolOf })
  const serverOf = (serverId: string) => (serverId === everything ? server : undefined)
  const simulator = new RuleSimulator({
    database,
    clock,
    rules,
    editor,
    locked,
    serverOf,
    toolOf,
    standing: () => 'accepted',
    acceptedAt: () => undefined,
  })
  const entries = new RuleList({ database, clock, rules, locked, acceptedAfter: () => [] })
  database.run(`INSERT INTO conversation (id, title, created, updated, model) VALUES (?, 'Chat', 1, 1, 'none')`, here)
  database.run(`INSERT INTO message (id, conversation, role, state, created) VALUES ('m', ?, 'assistant', 'done', 1)`, here)

  let seq = 0
  /** Adds a call and what decided it. */
  const called = (
    tool: string,
    args: JsonObject,
    parts: {
      readonly ruleId?: RuleId
      readonly startedBy?: string
      readonly why?: object
      readonly state?: 'done' | 'denied' | 'stopped'
    } = {},
  ) => {
    const id = CallId.parse(clock.newId())
    const why = parts.why ?? {
      by: parts.ruleId ? 'rule' : 'person',
      reason: { id: 'approvals.why.undecided' },
      ...(parts.ruleId && { ruleId: parts.ruleId }),
    }
    database.run(`INSERT INTO part (id, message, seq, kind, json) VALUES (?, 'm', ?, 'call', '{}')`, `part ${id}`, seq++)
    database.run(
      `INSERT INTO call (id, part, server, tool, definition_hash, started_by, asked, why, state, started_at) VALUES (?, ?, ?, ?, 'h1', ?, ?, ?, ?, 1)`,
      id,
      `part ${id}`,
      everything,
      tool,
      parts.startedBy ?? 'model',
      JSON.stringify(args),
      JSON.stringify(why),
      parts.state ?? 'done',
    )
    return id
  }
  return { database, clock, rules, editor, simulator, entries, called }
}
