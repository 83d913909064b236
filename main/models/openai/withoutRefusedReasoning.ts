import { isRecord, type JsonObject as Json, type JsonValue } from '../../../shared/lib/json'
import { JsonObject } from '../../../shared/lib/jsonSchema'

/**
 * A request to OpenAI brings back the thoughts of earlier answers, which OpenAI alone can read, and only for the account that they were written
 * for. One that another key cannot read is asked without all of them, once: otherwise the conversation would be refused for good.
 */
export function withoutRefusedReasoning(send: typeof fetch): typeof fetch {
  return async (input, init) => {
    const response = await send(input, init)
    if (response.status !== 400 || typeof init?.body !== 'string' || !init.body.includes('"encrypted_content"')) return response
    const said = await response.text()
    if (!said.includes('invalid_encrypted_content')) return new Response(said, response)
    return await send(input, { ...init, body: JSON.stringify(withoutReasoning(JsonObject.parse(JSON.parse(init.body)))) })
  }
}

/** Pure: the body of a request without thoughts. */
function withoutReasoning(body: Json): Json {
  const { input } = body
  if (!Array.isArray(input)) return body
  const items: readonly JsonValue[] = input
  return { ...body, input: items.filter((item) => !isRecord(item) || item['type'] !== 'reasoning') }
}
