import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { EmptyWorkingFolder } from '../emptyWorkingFolder'
import { findProgram } from './testing/findProgram'
import { startPackageRegistry, type PackageRegistry } from './testing/packageRegistry'
import { unwrapCommand } from './unwrapCommand'

// The real programs say what they run. `npm run fuzz:commands` tries more lines, and other programs where they are installed.
const LINES = Number(process.env['PARLEY_FUZZ_LINES'] ?? '12')
const SEED = Number(process.env['PARLEY_FUZZ_SEED'] ?? '7')

const PACKAGES = ['@atlas/x', '@atlas/y', '@atlas/tool', 'evil', 'plain', 'tool', 'true', 'false', 'null', 'alias', 'x', 'y']

/** Where bun before 1.4 keeps what bunx downloaded, whatever TMPDIR says: a later `bunx tool` of the developer would find the package of this test. */
const bunxFolders = (): readonly string[] =>
  existsSync('/tmp') ? readdirSync('/tmp').flatMap((name) => (name.startsWith('bunx-') ? [join('/tmp', name)] : [])) : []

let foldersBefore: readonly string[] = []
let home = ''
let registry: PackageRegistry | undefined
let folder: EmptyWorkingFolder | undefined
beforeAll(async () => {
  foldersBefore = bunxFolders()
  home = realpathSync(mkdtempSync(join(tmpdir(), 'parley-runners-')))
  registry = await startPackageRegistry(PACKAGES)
  folder = new EmptyWorkingFolder(join(home, 'empty'))
  // A program of this computer that is called like a package.
  mkdirSync(join(home, 'prefix', 'bin'), { recursive: true })
  mkdirSync(join(home, 'prefix', 'lib', 'node_modules'), { recursive: true })
  writeFileSync(join(home, 'prefix', 'bin', 'tool'), '#!/bin/sh\necho ran the program tool\n', { mode: 0o755 })
})
afterAll(async () => {
  folder?.[Symbol.dispose]()
  await registry?.[Symbol.asyncDispose]()
  for (const path of bunxFolders()) if (!foldersBefore.includes(path)) rmSync(path, { recursive: true, force: true })
  rmSync(home, { recursive: true, force: true })
})

/** What a line really ran, as the programs say it themselves. */
function run(path: string, args: readonly string[], cwd: string): Promise<readonly string[]> {
  const url = registry?.url ?? ''
  const env = {
    PATH: [join(home, 'prefix', 'bin'), dirname(path), dirname(process.execPath), '/usr/bin', '/bin'].join(delimiter),
    HOME: home,
    XDG_CONFIG_HOME: join(home, 'config'),
    XDG_DATA_HOME: join(home, 'data'),
    XDG_CACHE_HOME: join(home, 'cache'),
    npm_config_registry: url,
    npm_config_prefix: join(home, 'prefix'),
    npm_config_cache: join(home, 'npm'),
    pnpm_config_registry: url,
    YARN_NPM_REGISTRY_SERVER: url.slice(0, -1),
    YARN_UNSAFE_HTTP_WHITELIST: '127.0.0.1',
    YARN_ENABLE_TELEMETRY: '0',
    YARN_REGISTRY: url,
    BUN_CONFIG_REGISTRY: url,
    // Nothing is asked elsewhere.
    HTTPS_PROXY: 'http://127.0.0.1:9',
    NO_PROXY: '127.0.0.1',
  }
  return new Promise((resolve) => {
    const child = execFile(path, [...args], { cwd, env, timeout: 30_000 }, (_error, stdout) => {
      resolve([...stdout.matchAll(/^ran (.*)$/gm)].map(([, name = '']) => name))
    })
    child.stdin?.end()
  })
}

interface Line {
  readonly program: string
  readonly args: readonly string[]
}

const text = ({ program, args }: Line): string => [program, ...args].join(' ')
const understand = ({ program, args }: Line) => unwrapCommand(program, args, [])

/** What ran although the understanding of the line does not name it. */
function notNamed(line: Line, ran: readonly string[]): readonly string[] {
  const { clear, programs, targets } = understand(line)
  if (!clear) return []
  const packages = targets.flatMap((target) => target.packages.map(({ name }) => name))
  return ran.filter(
    (name) => !(name.startsWith('the program ') ? programs.includes(name.slice('the program '.length)) : packages.includes(name)),
  )
}

/** Lines that are understood, made of what the program knows, what it almost knows, and what it takes for something else. */
function lines(program: string, verb: readonly string[], flags: readonly string[]): readonly Line[] {
  const named = [
    '@atlas/x',
    '@atlas/y@1.0.0',
    '@atlas/x@latest',
    'plain',
    'plain@^1',
    'tool',
    'tool@latest',
    'tool@1.0.0',
    '@atlas/tool',
    '@atlas/tool@1.0.0',
    'alias@npm:@atlas/x',
    'evil',
    'true',
  ]
  const joined = flags.flatMap((flag) => [`${flag}=evil`, `${flag}=true`, `${flag}=`])
  const odd = [
    '--',
    '-',
    '---',
    'false',
    'null',
    '-p',
    '--package',
    '--package=@atlas/x',
    '-p=@atlas/x',
    '-c',
    '--call',
    '-yq',
    '--y',
    '--no-yes',
    ...joined,
  ]
  const front = fc.array(fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...flags) }, { weight: 2, arbitrary: fc.constantFrom(...odd) }), {
    maxLength: 3,
  })
  const option = fc.constantFrom<readonly string[]>(
    [],
    [],
    [],
    ['--package=@atlas/x'],
    ['-p', '@atlas/x'],
    ['--package', '@atlas/y'],
    ['--'],
  )
  const back = fc.array(fc.constantFrom(...named, ...odd, ...flags, 'x', 'y'), { maxLength: 3 })
  const all = fc.tuple(front, option, fc.constantFrom(...named, 'x', 'y'), back).map(([a, b, c, d]) => [...verb, ...a, ...b, c, ...d])
  const seen = new Map<string, Line>()
  for (const args of fc.sample(all, { numRuns: LINES * 60, seed: SEED })) {
    const line = { program, args }
    if (seen.size < LINES && understand(line).clear) seen.set(text(line), line)
  }
  return [...seen.values()]
}

/** Runs lines a few at once. */
async function runAll(all: readonly Line[]): Promise<readonly (readonly [Line, readonly string[]])[]> {
  const results: (readonly [Line, readonly string[]])[] = []
  const rest = [...all]
  const cwd = folder?.path() ?? home
  const worker = async (): Promise<void> => {
    for (let line = rest.shift(); line; line = rest.shift())
      results.push([line, await run(findProgram(line.program) ?? '', line.args, cwd)])
  }
  await Promise.all([worker(), worker(), worker()])
  return results
}

const runners: readonly (readonly [name: string, program: string, verb: readonly string[], flags: readonly string[]])[] = [
  ['npx', 'npx', [], ['-y', '--yes', '-q', '--quiet', '--silent', '--prefer-online', '--prefer-offline', '--no-install']],
  ['npm exec', 'npm', ['exec'], ['-y', '--yes', '-q', '--quiet', '--silent', '--prefer-online', '--prefer-offline']],
  ['pnpm dlx', 'pnpm', ['dlx'], ['--silent', '-s', '-y', '--reporter']],
  ['yarn dlx', 'yarn', ['dlx'], ['-q', '--quiet']],
  ['bunx', 'bunx', [], ['--bun', '--silent', '-y', '--verbose']],
]

describe.each(runners)('P01: %s', (name, program, verb, flags) => {
  const installed = findProgram(program)

  it.skipIf(!installed)('runs nothing that the understanding of the line does not name', { tags: ['slow'], timeout: 600_000 }, async () => {
    const tried = await runAll(lines(program, verb, flags))
    expect(tried.flatMap(([line, ran]) => notNamed(line, ran).map((what) => `${text(line)} ran ${what}`))).toEqual([])
    // The lines are real ones: most of them run something.
    expect([name, tried.length > 3, tried.filter(([, ran]) => ran.length > 0).length * 3 >= tried.length]).toEqual([name, true, true])
  })
})

it.skipIf(!findProgram('npx'))(
  'P01: npx takes what stands behind a flag and = for the package, and that is not understood',
  { tags: ['slow'], timeout: 600_000 },
  async () => {
    const attacks = ['--yes=evil', '-y=evil', '-q=evil', '--quiet=evil', '--prefer-offline=evil'].map((flag) => ({
      program: 'npx',
      args: [flag, '@atlas/x'],
    }))
    const exec = [
      ['exec', '-y', 'false', 'evil'],
      ['exec', '--yes=evil', '--', '@atlas/x'],
    ].map((args) => ({ program: 'npm', args }))
    const tried = await runAll([...attacks, ...exec])
    expect(tried.map(([line, ran]) => [text(line), ran, understand(line).clear])).toEqual(
      tried.map(([line]) => [text(line), ['evil'], false]),
    )
  },
)

it.skipIf(!findProgram('npx'))(
  'P02: npx runs a package of the folder that it starts in, and from the empty folder the one of the registry',
  { tags: ['slow'], timeout: 600_000 },
  async () => {
    const own = join(home, 'own')
    const mine = join(own, 'node_modules', '@atlas', 'x')
    mkdirSync(mine, { recursive: true })
    mkdirSync(join(own, 'node_modules', '.bin'))
    writeFileSync(join(mine, 'package.json'), JSON.stringify({ name: '@atlas/x', version: '1.0.0', bin: { x: 'mine.js' } }))
    writeFileSync(join(mine, 'mine.js'), "#!/usr/bin/env node\nconsole.log('ran mine')\n", { mode: 0o755 })
    symlinkSync(join(mine, 'mine.js'), join(own, 'node_modules', '.bin', 'x'))
    const npx = findProgram('npx') ?? ''
    expect([await run(npx, ['-y', '@atlas/x'], own), await run(npx, ['-y', '@atlas/x'], folder?.path() ?? '')]).toEqual([
      ['mine'],
      ['@atlas/x'],
    ])
  },
)

it.skipIf(!findProgram('bunx'))(
  'P03: bunx runs a program of this computer in the place of a package without a version, and its name is one to look for',
  { tags: ['slow'], timeout: 600_000 },
  async () => {
    const named = ['tool', '@atlas/tool', 'tool@1.0.0', 'tool@latest', 'tool@^1', '@atlas/tool@1.0.0', '@atlas/tool@latest']
    const tried = await runAll(named.flatMap((name) => [[name], ['--bun', name]].map((args) => ({ program: 'bunx', args }))))
    const ofComputer = tried.filter(([, ran]) => ran.includes('the program tool')).map(([line]) => text(line))
    // bun before 1.4 also runs it for the package with a scope.
    expect(ofComputer.filter((line) => !line.includes('@atlas')).toSorted()).toEqual(['bunx --bun tool', 'bunx tool'])
    expect(ofComputer.filter((line) => line.slice(line.indexOf('tool')).includes('@'))).toEqual([])
    expect(tried.map(([line, ran]) => [text(line), ran.length, notNamed(line, ran)])).toEqual(tried.map(([line]) => [text(line), 1, []]))
  },
)
