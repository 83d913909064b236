import type { TelemetrySampleRow } from '../../shared/domain/telemetry'

type Attributes = readonly (readonly [name: string, value: string])[]

/**
 * Pure: what would be sent of one turn in which a model calls one tool: the spans by name, with their attributes. `content`: also the
 * attributes that carry what was said.
 */
export function sampleTelemetry(content: boolean): readonly TelemetrySampleRow[] {
  const said = (attributes: Attributes): Attributes => (content ? attributes : [])
  return [
    {
      name: 'invoke_agent parley',
      attributes: [
        ['gen_ai.operation.name', 'invoke_agent'],
        ['gen_ai.conversation.id', '5f0c…'],
      ],
    },
    {
      name: 'chat example-model',
      attributes: [
        ['gen_ai.operation.name', 'chat'],
        ['gen_ai.provider.name', 'openai'],
        ['gen_ai.request.model', 'example-model'],
        ['gen_ai.usage.input_tokens', '312'],
        ['gen_ai.usage.output_tokens', '48'],
        ...said([['gen_ai.input.messages', '[{"role":"user","parts":[{"type":"text","content":"What is the weather in Bern?"}]}]']]),
      ],
    },
    {
      name: 'tools/call get-weather',
      attributes: [
        ['mcp.method.name', 'tools/call'],
        ['gen_ai.operation.name', 'execute_tool'],
        ['gen_ai.tool.name', 'get-weather'],
        ['network.transport', 'pipe'],
        ...said([
          ['gen_ai.tool.call.arguments', '{"city":"Bern"}'],
          ['gen_ai.tool.call.result', '{"content":[{"type":"text","text":"12 °C"}]}'],
        ]),
      ],
    },
  ]
}
