import * as z from 'zod'
import type { Message } from '../i18n/message'
import { RuleId, ServerId, type CallId, type ConversationId } from './ids'
import { issue } from './schemaIssueIds'
import { ruleLasts, rulesFromCall, ruleVerdicts } from './ruleChoices'

export const RuleVerdict = z.enum(ruleVerdicts)
export type RuleVerdict = z.infer<typeof RuleVerdict>

/** A kind of tool according to its server. Parley relies on it only if the user trusts the server. Spec: schema.ts, ToolAnnotations. */
export const ToolKind = z.enum(['readOnly', 'destructive', 'openWorld'])
export type ToolKind = z.infer<typeof ToolKind>

/**
 * One condition on an argument:
 * - `is`: exactly this value. If only upper and lower case differ, the result is unknown.
 * - `exactly`: this list or object, as the text of `canonicalJson`. Its order and number count too.
 * - `atLeast`, `atMost`: numbers.
 * - `inFolder`: a path that is this folder or inside it.
 * - `inRepository`: `OWNER/NAME`, or an address of the repository.
 * - `onHost`: a URL of exactly this host and port; with a scheme before the host (`https://api.example.com`), of that scheme only. If the condition names no port and the URL has an unusual one, the result is unknown.
 */
export const ArgumentCondition = z.object({
  /** Keys that lead to the argument, from the outside in. */
  path: z.array(z.string()).min(1).max(8),
  test: z.enum(['is', 'exactly', 'atLeast', 'atMost', 'inFolder', 'inRepository', 'onHost']),
  value: z.union([z.string().max(4096), z.number(), z.boolean(), z.null()]),
})
export type ArgumentCondition = z.infer<typeof ArgumentCondition>

/** How many arguments a rule can name. */
const MOST_NAMED = 50

/** The paths of the arguments that may be anything, from the outside in. */
const OpenArguments = z.array(ArgumentCondition.shape.path).max(MOST_NAMED)

/** The calls that a rule applies to. An absent field matches anything. */
export const RuleSubject = z
  .object({
    serverId: ServerId.optional(),
    /** Only together with a server. */
    tool: z.string().min(1).max(200).optional(),
    kind: ToolKind.optional(),
    /** Only together with a tool. All conditions must hold. */
    where: z.array(ArgumentCondition).max(MOST_NAMED).optional(),
    /**
     * Only together with conditions. If it is there, the rule allows no call with an argument that neither a condition nor this list names.
     */
    open: OpenArguments.optional(),
  })
  .refine(({ serverId, tool }) => tool === undefined || serverId !== undefined, issue('json.issue.toolNeedsServer'))
  .refine(({ tool, where }) => where === undefined || where.length === 0 || tool !== undefined, issue('json.issue.argumentsNeedTool'))
  .refine(({ where, open }) => open === undefined || (where !== undefined && where.length > 0), issue('json.issue.openNeedsConditions'))
export type RuleSubject = z.infer<typeof RuleSubject>

export const RuleLasts = z.enum(ruleLasts)
export type RuleLasts = z.infer<typeof RuleLasts>

/** A remembered answer to approvals. Times are milliseconds since 1970. */
export interface Rule {
  readonly id: RuleId
  readonly subject: RuleSubject
  /** The definition hash of the tool when the rule was made. An allowing rule for one tool applies only to that definition. */
  readonly definitionHash?: string
  readonly verdict: RuleVerdict
  /** Of a rule that asks about one tool, with its definition: a tool that declares nothing asks in the conversation, as long as it is this one. */
  readonly inConversation?: true
  readonly lasts: RuleLasts
  readonly conversationId?: ConversationId
  readonly until?: number
  readonly created: number
  /** The call that the rule was made from. Absent for any other. */
  readonly madeFrom?: CallId
}

/** The calls that a rule of the policy applies to. */
export interface LockedSubject extends Omit<RuleSubject, 'kind'> {
  readonly kind?: ToolKind | 'notReadOnly' | undefined
  /** For 'notReadOnly': the policy believes a tool that says of itself that it only reads. Whether the user believes it does not count. */
  readonly believed?: true
}

/**
 * A rule of the policy. No user can loosen one that asks or denies. One that allows is about one tool of a server that the policy itself
 * brings, and counts where the user has no rule of their own.
 */
export interface LockedRule {
  readonly subject: LockedSubject
  readonly verdict: RuleVerdict
  /** The definition of the tool that 'allow' is about. It counts for no other. */
  readonly definitionHash?: string
  /** The name that the policy gives itself: "Atlas IT". */
  readonly by: string
  /** Whom to ask about it, as the policy says. */
  readonly contact?: string
}

/** The rule that "Always allow…" makes from one call: the parts of the call that count, and the duration. */
export const RuleFromCall = z.object({
  what: z.enum(rulesFromCall),
  /** For 'arguments': the conditions, and the arguments that may be anything. No other argument is allowed. */
  where: z.array(ArgumentCondition).max(MOST_NAMED).optional(),
  open: OpenArguments.optional(),
  lasts: RuleLasts,
  /** For 'until'. */
  until: z.int().positive().optional(),
})
export type RuleFromCall = z.infer<typeof RuleFromCall>

/** The input of the rules page: a new rule, or (with its id) a changed one. */
export const RuleInput = z.object({
  id: RuleId.optional(),
  subject: RuleSubject,
  verdict: RuleVerdict,
  lasts: z.enum(['until', 'always']),
  until: z.int().positive().optional(),
})
export type RuleInput = z.infer<typeof RuleInput>

/** How one rule applies to one call, with the reason: it decides, it gives way to a narrower rule, or it does not apply. */
export interface RuleExplanation {
  /** A text such as "Read-only tools of files where path is in /home/dana/code, always". */
  readonly rule: Message
  readonly ruleId?: RuleId
  readonly locked: boolean
  readonly stands: 'decides' | 'givesWay' | 'not'
  /** Starts with a small letter and has no full stop: it follows "no:". */
  readonly because: Message
}

/** The rules' decision about one call. */
export interface RuleImpact {
  readonly verdict: RuleVerdict
  /** Without its full stop. */
  readonly reason: Message
  readonly stands: readonly RuleExplanation[]
}

/** The rules' decisions about the last calls. `changed` lists the calls that a draft would decide differently. */
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
    /** Set when a person was asked about this call, and denied it. */
    readonly deniedByPerson?: true
  }[]
}

/** One line of the rules page: a rule of the user, or a rule of the policy. `decided` counts how many of the last 200 calls it decided. */
export type RuleEntry =
  | {
      readonly kind: 'own'
      readonly rule: Rule
      readonly decided: number
      /** True when the rule's date has passed. The rule no longer applies, but is shown for some more days. */
      readonly ended: boolean
      /**
       * Of a rule that allows without naming a tool: servers of which a tool came or changed, and was accepted, since the rule was made.
       * It does not cover that tool.
       */
      readonly outgrown?: readonly ServerId[]
    }
  | { readonly kind: 'locked'; readonly rule: LockedRule; readonly decided: number }
