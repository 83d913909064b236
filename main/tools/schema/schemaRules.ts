import type { ModelEndpoint } from './endpointOf'

/** What an endpoint takes in the schema of a tool, beyond what each endpoint does. */
export interface SchemaRules {
  /** Names of arguments are short and plain. */
  readonly plainNames: boolean
  /** An object lists its properties, a list says what is in it, and the root is neither a choice of values nor a negation. */
  readonly listed: boolean
}

export const NO_RULES: SchemaRules = { plainNames: false, listed: false }

/**
 * Pure: returns what the endpoint behind a model takes. Others pass requests on to Anthropic, under the names of its models.
 * Sources: what Anthropic answers, "Property keys should match pattern" (anthropics/claude-code#79418); what OpenAI answers, "schema must have
 * type 'object' and not have 'oneOf'/'anyOf'/'allOf'/'enum'/'not' at the top level" (langchain-ai/langchainjs#9804), "object schema missing
 * properties" (openai/openai-agents-python#449), "array schema missing items" (zed-industries/zed#47578).
 */
export function schemaRules({ kind, model }: ModelEndpoint): SchemaRules {
  return {
    plainNames: kind === 'anthropic' || (kind === 'openai-compatible' && /claude/i.test(model)),
    listed: kind === 'openai' || kind === 'openai-compatible',
  }
}
