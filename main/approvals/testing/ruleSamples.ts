import { ConversationId, RuleId, ServerId } from '../../../shared/domain/ids'
import type { Rule } from '../../../shared/domain/rule'
import type { RuleContext } from '../ruleContext'

export const everything = ServerId.parse('everything')
export const here = ConversationId.parse('0190a5d0-0000-7000-8000-000000000001')
export const elsewhere = ConversationId.parse('0190a5d0-0000-7000-8000-000000000002')
export const now = Date.UTC(2026, 10, 22)

/** A rule that always allows `echo` of `everything`. */
export function sampleRule(parts: Partial<Rule> = {}, number = 1): Rule {
  return {
    id: RuleId.parse(`0190a5d0-0000-7000-8000-${String(number).padStart(12, '0')}`),
    subject: { serverId: everything, tool: 'echo' },
    definitionHash: 'h1',
    verdict: 'allow',
    lasts: 'always',
    created: 1,
    ...parts,
  }
}

/** A call of `echo` about which nothing is known. */
export const sampleCase: RuleContext = {
  server: { id: everything, trusted: false },
  tool: { name: 'echo', hash: 'h1' },
  standing: 'accepted',
  conversationId: here,
  arguments: { message: 'hi' },
  model: 'llama3',
  now,
}

/** The same call, of a trusted server that declares the tool read-only. */
export const trustedCase: RuleContext = {
  ...sampleCase,
  server: { id: everything, trusted: true },
  tool: { ...sampleCase.tool, annotations: { readOnlyHint: true } },
}
