import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addMembers, editJson, removeMember, restoreMember } from './editJson'
import { parseJson, valueOf as valueOfNode } from './parseJson'
import { threadCpuMs } from '../../shared/testing/cpuMicros'

const commented = `// the servers of this computer
{
  "mcpServers": { // by name
    "first": { "command": "one" }, // about first
    /* about second */
    "second": {
      "command": "two", "args": [], // its own words
      "unknown": [1, 2,],
    }, // after second

    // about third
    "third": { "command": "three" } // last
  },
  "other": true
}
`

function valueOf(text: string): unknown {
  const reading = parseJson(text)
  if (!reading.ok) return reading.fault
  return reading.tree && valueOfNode(reading.tree)
}

describe('editJson', () => {
  it('changes one value and no other character', () => {
    expect(editJson(commented, [{ path: ['mcpServers', 'second', 'command'], value: 'zwei' }])).toBe(commented.replace('"two"', '"zwei"'))
  })

  it('renames a member in its place', () => {
    expect(editJson(commented, [{ rename: ['mcpServers', 'second'], to: 'a "quoted" name' }])).toBe(
      commented.replace('"second":', '"a \\"quoted\\" name":'),
    )
  })

  it('adds a member at the end and leaves the comment of the one before where it was', () => {
    expect(editJson(commented, [{ path: ['mcpServers', 'fourth'], value: { command: 'four' } }])).toBe(
      commented.replace(
        '"third": { "command": "three" } // last',
        '"third": { "command": "three" }, // last\n    "fourth": {\n      "command": "four"\n    }',
      ),
    )
  })

  it('makes the objects on the way, in an empty file too, and keeps its line ends and byte order mark', () => {
    expect(editJson('', [{ path: ['mcpServers', 'a', 'parley', 'enabled'], value: false }])).toBe(
      '{\n  "mcpServers": {\n    "a": {\n      "parley": {\n        "enabled": false\n      }\n    }\n  }\n}\n',
    )
    expect(editJson('\uFEFF{\r\n\t"a": 1\r\n}\r\n', [{ path: ['b'], value: [2] }])).toBe(
      '\uFEFF{\r\n\t"a": 1,\r\n\t"b": [\r\n\t\t2\r\n\t]\r\n}\r\n',
    )
  })

  it('stays on one line where the object is on one line', () => {
    expect(editJson('{"a": {"b": 1}}', [{ path: ['a', 'c'], value: { d: [1] } }])).toBe('{"a": {"b": 1, "c": {"d":[1]}}}')
  })

  it('refuses to make an object where something else stands', () => {
    expect(() => editJson('{"a": 5}', [{ path: ['a', 'b'], value: 1 }])).toThrow('storage.notAnObject {"path":"a"}')
  })

  it.each(['first', 'second', 'third'])('takes %s out with its own comments and puts it back to the letter', (name) => {
    const taken = removeMember(commented, ['mcpServers', name])
    expect(taken?.text).not.toContain(name)
    expect(Object.keys((valueOf(taken?.text ?? '') as { mcpServers: object }).mcpServers)).toEqual(
      ['first', 'second', 'third'].filter((other) => other !== name),
    )
    expect(taken && restoreMember(taken.text, ['mcpServers'], taken.removed)).toBe(commented)
  })

  // What `modify` of jsonc-parser does not do: docs/decisions/004-own-json-edits.md.
  it('takes a member out and leaves every comment about its neighbours', () => {
    const comments = (text: string | undefined): string[] => text?.match(/by name|about \w+|after second|its own words|last/g) ?? []
    const around = ['by name', 'about first', 'about second', 'its own words', 'after second', 'about third', 'last']
    const without = (...own: string[]): string[] => around.filter((comment) => !own.includes(comment))
    expect(comments(removeMember(commented, ['mcpServers', 'first'])?.text)).toEqual(without('about first'))
    expect(comments(removeMember(commented, ['mcpServers', 'second'])?.text)).toEqual(
      without('about second', 'its own words', 'after second'),
    )
    expect(comments(removeMember(commented, ['mcpServers', 'third'])?.text)).toEqual(without('about third', 'last'))
  })

  it('leaves no trailing comma that was not there', () => {
    expect(removeMember('{\n  "a": 1,\n  "b": 2\n}', ['b'])?.text).toBe('{\n  "a": 1\n}')
    expect(removeMember('{"a": 1}', ['a'])?.text).toBe('{}')
    expect(removeMember('{"a": 1}', ['b'])).toBeUndefined()
  })

  it('changes, adds and removes elements of a list', () => {
    const list = '{ "list": [ { "id": 1 }, { "id": 2 } ] }'
    expect(valueOf(editJson(list, [{ path: ['list', 0, 'id'], value: 7 }]))).toEqual({ list: [{ id: 7 }, { id: 2 }] })
    expect(valueOf(editJson(list, [{ path: ['list', 2], value: 3 }]))).toEqual({ list: [{ id: 1 }, { id: 2 }, 3] })
    expect(valueOf(editJson(list, [{ path: ['list', 0], value: undefined }]))).toEqual({ list: [{ id: 2 }] })
  })

  it('agrees with a plain object about every sequence of changes', () => {
    const name = fc.constantFrom<string[]>('a', 'b', 'c d', '__proto__', '"', '')
    const change = fc.oneof(
      fc.record({ name, value: fc.jsonValue() }),
      fc.record({ name, value: fc.constant(undefined) }),
      fc.record({ name, put: fc.constant(true) }),
    )
    const start = fc.constantFrom<string[]>(
      '{ "a": 1 // x\n, "b": 2 // y\n}',
      '{// x\n}',
      '',
      '{}',
      '{ "a": 1, // one\n "b": [] }',
      '{\n  // first\n  "a": {},\n  /* x */ "c d": 2,\n}',
      '{"b":1 /* , */,\n"a":2}',
    )
    fc.assert(
      fc.property(start, fc.array(change, { maxLength: 8 }), (text, changes) => {
        const model = new Map(Object.entries((valueOf(text) ?? {}) as object))
        let current = text
        for (const change of changes) {
          if ('put' in change) {
            const taken = removeMember(current, [change.name])
            if (taken) current = restoreMember(taken.text, [], taken.removed)
            continue
          }
          current = editJson(current, [{ path: [change.name], value: change.value }])
          if (change.value === undefined) model.delete(change.name)
          else model.set(change.name, JSON.parse(JSON.stringify(change.value)))
        }
        expect(Object.entries((valueOf(current) ?? {}) as object)).toEqual([...model])
      }),
      { numRuns: 300 },
    )
  })

  it('adds 5,000 members to a file of 5,000 in less than two seconds', () => {
    const members = (from: number) => Array.from({ length: 5_000 }, (_, index) => [`server ${from + index}`, { command: 'x' }] as const)
    const before = addMembers('', ['mcpServers'], members(0))
    const started = threadCpuMs()
    const after = addMembers(before, ['mcpServers'], members(5_000))
    expect(threadCpuMs() - started).toBeLessThan(2_000)
    expect(Object.keys((valueOf(after) as { mcpServers: object }).mcpServers)).toHaveLength(10_000)
  })
})
