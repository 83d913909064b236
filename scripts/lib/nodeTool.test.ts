import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { nodeTool, toolFile, withToolsInPath } from './nodeTool.mjs'

const modules = join(import.meta.dirname, '../../node_modules')

it('starts a tool on Windows with node.exe and a JavaScript file, never with a script of a shell', () => {
  const [command, args] = nodeTool('oxlint', ['--version'], 'win32')
  expect(command).toBe(join(modules, 'node', 'bin', 'node.exe'))
  expect(args).toEqual([join(modules, 'oxlint', 'bin', 'oxlint'), '--version'])
})

it('starts a tool elsewhere with the Node of the dependencies', () => {
  const [command] = nodeTool('vite', [], 'linux')
  expect(command).toBe(join(modules, 'node', 'bin', 'node'))
})

it.each(['typescript', 'oxlint', 'prettier', 'knip', 'vite', 'vitest', 'electron-vite', 'playwright', '@playwright/test'])(
  'finds the program of %s, however its package names it',
  (name) => {
    expect(toolFile(name)).toMatch(/node_modules.+[\\/](?:[\w-]+\.(?:c|m)?js|tsc|oxlint)$/)
    expect(existsSync(toolFile(name))).toBe(true)
  },
)

it('says which package has no program', () => {
  expect(() => toolFile('react')).toThrow('react')
})

it('extends the one path variable of Windows instead of adding a second one', () => {
  const env = withToolsInPath({ Path: 'C:\\Windows', HOME: 'x' }, ';')
  expect(env).toEqual({ Path: `${join(modules, '.bin')};C:\\Windows`, HOME: 'x' })
})

it('makes a path where there is none', () => {
  expect(withToolsInPath({}, ':')).toEqual({ PATH: join(modules, '.bin') })
})
