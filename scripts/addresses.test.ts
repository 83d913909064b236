import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'
import addresses from '../assets/addresses.json' with { type: 'json' }

const root = join(import.meta.dirname, '..')
const read = (file: string): string => readFileSync(join(root, file), 'utf8')
const { note: _, ...listed } = addresses
const ours: readonly string[] = Object.values(listed)

/** The public files that readers see first, and that lead to addresses. */
const publicFiles = ['*.md', '.github/**/*.{md,yml}', 'package.json', 'electron-builder.yml', 'docs/**/*.md'].flatMap((pattern) =>
  globSync(pattern, { cwd: root }),
)
const addressOfOurs = /(?:https?:\/\/|mailto:)?[\w.@-]*parley\.invalid(?:[/:][\w./#-]*[\w/])?/g
/** The addresses that documents may link to besides our own. */
const others = ['https://keepachangelog.com/', 'https://semver.org/']

it('names no address of Parley that is not in assets/addresses.json', () => {
  const found = publicFiles.flatMap((file) => [...read(file).matchAll(addressOfOurs)].map(([address]) => ({ file, address })))
  expect(found.length).toBeGreaterThan(5)
  expect(found.filter(({ address }) => !ours.includes(address))).toEqual([])
})

it('sends nobody who reports something anywhere else', () => {
  const files = ['SECURITY.md', 'CODE_OF_CONDUCT.md', 'CHANGELOG.md', ...publicFiles.filter((file) => file.startsWith('.github'))]
  const found = files.flatMap((file) =>
    [...read(file).matchAll(/https?:\/\/[^\s)"'<>]+|[\w.+-]+@[\w-]+\.[\w.-]*\w/g)].map(([address]) => address),
  )
  const foreign = found.filter(
    (address) => !ours.includes(address.replace(/\.$/, '')) && !others.some((known) => address.startsWith(known)),
  )
  expect(foreign).toEqual([])
})

it('has the same addresses in what is packaged', () => {
  const manifest = z
    .object({
      homepage: z.string(),
      repository: z.object({ type: z.literal('git'), url: z.string() }),
      bugs: z.object({ url: z.string(), email: z.string() }),
      author: z.object({ email: z.string() }),
    })
    .parse(JSON.parse(read('package.json')))
  expect(manifest).toEqual({
    homepage: listed.homepage,
    repository: { type: 'git', url: `git+${listed.repository}` },
    bugs: { url: listed.bugs, email: listed.contact },
    author: { email: listed.contact },
  })
  const { linux } = z.object({ linux: z.object({ maintainer: z.string() }) }).parse(parse(read('electron-builder.yml')))
  expect(linux.maintainer).toContain(`<${listed.contact}>`)
})
