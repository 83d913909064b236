import { spawnSync } from 'node:child_process'
import { existsSync, globSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { listPackage } from '@electron/asar'
import { FuseV1Options, getCurrentFuseWire } from '@electron/fuses'
import { expect, test } from '../fixtures.ts'
import { writeStubElectron } from './stubElectron.ts'

const root = join(import.meta.dirname, '../..')
const on = '1'.charCodeAt(0)
const off = '0'.charCodeAt(0)

test.skip(({ shell }) => shell === 'browser', 'Only the desktop shell is packaged')
test.skip(process.platform !== 'linux', 'The stand-in for Electron’s binaries is made for Linux only')

test('K08, N07: electron-builder takes the configuration, packs what Parley needs and nothing else, and sets every fuse', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'parley-packaging-'))
  try {
    writeStubElectron(join(folder, 'electron'))
    const builder = join(dirname(createRequire(import.meta.url).resolve('electron-builder/package.json')), 'cli.js')
    const args = [
      '--linux',
      '--dir',
      '--publish',
      'never',
      `-c.electronDist=${join(folder, 'electron')}`,
      `-c.directories.output=${join(folder, 'release')}`,
    ]
    const { status, stdout, stderr } = spawnSync(process.execPath, [builder, ...args], { cwd: root, encoding: 'utf8' })
    expect(status, `${stdout}${stderr}`).toBe(0)

    const resources = join(folder, 'release', 'linux-unpacked', 'resources')
    const packed = listPackage(join(resources, 'app.asar'), { isPack: false })
    expect(packed).toEqual(
      expect.arrayContaining([
        '/out/main/electron.js',
        '/out/main/validationWorker.js',
        '/out/main/trafficWorker.js',
        '/out/main/extractionWorker.js',
        '/out/main/importWorker.js',
        '/out/main/resultWorker.js',
        '/out/main/keychainWorker.js',
        '/out/preload/bridge.cjs',
        '/out/renderer/index.html',
        '/package.json',
      ]),
    )
    const ours = packed.filter((path) => !path.startsWith('/node_modules'))
    expect(
      ours.filter((path) => /\.(tsx?|map|test\.js|md|json)$|browser\.js$|\/(e2e|app|scripts)\//.test(path) && path !== '/package.json'),
    ).toEqual([])
    const modules = new Set(packed.flatMap((path) => /^\/node_modules\/(@[^/]+\/[^/]+|[^@/][^/]*)/.exec(path)?.[1] ?? []))
    expect([...modules].filter((name) => !name.startsWith('@napi-rs/keyring'))).toEqual([])
    expect(unpackedNatives(join(resources, 'app.asar.unpacked'))).toEqual([expect.stringMatching(/^keyring\..*\.node$/)])

    const notices = readFileSync(join(resources, 'THIRD-PARTY-NOTICES.txt'), 'utf8')
    const noticed = (name: string): boolean => notices.includes(`\n${name} `)
    expect(namedInMaps().filter((name) => !noticed(name))).toEqual([])
    expect([...modules].filter((name) => !noticed(name))).toEqual([])
    const fonts = packed
      .filter((path) => /\.(woff2?|ttf|otf)$/.test(path))
      .map((path) => /\/([a-z0-9-]+?)-(?:latin|greek|cyrillic|vietnamese)/.exec(path)?.[1] ?? path)
    expect(fonts.length).toBeGreaterThan(0)
    const noticeOf = (font: string): string => (/\/KaTeX_\w+-/.test(font) ? 'KaTeX fonts' : `@fontsource/${font}`)
    expect([...new Set(fonts)].filter((name) => !noticed(noticeOf(name)))).toEqual([])

    const fuses = await getCurrentFuseWire(join(folder, 'release', 'linux-unpacked', 'parley'))
    expect(fuses).toMatchObject({
      [FuseV1Options.RunAsNode]: off,
      [FuseV1Options.EnableCookieEncryption]: on,
      [FuseV1Options.EnableNodeOptionsEnvironmentVariable]: off,
      [FuseV1Options.EnableNodeCliInspectArguments]: off,
      [FuseV1Options.EnableEmbeddedAsarIntegrityValidation]: on,
      [FuseV1Options.OnlyLoadAppFromAsar]: on,
      [FuseV1Options.LoadBrowserProcessSpecificV8Snapshot]: off,
      [FuseV1Options.GrantFileProtocolExtraPrivileges]: off,
    })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})

/**
 * Returns the packages that the source maps of the main bundles name, as files or in comments of bundlers. It does not read the lists from
 * which the notices are made.
 */
function namedInMaps(): readonly string[] {
  const maps = globSync('out/main/**/*.map', { cwd: root }).map((file) => readFileSync(join(root, file), 'utf8'))
  const names = maps.flatMap((map) => [
    ...map.matchAll(/(?:"|#region )[./]*node_modules\/(?:\.pnpm\/[^/]+\/node_modules\/)?((?:@[\w.-]+\/)?[\w.-]+)\//g),
  ])
  expect(names.length).toBeGreaterThan(0)
  return [...new Set(names.flatMap(([, name]) => name ?? []))]
}

function unpackedNatives(folder: string): readonly string[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.node'))
    .map((entry) => entry.name)
}
