import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { joinArguments, splitArguments } from './commandArguments'

describe('splitArguments', () => {
  it('takes one argument a line when there are several lines', () => {
    expect(splitArguments('-y\n@modelcontextprotocol/server-filesystem\n/home/dana/my code\n')).toEqual([
      '-y',
      '@modelcontextprotocol/server-filesystem',
      '/home/dana/my code',
    ])
  })

  it('splits one line at spaces, as a README shows it', () => {
    expect(splitArguments(`-y  server --root "/home/dana/my code" --say='it is' a\\ b`)).toEqual([
      '-y',
      'server',
      '--root',
      '/home/dana/my code',
      '--say=it is',
      'a b',
    ])
  })

  it('leaves the backslashes of Windows paths alone', () => {
    expect(splitArguments(String.raw`C:\Users\new \\server\share "C:\my folder\new"`)).toEqual([
      String.raw`C:\Users\new`,
      String.raw`\\server\share`,
      String.raw`C:\my folder\new`,
    ])
  })

  it('expands nothing that a shell would expand', () => {
    expect(splitArguments('$HOME `id` $(id) ~ *.ts ; rm | x > y && z')).toEqual('$HOME `id` $(id) ~ *.ts ; rm | x > y && z'.split(' '))
  })

  it('keeps empty arguments that are quoted, and lets a quote without an end reach to the end', () => {
    expect(splitArguments(`a "" '' "b c`)).toEqual(['a', '', '', 'b c'])
  })

  it('finds none in blank text', () => {
    expect([splitArguments(''), splitArguments(' \n '), splitArguments('\n')]).toEqual([[], [], []])
  })
})

it('joinArguments writes any arguments so that the same ones are read again', { tags: ['slow'] }, () => {
  const arg = fc.oneof(fc.string({ unit: 'binary' }), fc.string({ unit: fc.constantFrom('"', "'", '\\', ' ', '\n', '\r', '\t', 'a', '-') }))
  const reads = (args: readonly string[]): void => {
    expect(splitArguments(joinArguments(args))).toEqual(args)
  }
  fc.assert(fc.property(fc.array(arg), reads), { numRuns: 2000 })
})
