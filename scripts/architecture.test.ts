import { spawnSync } from 'node:child_process'
import { globSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { mayUse } from './architecture.mjs'
import { nodeTool } from './lib/nodeTool.mjs'

const root = join(import.meta.dirname, '..')
const tables: Readonly<Record<string, readonly string[]>> = mayUse
let tree: string
let refused: ReadonlySet<string>

/** Maps each file to an import that must be refused there. */
const forbidden: Record<string, string> = {
  'shared/domain/a.ts': '../../main/lib/clock',
  'shared/domain/b.ts': 'node:fs',
  'shared/rpc/c.ts': 'electron',
  'main/lib/a.ts': '../../app/dataDir',
  'main/host.ts': '../renderer/rpc/currentHostClient',
  'main/rpc/b.ts': 'electron',
  'main/chat/c.ts': '@modelcontextprotocol/client',
  'app/browser/a.ts': '../../renderer/rpc/host',
  'app/browser/b.ts': 'electron',
  'preload/a.ts': '../main/ports',
  'preload/b.ts': 'node:fs',
  'renderer/rpc/a.ts': '../../main/ports',
  'renderer/rpc/b.ts': '../features/chat/ChatView',
  'renderer/ui/c.ts': '../shell/App',
  'renderer/ui/f.ts': '../rpc/callHost',
  'renderer/markdown/g.ts': '../../shared/domain/chat',
  'renderer/state/h.ts': '../features/chat/ChatView',
  'renderer/widgets/i.ts': '../shell/App',
  'renderer/features/chat/j.ts': '../../shell/App',
  'renderer/layout/d.ts': 'node:path',
  'renderer/layout/e.ts': 'electron',
  'e2e/conformance/a.ts': '@modelcontextprotocol/client',
}
const allowed: Record<string, string> = {
  'main/chat/fine.ts': '../models/modelRegistry',
  'main/elicitation/fine.ts': '../../shared/elicitation/formFields',
  'app/electron/fine.ts': 'electron',
  'renderer/layout/fine.ts': '../features/chat/ChatView',
  'e2e/servers/fine.ts': '@modelcontextprotocol/server',
}

beforeAll(() => {
  for (const [domain, uses] of Object.entries(tables)) {
    const stranger = Object.keys(tables).find((name) => name !== domain && name !== 'lib' && !uses.includes(name))
    if (stranger) forbidden[`main/${domain}/stranger.ts`] = `../${stranger}/thing`
  }
  const features = readdirSync(join(root, 'renderer/features'), { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() ? [entry.name] : [],
  )
  for (const feature of features) {
    const other = features.find((name) => name !== feature)
    if (other) forbidden[`renderer/features/${feature}/stranger.ts`] = `../${other}/Thing`
  }
  tree = mkdtempSync(join(tmpdir(), 'parley-architecture-'))
  // The configuration applies to its own folder, so this folder gets one that exports the repository's.
  writeFileSync(join(tree, 'oxlint.config.ts'), `export { default } from '${pathToFileURL(join(root, 'oxlint.config.ts')).href}'\n`)
  // A junction needs no administrator rights on Windows. Other systems ignore the type.
  symlinkSync(join(root, 'node_modules'), join(tree, 'node_modules'), 'junction')
  for (const [file, specifier] of Object.entries({ ...forbidden, ...allowed })) {
    mkdirSync(dirname(join(tree, file)), { recursive: true })
    writeFileSync(join(tree, file), `import { thing } from '${specifier}'\nexport const copy = thing\n`)
  }
  const folders = ['shared', 'main', 'app', 'preload', 'renderer', 'e2e']
  const lint = spawnSync(...nodeTool('oxlint', ['--format', 'json', ...folders]), { cwd: tree, encoding: 'utf8' })
  const report: { diagnostics: { filename: string; code: string }[] } = JSON.parse(lint.stdout)
  refused = new Set(
    report.diagnostics.filter(({ code }) => code.includes('no-restricted-imports')).map(({ filename }) => filename.replaceAll('\\', '/')),
  )
})

afterAll(() => rmSync(tree, { recursive: true, force: true }))

it('refuses one forbidden import for every row of the architecture table', () => {
  expect(Object.keys(forbidden).filter((file) => !refused.has(file))).toEqual([])
})

it('lets through what the table allows', () => {
  expect(Object.keys(allowed).filter((file) => refused.has(file))).toEqual([])
})

// Catches: where a file system knows no case, as on macOS and Windows, an import of one such module gets the other one.
it('no two modules in a folder have names that differ only by their case', () => {
  const modules = globSync('{app,main,preload,renderer,shared,scripts,e2e}/**/*.{ts,tsx,mjs}', { cwd: root }).map((path) =>
    path.replace(/\.(?:tsx?|mjs)$/, ''),
  )
  const known = new Map<string, string>()
  const twins = modules.filter((module) => {
    const twin = known.get(module.toLowerCase())
    known.set(module.toLowerCase(), module)
    return twin !== undefined && twin !== module
  })
  expect([modules.length > 1_000, twins]).toEqual([true, []])
})
