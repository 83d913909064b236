// Tries the example servers of MCP Apps under Parley: `npm run example-apps`, `npm run example-apps -- --project browser -g pdf`. Plain Node 20.
// They are installed into a temporary folder for as long as that takes. Each line of what it prints is a server, its tool, and what it is complete with.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensureChromium } from './lib/chromium.mjs'
import { nodeTool } from './lib/nodeTool.mjs'
import { ensureBuilt, ensureInstalled, root, runNpm } from './lib/prepare.mjs'

const basic = ['react', 'vue', 'svelte', 'preact', 'solid', 'vanillajs'].map((name) => `basic-${name}`)
const names =
  `${basic.join(' ')} debug budget-allocator cohort-heatmap customer-segmentation map scenario-modeler shadertoy sheet-music system-monitor
  threejs transcript video-resource wiki-explorer`.split(/\s+/)
const packages = [...names.map((name) => `${name}@2.0.3`), 'pdf@2.0.4'].map((name) => `@modelcontextprotocol/server-${name}`)

await ensureInstalled()
await ensureChromium()
await ensureBuilt()
const folder = mkdtempSync(join(tmpdir(), 'parley-example-apps-'))
try {
  writeFileSync(join(folder, 'package.json'), '{ "private": true }\n')
  await runNpm(['install', '--prefix', folder, '--ignore-scripts', '--no-audit', '--no-fund', ...packages])
  const { status } = spawnSync(
    ...nodeTool('@playwright/test', ['test', 'e2e/exampleApps', '--reporter', 'list', ...process.argv.slice(2)]),
    {
      cwd: root,
      stdio: 'inherit',
      env: { ...process.env, PARLEY_EXAMPLE_APPS: folder },
    },
  )
  process.exitCode = status ?? 1
} finally {
  rmSync(folder, { recursive: true, force: true, maxRetries: 3 })
}
