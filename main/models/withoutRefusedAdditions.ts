import { isRecord, type JsonValue } from '../../shared/lib/json'
import { JsonObject } from '../../shared/lib/jsonSchema'

const ADDITIONS = 'additional_tools'

/**
 * A request to OpenAI may bring tools along among its messages (`deferral.ts`). OpenAI does not list the models that take them there: one
 * that refuses them by their name is asked with these tools in front of the messages.
 */
export function withoutRefusedAdditions(send: typeof fetch): typeof fetch {
  return async (input, init) => {
    const response = await send(input, init)
    if (response.status !== 400 || typeof init?.body !== 'string' || !init.body.includes(`"${ADDITIONS}"`)) return response
    const said = await response.text()
    if (!said.includes(ADDITIONS)) return new Response(said, response)
    return await send(input, { ...init, body: JSON.stringify(withToolsInFront(JsonObject.parse(JSON.parse(init.body)))) })
  }
}

/** Pure: the body of a request whose messages bring no tools along any more. */
function withToolsInFront({ input, tools, ...body }: JsonObject): JsonObject {
  const items = listOf(input)
  const brought = items.filter(isAddition).flatMap((one) => listOf(one['tools']))
  return { ...body, input: items.filter((item) => !isAddition(item)), tools: [...listOf(tools), ...brought] }
}

function isAddition(item: JsonValue): item is JsonObject {
  return isRecord(item) && item['type'] === ADDITIONS
}

function listOf(value: JsonValue | undefined): readonly JsonValue[] {
  return Array.isArray(value) ? value : []
}
