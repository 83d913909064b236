import { expect, it } from 'vitest'
import { defaultLimits } from '../../shared/domain/defaultLimits'
import { parseSkill } from './parseSkill'

const digest = `sha256:${'ab'.repeat(32)}`
const uri = 'skill://pdf/SKILL.md'
const entry = {
  uri,
  frontmatter: { name: 'pdf', description: 'Fill forms', metadata: { author: 'x' } },
  resources: [
    { uri: 'skill://pdf/references/FORMS.md', digest, size: 7 },
    { uri, digest, size: 3 },
  ],
}
const parse = (raw: unknown) => parseSkill(raw, defaultLimits)

it('reads a skill with its files, SKILL.md first', () => {
  expect(parse(entry)).toEqual({
    key: uri,
    item: {
      name: 'pdf',
      description: 'Fill forms',
      frontmatter: entry.frontmatter,
      files: [entry.resources[1], entry.resources[0]],
    },
  })
})

it('takes a skill without a list of files by its SKILL.md alone', () => {
  expect(parse({ ...entry, resources: 'dynamic' })).toMatchObject({ item: { files: [{ uri }] } })
})

it.each([
  ['no object', 7],
  ['no name', { ...entry, frontmatter: { description: 'x' } }],
  ['no address', { ...entry, uri: 'skill://pdf/' }],
  ['no list of files', { ...entry, resources: undefined }],
  ['no SKILL.md in its list', { ...entry, resources: [{ uri: 'skill://pdf/a', digest, size: 1 }] }],
  ['a digest of another kind', { ...entry, resources: [{ uri, digest: 'md5:00', size: 1 }] }],
  ['no size', { ...entry, resources: [{ uri, digest }] }],
  ['a file of another skill', { ...entry, resources: [...entry.resources, { uri: 'skill://other/a', digest, size: 1 }] }],
  ['a way out', { ...entry, resources: [...entry.resources, { uri: 'skill://pdf/a/../../b', digest, size: 1 }] }],
  ['a way out in code', { ...entry, resources: [...entry.resources, { uri: 'skill://pdf/%2E%2e/b', digest, size: 1 }] }],
  ['a file twice', { ...entry, resources: [...entry.resources, ...entry.resources] }],
  ['more bytes than a skill may have', { ...entry, resources: [{ uri, digest, size: 16 * 1024 * 1024 + 1 }] }],
  [
    'more files than a skill may have',
    { ...entry, resources: Array.from({ length: 513 }, (_, i) => ({ uri: `skill://pdf/${i}`, digest, size: 1 })) },
  ],
  ['a description without end', { ...entry, frontmatter: { name: 'pdf', description: 'x'.repeat(20_000) } }],
])('sets a skill aside that has %s', (_what, raw) => {
  expect(parse(raw)).toMatchObject({ reason: { id: expect.stringContaining('errors.parsing.') } })
})
