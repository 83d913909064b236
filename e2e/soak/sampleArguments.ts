import type { Random } from './random.ts'

interface Schema {
  readonly type?: string | readonly string[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly enum?: readonly unknown[]
  readonly items?: Schema
  readonly minimum?: number
}

const words = ['note.txt', 'Ann', 'blue', 'Lisbon', '3', 'a longer text with some words in it']

/** Pure for one seed: arguments that a tool's schema may take: the required ones, and some of the others. */
export function sampleArguments(schema: Schema, random: Random, depth = 0): Readonly<Record<string, unknown>> {
  const wanted = Object.entries(schema.properties ?? {}).filter(([name]) => schema.required?.includes(name) === true || random.chance(0.3))
  return Object.fromEntries(wanted.map(([name, property]) => [name, sampleValue(property, random, depth + 1)]))
}

function sampleValue(schema: Schema, random: Random, depth: number): unknown {
  if (schema.enum && schema.enum.length > 0) return random.pick(schema.enum)
  const type = typeof schema.type === 'string' ? schema.type : schema.type?.[0]
  switch (type) {
    case 'object':
      return depth > 3 ? {} : sampleArguments(schema, random, depth)
    case 'array':
      return depth > 3 ? [] : Array.from({ length: random.below(3) }, () => sampleValue(schema.items ?? {}, random, depth + 1))
    case 'number':
    case 'integer':
      return Math.max(schema.minimum ?? 0, 0) + random.below(3)
    case 'boolean':
      return random.chance(0.5)
    default:
      return random.pick(words)
  }
}
