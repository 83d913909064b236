import { expect, it } from 'vitest'
import { ServerId } from '../domain/ids'
import { toolAddress, toolsMentioned } from './toolMention'

const addresses = ['notes/echo', 'notes/echo_all', 'my notes/read file', 'npm/types', 'größe/мера']
const named = (text: string): string[] => toolsMentioned(text, new Set(addresses))

it('finds tools where a person names them, also those with spaces and other alphabets in their names', () => {
  expect(toolAddress(ServerId.parse('notes'), 'echo')).toBe('notes/echo')
  expect(named('@notes/echo it, then (@my notes/read file).\n"@größe/мера"')).toEqual(['notes/echo', 'my notes/read file', 'größe/мера'])
})

// Catches: a tool whose name begins like that of another one is taken for it, or a word that goes on is taken for a tool.
it('takes the longest name, and none that ends within a word', () => {
  expect(named('@notes/echo_all')).toEqual(['notes/echo_all'])
  expect(named('@notes/echoes, @notes/echo_')).toEqual([])
  expect(named('@notes/echo @notes/echo')).toEqual(['notes/echo'])
})

// Catches: an e-mail address, a package name, a path or inline code in a pasted text makes the model prefer a tool.
it('names nothing within a word, a path or inline code', () => {
  expect(named('me@notes/echo node_modules/@npm/types `@notes/echo` @@notes/echo')).toEqual([])
})

it('looks at so many places only, whatever was pasted', () => {
  expect(named(`${'@ '.repeat(49)}@notes/echo`)).toEqual(['notes/echo'])
  expect(named(`${'@ '.repeat(50)}@notes/echo`)).toEqual([])
})
