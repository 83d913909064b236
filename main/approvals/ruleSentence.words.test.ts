import fc from 'fast-check'
import { expect, it } from 'vitest'
import { CallId } from '../../shared/domain/ids'
import type { ArgumentCondition, RuleFromCall } from '../../shared/domain/rule'
import { english } from '../../shared/i18n/translator'
import type { JsonObject } from '../../shared/lib/json'
import { describeRule } from '../../shared/rules/describeRule'
import { evaluateRules } from './evaluateRules'
import { ruleFromCall } from './ruleFromCall'
import { everything, here, sampleCase, sampleRule } from './testing/ruleSamples'

const names = ['title', 'team', 'count', 'folder', 'labels'] as const
const values: fc.Arbitrary<JsonObject[string]> = fc.oneof(
  fc.constantFrom('alpha', 'beta', '/srv/notes/a', '/srv/other'),
  fc.integer({ min: 0, max: 9 }),
  fc.boolean(),
)
const conditionOn = (name: string, value: JsonObject[string], wide: boolean): ArgumentCondition => {
  if (wide && typeof value === 'number') return { path: [name], test: 'atMost', value: value + 2 }
  if (wide && typeof value === 'string' && value.startsWith('/')) return { path: [name], test: 'inFolder', value: '/srv' }
  return { path: [name], test: 'is', value: value as string | number | boolean }
}
const each = <T>(value: fc.Arbitrary<T>) => fc.tuple(value, value, value, value, value)

it('the sentence of a rule names every argument that the rule leaves open', () => {
  fc.assert(
    fc.property(
      fc.constantFrom<RuleFromCall['what']>('arguments', 'tool'),
      each(fc.constantFrom('absent', 'open', 'exact', 'wide')),
      each(values),
      each(values),
      (what, how, first, second) => {
        const args = Object.fromEntries(names.flatMap((name, index) => (how[index] === 'absent' ? [] : [[name, first[index] ?? null]])))
        const where = names.flatMap((name, index) =>
          how[index] === 'exact' || how[index] === 'wide' ? [conditionOn(name, first[index] ?? null, how[index] === 'wide')] : [],
        )
        const open = names.flatMap((name, index) => (how[index] === 'open' ? [[name]] : []))
        fc.pre(what === 'tool' || where.length > 0)
        const call = {
          callId: CallId.parse('0190a5d0-0000-7000-8000-000000000009'),
          conversationId: here,
          serverId: everything,
          tool: 'echo',
          definitionHash: 'h1',
        }
        const rule = { ...sampleRule(), ...ruleFromCall({ what, lasts: 'always', ...(what === 'arguments' && { where, open }) }, call) }
        const sentence = english.message(describeRule(rule))
        const isAllowed = (asked: JsonObject): boolean => evaluateRules([rule], [], { ...sampleCase, arguments: asked }).verdict === 'allow'
        expect(isAllowed(args)).toBe(true)
        expect(sentence).toContain('“echo” of “everything”')
        // Nothing about arguments: every call of the tool is allowed, and the sentence restricts none.
        if (what === 'tool') {
          expect([isAllowed({ anything: 1 }), sentence.includes(' where ')]).toEqual([true, false])
          return
        }
        for (const [index, name] of names.entries()) {
          if (isAllowed({ ...args, [name]: second[index] ?? null }) && args[name] !== second[index]) expect(sentence).toContain(name)
        }
        expect(isAllowed({ ...args, unheard: 1 })).toBe(false)
      },
    ),
    { numRuns: 1000 },
  )
})
