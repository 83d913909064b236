import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'

const root = join(import.meta.dirname, '..')
const read = (file: string): string => readFileSync(join(root, file), 'utf8')
const Versions = z.record(z.string(), z.string())
const { dependencies, devDependencies, allowScripts } = z
  .object({ dependencies: Versions, devDependencies: Versions, allowScripts: z.record(z.string(), z.boolean()) })
  .parse(JSON.parse(read('package.json')))
const versions = new Map(Object.entries({ ...dependencies, ...devDependencies }))
const { packages } = z
  .object({
    packages: z.record(
      z.string(),
      z.object({ version: z.string().optional(), integrity: z.string().optional(), hasInstallScript: z.boolean().optional() }),
    ),
  })
  .parse(JSON.parse(read('package-lock.json')))
const locked = Object.entries(packages).filter(([path]) => path !== '')

it('N01, N02, N03, N04, N05: nothing that looks for, fetches or installs an update is there', () => {
  const updaters = /updat(?:er|e-electron)|squirrel|nucleus/
  expect([...versions.keys()].filter((name) => updaters.test(name))).toEqual([])
  expect(parse(read('electron-builder.yml'))).toMatchObject({ publish: null })
})

it('N06: every package has one exact version, and a hash that it is held to', () => {
  expect([...versions].filter(([, version]) => !/^\d+\.\d+\.\d+(?:-[\w.]+)?$/.test(version))).toEqual([])
  expect(locked.length).toBeGreaterThan(500)
  expect(locked.filter(([, { integrity }]) => !integrity?.startsWith('sha512-')).map(([path]) => path)).toEqual([])
  expect([...versions].filter(([name, version]) => packages[`node_modules/${name}`]?.version !== version)).toEqual([])
})

it('N06: the packages that may run a program when they are installed are named, and no other has one', () => {
  const programs = locked.filter(([, { hasInstallScript }]) => hasInstallScript).map(([path]) => path.replace('node_modules/', ''))
  expect(programs.toSorted()).toEqual(Object.keys(allowScripts).toSorted())
  expect(Object.entries(allowScripts).filter(([, isAllowed]) => isAllowed)).toEqual([['node', true]])
  const commands = read('.github/workflows/ci.yml').matchAll(/\bnpm (?:ci|install|i)\b[^\n]*/g)
  expect([...commands].map(([command]) => command)).toEqual(['npm ci'])
})

it('B11: Electron is none of the versions that give an address of the program to strangers', () => {
  const [major = 0] = (versions.get('electron') ?? '').split('.').map(Number)
  expect(major).toBeGreaterThanOrEqual(42)
})
