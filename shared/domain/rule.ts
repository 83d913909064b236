import * as z from 'zod'
import type { Message } from '../messages/message'
import { RuleId, ServerId, type CallId, type ConversationId } from './ids'
import { issue } from './issueIds'

export const RuleVerdict = z.enum(['allow', 'ask', 'deny'])
export type RuleVerdict = z.infer<typeof RuleVerdict>

/** A kind of tool by what its server says of it: believed only where the user believes the server. Spec: schema.ts, ToolAnnotations. */
export const ToolKind = z.enum(['readOnly', 'destructive', 'openWorld'])
export type ToolKind = z.infer<typeof ToolKind>

/**
 * One condition on an argument. `is`: exactly this value; of one that differs in capitals alone nobody can tell. `atLeast`, `atMost`: numbers.
 * `inFolder`: a path that is this folder or below. `inRepository`: `OWNER/NAME`, or an address of it. `onHost`: a URL of exactly this host (with
 * its port; where it names none, of another port than the usual one nobody can tell).
 */
export const ArgumentCondition = z.object({
  /** Keys that lead to the argument, from the outside in. */
  path: z.array(z.string()).min(1).max(8),
  test: z.enum(['is', 'atLeast', 'atMost', 'inFolder', 'inRepository', 'onHost']),
  value: z.union([z.string().max(4096), z.number(), z.boolean(), z.null()]),
})
export type ArgumentCondition = z.infer<typeof ArgumentCondition>

/** What a rule is about. Everything that is left out may be anything. */
export const RuleSubject = z
  .object({
    serverId: ServerId.optional(),
    /** Only together with a server. */
    tool: z.string().min(1).max(200).optional(),
    kind: ToolKind.optional(),
    /** Only together with a tool. All of them must hold. */
    where: z.array(ArgumentCondition).max(20).optional(),
  })
  .refine(({ serverId, tool }) => tool === undefined || serverId !== undefined, issue('json.issue.toolNeedsServer'))
  .refine(({ tool, where }) => where === undefined || where.length === 0 || tool !== undefined, issue('json.issue.argumentsNeedTool'))
export type RuleSubject = z.infer<typeof RuleSubject>

export const RuleLasts = z.enum(['conversation', 'until', 'always'])
export type RuleLasts = z.infer<typeof RuleLasts>

/** A remembered answer to approvals. Times are milliseconds since 1970. */
export interface Rule {
  readonly id: RuleId
  readonly subject: RuleSubject
  /** Of the tool when the rule was made: an allowing rule for a tool counts for that definition alone. */
  readonly definitionHash?: string
  readonly verdict: RuleVerdict
  readonly lasts: RuleLasts
  readonly conversationId?: ConversationId
  readonly until?: number
  readonly created: number
  /** The call that it was made from; absent when it was made by hand. */
  readonly madeFrom?: CallId
}

/** A rule of the policy. It can only make things stricter: nobody loosens it. */
export interface LockedRule {
  readonly subject: RuleSubject
  readonly verdict: 'ask' | 'deny'
  /** Who set it, as the policy calls itself: "Atlas IT". */
  readonly by: string
}

/** What "Always allow…" makes of one call: what counts of it, and how long. */
export const RuleFromCall = z.object({
  what: z.enum(['tool', 'arguments', 'readOnly']),
  /** For 'arguments'. */
  where: z.array(ArgumentCondition).max(20).optional(),
  lasts: RuleLasts,
  /** For 'until'. */
  until: z.int().positive().optional(),
})
export type RuleFromCall = z.infer<typeof RuleFromCall>

/** What the page of rules saves: a new rule, or (with its id) a changed one. */
export const RuleInput = z.object({
  id: RuleId.optional(),
  subject: RuleSubject,
  verdict: RuleVerdict,
  lasts: z.enum(['until', 'always']),
  until: z.int().positive().optional(),
})
export type RuleInput = z.infer<typeof RuleInput>

/** How one rule stands to one call: it decides, it gives way to a narrower one, or it does not apply; with the reason. */
export interface RuleExplanation {
  /** "Read-only tools of files where path is in /home/dana/code, always" */
  readonly rule: Message
  readonly ruleId?: RuleId
  readonly locked: boolean
  readonly stands: 'decides' | 'givesWay' | 'not'
  /** Begins small, without a full stop: it follows "no:". */
  readonly because: Message
}

/** What the rules would say about one call. */
export interface RuleImpact {
  readonly verdict: RuleVerdict
  /** Without its full stop. */
  readonly reason: Message
  readonly stands: readonly RuleExplanation[]
}

/** What the rules would say about the last calls. `changed`: those that a draft would decide otherwise than it is now. */
export interface RuleImpactOnRecent {
  readonly calls: number
  readonly allowed: number
  readonly asked: number
  readonly denied: number
  readonly changed: readonly {
    readonly callId: CallId
    readonly conversationId: ConversationId
    readonly serverId: ServerId
    readonly tool: string
    /** The arguments as one short line. */
    readonly line: string
    readonly at: number
    readonly from: RuleVerdict
    readonly to: RuleVerdict
  }[]
}

/** One line of the page of rules: a rule of the user, or one of the policy. `decided`: how many of the last 200 calls it decided. */
export type RuleEntry =
  | {
      readonly kind: 'own'
      readonly rule: Rule
      readonly decided: number
      /** It lasted until a date that has passed: it counts nothing, and is shown for some days more. */
      readonly ended: boolean
    }
  | { readonly kind: 'locked'; readonly rule: LockedRule; readonly decided: number }
