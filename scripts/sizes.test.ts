import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'

const root = join(import.meta.dirname, '..')
const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '*.ts', '*.tsx', '*.mjs'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\n')
  .filter((path) => path !== '')
const isTest = (path: string): boolean => /\.(test|spec)\.tsx?$/.test(path) || path.includes('/testing/') || path.startsWith('e2e/')

function longerThan(lines: number, paths: readonly string[]): readonly string[] {
  return paths.filter((path) => readFileSync(join(root, path), 'utf8').split('\n').length - 1 > lines)
}

it('no source file is longer than 350 lines, and no test than 500', () => {
  expect([
    longerThan(
      350,
      files.filter((path) => !isTest(path)),
    ),
    longerThan(500, files.filter(isTest)),
  ]).toEqual([[], []])
})

it('no folder holds more than 40 files of source', () => {
  const counts = new Map<string, number>()
  for (const path of files) if (!isTest(path) && /\.tsx?$/.test(path)) counts.set(dirname(path), (counts.get(dirname(path)) ?? 0) + 1)
  expect([...counts].filter(([, count]) => count > 40)).toEqual([])
})
