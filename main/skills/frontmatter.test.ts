import { expect, it } from 'vitest'
import { frontmatter } from './frontmatter'

it('reads the head of a SKILL.md, in all the forms in which YAML writes text', () => {
  const file =
    '---\nname: pdf\ndescription: >\n  Fill\n  forms\nversion: "1.0"\nmetadata:\n  a: [1, true, null]\n  since: 2026-01-02\n---\n\n# Body\n---\n'
  expect(frontmatter(file)).toEqual({
    name: 'pdf',
    description: 'Fill forms\n',
    version: '1.0',
    metadata: { a: [1, true, null], since: '2026-01-02' },
  })
  expect(frontmatter('---\r\nname: x\r\n---')).toEqual({ name: 'x' })
})

it.each([
  ['no head', '# Title'],
  ['no end', '---\nname: x\n'],
  ['a list', '---\n- a\n---\n'],
  ['the same key twice', '---\nname: a\nname: b\n---\n'],
  ['broken YAML', '---\n"a: [\n---\n'],
  [
    'a bomb of aliases',
    `---\na: &a [x,x,x,x,x,x,x,x,x]\nb: &b [*a,*a,*a,*a,*a,*a,*a]\nc: &c [*b,*b,*b,*b,*b,*b]\nd: [*c,*c,*c,*c,*c]\n---\n`,
  ],
  ['thousands of levels', `---\na: ${'['.repeat(8_000)}\n---\n`],
  ['a head longer than the limit', `---\na: ${'x'.repeat(20_000)}\n---\n`],
])('finds nothing in a file with %s', (_what, file) => {
  expect(frontmatter(file)).toBeUndefined()
})

it('takes names that every object has as data', () => {
  const read = frontmatter('---\n__proto__:\n  x: 1\nconstructor: y\n---\n')
  expect(JSON.stringify(read)).toBe('{"__proto__":{"x":1},"constructor":"y"}')
  expect(Object.hasOwn({}, 'x') || 'x' in {}).toBe(false)
})
