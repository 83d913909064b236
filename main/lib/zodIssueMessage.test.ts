import { expect, it } from 'vitest'
import * as z from 'zod'
import type { Message } from '../../shared/i18n/message'
import { placedIssueMessage } from './zodIssueMessage'

const Secret = z.union([z.string(), z.object({ secret: z.string().min(1) })])
const Kind = z.discriminatedUnion('kind', [z.object({ kind: z.literal('a') }), z.object({ kind: z.literal('b') })])

const found = (schema: z.ZodType, value: unknown): Message | undefined => {
  const issue = schema.safeParse({ x: value }, { reportInput: true }).error?.issues[0]
  return issue && placedIssueMessage(issue)
}

it.each<[what: string, schema: z.ZodType, value: unknown, issue: Message]>([
  ['a type', z.string(), 5, { id: 'misfits.type', params: { type: { id: 'misfits.type.string' } } }],
  ['a whole number', z.int(), 1.5, { id: 'misfits.type', params: { type: { id: 'misfits.type.integer' } } }],
  ['a table', z.record(z.string(), z.string()), 'a', { id: 'misfits.type', params: { type: { id: 'misfits.type.object' } } }],
  ['what is missing', z.string(), undefined, { id: 'misfits.required' }],
  ['one of some values', z.enum(['light', 'dark']), 'pink', { id: 'json.issue.values', params: { values: ['light', 'dark'] } }],
  ['one value', z.literal('a'), 'b', { id: 'misfits.const', params: { value: 'a' } }],
  ['too little', z.number().min(10), 9, { id: 'misfits.minimum', params: { limit: 10 } }],
  ['not above', z.number().positive(), 0, { id: 'misfits.exclusiveMinimum', params: { limit: 0 } }],
  ['too much', z.number().max(10), 11, { id: 'misfits.maximum', params: { limit: 10 } }],
  ['too short', z.string().min(1), '', { id: 'misfits.minLength', params: { count: 1 } }],
  ['too long', z.string().max(2), 'abc', { id: 'misfits.maxLength', params: { count: 2 } }],
  ['too many entries', z.array(z.string()).max(1), ['a', 'b'], { id: 'misfits.maxItems', params: { count: 1 } }],
  ['no address', z.url(), 'there', { id: 'json.issue.url' }],
  [
    'a long unknown name',
    z.strictObject({}),
    { ['a'.repeat(1_000)]: 1 },
    { id: 'json.issue.unknownNames', params: { names: [`${'a'.repeat(200)}…`] } },
  ],
  ['unknown names', z.strictObject({}), { a: 1, b: 2 }, { id: 'json.issue.unknownNames', params: { names: ['a', 'b'] } }],
  [
    'either of two types',
    z.union([z.string(), z.boolean()]),
    5,
    { id: 'misfits.types', params: { types: [{ id: 'misfits.type.string' }, { id: 'misfits.type.boolean' }] } },
  ],
  [
    'an object of a union, and what it lacks',
    Secret,
    { secert: 'a' },
    { id: 'json.issue.at', params: { path: 'secret', issue: { id: 'misfits.required' } } },
  ],
  ['a kind that there is not', Kind, { kind: 'c' }, { id: 'json.issue.values', params: { values: ['a', 'b'] } }],
  ['what a schema of Parley says in no words of its own', z.string().refine(() => false), 'a', { id: 'json.issue.otherKind' }],
])('says in Parley’s words, never in those of zod: %s', (_what, schema, value, issue) => {
  const { id, params } = found(z.object({ x: schema }), value) ?? {}
  expect([id, params?.['issue']]).toEqual(['json.issue.at', issue])
})
