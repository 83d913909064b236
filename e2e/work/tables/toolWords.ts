import { defaultLimits } from '../../../shared/domain/defaultLimits'
import type { ToolResult } from '../../../shared/domain/toolResult'
import { input, many, table, texts, type WorkTable } from '../workTable'

const resultOf = (text: string, structuredContent?: Record<string, string>): ToolResult => ({
  content: [{ type: 'text', text }],
  structured: 'noSchema',
  isError: false,
  bytes: 1_000_000,
  ...(structuredContent && { structuredContent }),
})
const wide = (size: number): Record<string, string> => Object.fromEntries(many(size, (index) => [`k${index}`, 'v']))
const readable = (text: string) => ({ characters: text.length, slice: (from: number, to: number) => text.slice(from, to) })

/** Long results of servers, in which a model reads on, and what a conversation says of tools. */
export const toolWords: readonly WorkTable[] = [
  table(
    'main/tools/outlineOf.ts',
    () => import('../../../main/tools/outlineOf'),
    ({ outlineOf }) => ({
      outlineOf: {
        ...texts((text) => outlineOf({}, text)),
        'many headings': input(
          (size) => many(size, () => '# a\n').join(''),
          (text) => outlineOf({}, text),
        ),
        'many names': input(
          (size) => wide(size),
          (structuredContent) => outlineOf({ structuredContent }, ''),
        ),
      },
    }),
  ),
  table(
    'main/tools/resultInContext.ts',
    () => import('../../../main/tools/resultInContext'),
    ({ isShort, longText, resultInContext, resultText }) => ({
      longText: texts((text) => longText(resultOf(text), defaultLimits)),
      isShort: texts((text) => isShort(resultOf(text), defaultLimits)),
      resultInContext: texts((text) => resultInContext(resultOf(text), defaultLimits)),
      resultText: texts((text) => resultText(resultOf(text, wide(text.length / 10)))),
    }),
  ),
  table(
    'main/ownTools/readableText.ts',
    () => import('../../../main/ownTools/readableText'),
    ({ searchText }) => ({
      searchText: {
        ...texts((text) => searchText(readable(text), text.slice(0, 200) || 'x', 0, 20)),
      },
    }),
  ),
  table(
    'main/tools/offerTools.ts',
    () => import('../../../main/tools/offerTools'),
    ({ toolsInConversation }) => ({
      toolsInConversation: texts((text) => toolsInConversation([{ said: `@${text}` }], new Map(), 100)),
    }),
  ),
  table(
    'main/tools/remarkText.ts',
    () => import('../../../main/tools/remarkText'),
    ({ defuseRemarks, remarkText }) => ({
      remarkText: texts(remarkText),
      defuseRemarks: {
        ...texts(defuseRemarks),
        'many beginnings': input((size) => '[Parley'.repeat(size / 7), defuseRemarks),
        'one beginning, long': input((size) => `[${'P\u200B'.repeat(size / 2)}:`, defuseRemarks),
      },
    }),
  ),
  table(
    'main/tools/schemaForModel.ts',
    () => import('../../../main/tools/schemaForModel'),
    ({ argumentsForServer, schemaForModel }) => ({
      schemaForModel: {
        ...texts((text) => schemaForModel({ title: text, [text]: text })),
        'a wide schema': input(wide, (schema) => schemaForModel(schema, { plainNames: true, listed: true })),
        'a choice of many forms': input(
          (size) => ({ anyOf: many(size, (index) => ({ properties: { [`a ${index}`]: { type: 'array' } }, required: ['a'] })) }),
          (schema) => schemaForModel(schema, { plainNames: true, listed: true }),
        ),
        'references to a row of references': input(
          (size) => ({
            $ref: '#/$defs/0',
            $defs: Object.fromEntries(
              many(Math.min(size, 500), (index) => [String(index), { allOf: many(2, () => ({ $ref: `#/$defs/${index + 1}` })) }] as const),
            ),
          }),
          (schema) => schemaForModel(schema),
        ),
        ...Object.fromEntries(
          ['allOf', 'anyOf'].map((how) => [
            `many references to many names that are required, ${how}`,
            input(
              (size) => ({ [how]: many(size, () => ({ $ref: '#/x' }), 20), x: { required: many(size, (index) => `${index}`, 20) } }),
              (schema) => schemaForModel(schema),
            ),
          ]),
        ),
        'a row of references': input(
          (size) => ({
            $ref: '#/$defs/0',
            $defs: Object.fromEntries(many(size, (index) => [String(index), { $ref: `#/$defs/${index + 1}` }] as const, 30)),
          }),
          (schema) => schemaForModel(schema),
        ),
        'many references to anchors': input(
          (size) => ({
            allOf: many(size, (index) => ({ $ref: `#a${index}` }), 50),
            $defs: Object.fromEntries(many(size, (index) => [String(index), { $anchor: `a${index}` }] as const, 50)),
          }),
          (schema) => schemaForModel(schema),
        ),
        'many conditions': input(
          (size) => ({ allOf: many(size, (index) => ({ if: {}, then: { properties: { [index]: {} } } }), 40) }),
          (schema) => schemaForModel(schema),
        ),
      },
      argumentsForServer: {
        'many long names with one beginning': input(
          (size) => Object.fromEntries(many(size, (index) => [`${'x'.repeat(64)}!${index}`, {}] as const, 70)),
          (properties) => argumentsForServer({ type: 'object', properties }, properties),
        ),
        'many names that are not taken': input(
          (size) => Object.fromEntries(many(size, (index) => [`a ${'$'.repeat(index % 3)}`, {}] as const)),
          (properties) => argumentsForServer({ type: 'object', properties }, properties),
        ),
      },
    }),
  ),
]
