import type { FormField } from '../../shared/domain/formField.ts'
import type { Answer, Question } from '../../shared/domain/question.ts'
import type { Random } from './random.ts'

/** Pure for one seed: what the person answers. Most of the time they agree, and often enough they do not. */
export function answerFor({ details }: Question, random: Random): Answer {
  switch (details.kind) {
    case 'approval':
      return { kind: 'approval', action: random.chance(0.85) ? 'allowOnce' : 'deny' }
    case 'form': {
      const content = contentFor(details.fields, random)
      if (content === undefined || random.chance(0.2)) return { kind: 'form', action: random.pick(['decline', 'cancel']) }
      return { kind: 'form', action: 'accept', content }
    }
    case 'page':
      return { kind: 'page', action: random.pick(['decline', 'cancel']) }
    case 'sampling': {
      const [model] = details.models
      return model === undefined || random.chance(0.2) ? { kind: 'sampling', action: 'deny' } : { kind: 'sampling', action: 'run', model }
    }
    case 'samplingReview':
      return { kind: 'samplingReview', action: random.chance(0.8) ? 'send' : 'discard' }
    case 'folders':
      return { kind: 'folders', action: 'shareNothing' }
    case 'start':
      return { kind: 'start', action: 'start' }
    case 'changed':
      return { kind: 'changed', action: random.pick(['accept', 'keepOff']) }
    case 'signIn':
      return { kind: 'signIn', action: 'notNow' }
  }
}

type Content = Record<string, string | number | boolean | readonly string[]>

/** Undefined when a required field is one that nobody can fill in. */
function contentFor(fields: readonly FormField[], random: Random): Content | undefined {
  const content: Content = {}
  for (const field of fields) {
    if (!field.required && random.chance(0.5)) continue
    const value = valueFor(field, random)
    if (value !== undefined) content[field.key] = value
    else if (field.required) return undefined
  }
  return content
}

const texts = { email: 'ann@example.com', uri: 'https://example.com/', date: '2026-01-31', 'date-time': '2026-01-31T10:00:00Z' } as const

function valueFor(field: FormField, random: Random): Content[string] | undefined {
  switch (field.kind) {
    case 'string':
      return field.format ? texts[field.format] : 'Ann'.padEnd(field.minLength ?? 0, '.').slice(0, field.maxLength)
    case 'number':
      return Math.ceil(field.minimum ?? 0)
    case 'boolean':
      return random.chance(0.5)
    case 'choice':
      return random.pick(field.choices).value
    case 'choices':
      return field.choices.slice(0, Math.max(1, field.minItems ?? 0)).map(({ value }) => value)
    case 'unsupported':
      return undefined
  }
}
