import type { FormField } from '../../../shared/domain/formField'
import type { JsonObject } from '../../../shared/lib/json'
import { input, many, table, texts, type WorkTable } from '../workTable'

const wide = (size: number): JsonObject => Object.fromEntries(many(size, (index) => [`k${index}`, 'v']))
const fields: readonly FormField[] = [
  { key: 'number', kind: 'number', integer: false, required: false },
  { key: 'date', kind: 'string', format: 'date', required: false },
  { key: 'moment', kind: 'string', format: 'date-time', required: false },
]

/** The arguments of calls, which models choose, and what people paste into fields. */
export const argumentWords: readonly WorkTable[] = [
  table(
    'shared/rules/sensitiveArguments.ts',
    () => import('../../../shared/rules/sensitiveArguments'),
    ({ sensitiveArguments, isSensitive, isSensitiveWord }) => ({
      isSensitiveWord: texts(isSensitiveWord),
      sensitiveArguments: {
        ...texts((text) => sensitiveArguments({ properties: { [text]: {} } }, { [text]: text })),
        'many arguments': input(wide, (args) => sensitiveArguments({ properties: args }, args)),
      },
      isSensitive: { ...texts((text) => isSensitive(text, text)), 'many values': input(wide, (value) => isSensitive('a', value)) },
    }),
  ),
  table(
    'shared/rules/needsExactValue.ts',
    () => import('../../../shared/rules/needsExactValue'),
    ({ needsExactValue }) => ({
      needsExactValue: {
        ...texts((text) => needsExactValue([text])),
        'a long path': input((size) => many(size, () => 'a'), needsExactValue),
      },
    }),
  ),
  table(
    'shared/rules/looksRisky.ts',
    () => import('../../../shared/rules/looksRisky'),
    ({ looksRisky }) => ({
      looksRisky: { ...texts((text) => looksRisky(text, { [text]: 1 })), 'many arguments': input(wide, (args) => looksRisky('a', args)) },
    }),
  ),
  table(
    'shared/rules/changeByName.ts',
    () => import('../../../shared/rules/changeByName'),
    ({ changeByName }) => ({
      changeByName: {
        ...texts((text) => changeByName({ name: text, title: text }, { [text]: 1 })),
        'many arguments': input(wide, (args) => changeByName({ name: 'a', title: 'b' }, args)),
      },
    }),
  ),
  table(
    'shared/lib/wordsInName.ts',
    () => import('../../../shared/lib/wordsInName'),
    ({ wordsInName }) => ({ wordsInName: texts(wordsInName) }),
  ),
  table(
    'shared/rules/unnamedArgument.ts',
    () => import('../../../shared/rules/unnamedArgument'),
    ({ namedPaths, unnamedArgument }) => ({
      namedPaths: { 'many open arguments': input((size) => ({ open: many(size, (index) => [`k${index}`]) }), namedPaths) },
      unnamedArgument: {
        'many arguments': input(wide, (args) => unnamedArgument({ open: Object.keys(args).map((key) => [key]) }, args)),
        'many parts of one': input(wide, (inner) => unnamedArgument({ open: Object.keys(inner).map((key) => ['a', key]) }, { a: inner })),
      },
    }),
  ),
  table(
    'shared/elicitation/readFieldText.ts',
    () => import('../../../shared/elicitation/readFieldText'),
    ({ readFieldText }) => ({ readFieldText: texts((text) => fields.map((field) => readFieldText(field, text, 'de'))) }),
  ),
  table(
    'shared/secrets/secretArguments.ts',
    () => import('../../../shared/secrets/secretArguments'),
    ({ secretArguments }) => ({
      secretArguments: {
        ...texts((text) => secretArguments({ [text]: text, list: [text] })),
        'many items': input(
          (size) => many(size, () => 'a'),
          (list) => secretArguments({ list }),
        ),
      },
    }),
  ),
  table(
    'shared/secrets/maskValue.ts',
    () => import('../../../shared/secrets/maskValue'),
    ({ maskValue }) => ({ maskValue: texts((text) => maskValue(text, text)) }),
  ),
]
