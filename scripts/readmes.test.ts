import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { dirname, join, posix } from 'node:path'
import { expect, it } from 'vitest'

const root = join(import.meta.dirname, '..')
const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { cwd: root, encoding: 'utf8' }).split('\n')

/** A README names files of its folder, of folders in it, of folders beside it, or by their whole path. */
function isThere(name: string, folder: string): boolean {
  const places = [folder, dirname(folder), folder.split('/')[0] ?? '', '']
  return (
    places.some((place) => files.includes(posix.join(place, name))) ||
    files.some((path) => path.startsWith(`${folder}/`) && path.endsWith(`/${name}`))
  )
}

it('every file that the README of a folder names is there', () => {
  const lost = files
    .filter((path) => /^(?:main|renderer|shared|app|e2e)\/.*README\.md$/.test(path))
    .flatMap((path) =>
      Array.from(readFileSync(join(root, path), 'utf8').matchAll(/`([\w./-]+\.(?:tsx?|mjs))`/g), ([, name = '']) => name)
        .filter((name) => !isThere(name, dirname(path)))
        .map((name) => `${name} in ${path}`),
    )
  expect(lost).toEqual([])
})
