import * as z from 'zod'
import { CallId, ConversationId, ServerId } from '../../shared/domain/ids'
import type { LockedRule } from '../../shared/domain/rule'
import { canonicalJson, type JsonObject } from '../../shared/lib/json'
import { describeLockedRule } from '../../shared/rules/describeRule'
import { json, ownObject } from '../storage/columnSchemas'
import type { Database } from '../storage/database'

/** How many calls rules are tried on, and among how many of the newest calls they are searched. A person's own calls do not count. */
const MOST_CALLS = 200
const MOST_LOOKED_AT = 2_000

/** The parts of a model's call that rules need. */
export interface RecentCall {
  readonly id: CallId
  readonly conversationId: ConversationId
  readonly serverId: ServerId
  readonly tool: string
  readonly definitionHash: string
  readonly arguments: JsonObject
  readonly at: number
  /** Set when a person was asked about it, and denied it. */
  readonly deniedByPerson?: true
}

const Stand = z.object({ rule: z.unknown(), ruleId: z.string().optional(), stands: z.string() })
const Why = z.object({ ruleId: z.string().optional(), stands: z.array(Stand).optional() }).catch({})
const Row = z.object({
  id: CallId,
  conversation: ConversationId,
  server: ServerId,
  tool: z.string(),
  definition_hash: z.string(),
  asked: json(ownObject<JsonObject>()),
  started_at: z.number(),
  why_denied: json(z.object({ by: z.string() }).catch({ by: '' })).nullable(),
})
const Decided = z.object({ why: json(Why) })

/** Calls of imported conversations have no definition here: a file is no evidence of what a person wants. Nor are calls of Parley's own tools. */
const amongNewest = `call.rowid > (SELECT coalesce(max(rowid), 0) FROM call) - ? AND call.started_by = 'model' AND call.asked_text IS NULL
  AND call.definition_hash <> '' AND call.tool NOT LIKE 'parley:%'
  ORDER BY call.rowid DESC LIMIT ?`

/** The last calls of models, newest first. */
export function recentCalls(database: Database): readonly RecentCall[] {
  const rows = database.all(
    `SELECT call.id, message.conversation, call.server, call.tool, call.definition_hash, call.asked, call.started_at,
       CASE WHEN call.state = 'denied' THEN call.why END AS why_denied
     FROM call JOIN part ON part.id = call.part JOIN message ON message.id = part.message WHERE ${amongNewest}`,
    MOST_LOOKED_AT,
    MOST_CALLS,
  )
  return rows.flatMap((row) => {
    const { data } = Row.safeParse(row)
    if (!data) return []
    const { id, conversation, server, tool, definition_hash, asked, started_at, why_denied } = data
    return [
      {
        id,
        conversationId: conversation,
        serverId: server,
        tool,
        definitionHash: definition_hash,
        arguments: asked,
        at: started_at,
        ...(why_denied?.by === 'person' && { deniedByPerson: true as const }),
      },
    ]
  })
}

/**
 * The ids of the rules that decided each recent call. Policy rules have no id and use `lockedRuleKey`. The arguments are not read, because
 * they may be long and this runs during calls.
 */
export function recentDecisions(database: Database): readonly (readonly string[])[] {
  const rows = database.all(`SELECT call.why FROM call WHERE ${amongNewest}`, MOST_LOOKED_AT, MOST_CALLS)
  return rows.flatMap((row) => {
    const { data } = Decided.safeParse(row)
    return data ? [decidersIn(data.why)] : []
  })
}

function decidersIn({ ruleId, stands = [] }: z.output<typeof Why>): readonly string[] {
  const deciding = stands.flatMap((stand) => (stand.stands === 'decides' ? [stand.ruleId ?? canonicalJson(stand.rule)] : []))
  return ruleId === undefined || deciding.includes(ruleId) ? deciding : [...deciding, ruleId]
}

/** Pure: the key of a policy rule in `recentDecisions`, because it has no id. */
export function lockedRuleKey(rule: LockedRule): string {
  return canonicalJson(describeLockedRule(rule))
}
