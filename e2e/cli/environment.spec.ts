import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '../fixtures.ts'
import { real } from '../lib/serverEntries.ts'
import { runParley } from './runParley.ts'

// The login shell's profile sets PATH anew on many systems; then "PATH=… parley call …" would run another program, or none.
test('a server’s program is found on the PATH of the caller, and doctor names it', async ({ parley }) => {
  const folder = join(parley.folder, 'bin')
  const program = join(folder, 'notes-server')
  const server = real('memory')
  const words = 'command' in server ? [server.command, ...server.args] : []
  mkdirSync(folder)
  writeFileSync(program, `#!/bin/sh\nexec '${words.join("' '")}'\n`)
  chmodSync(program, 0o700)
  writeFileSync(join(parley.home, '.profile'), 'export PATH=/usr/bin:/bin\n')
  parley.writeServers({ notes: { command: 'notes-server', args: [] } })
  parley.env['PATH'] = `${folder}:${process.env['PATH']}`
  const { code, out } = await runParley(parley, ['doctor', 'notes'])
  expect({ code, out }).toEqual({ code: 0, out: expect.stringMatching(new RegExp(`ok +Program +${program}\n`)) })
})

test('what does not arrive at a collector is told at the end, and changes no exit code', async ({ parley }) => {
  parley.writeServers({ memory: real('memory') })
  parley.env['OTEL_EXPORTER_OTLP_ENDPOINT'] = 'http://127.0.0.1:9'
  parley.env['OTEL_TRACES_EXPORTER'] = 'console'
  const { code, err } = await runParley(parley, ['call', 'memory', 'read_graph'])
  expect({ code, lines: err.trimEnd().split('\n') }).toEqual({
    code: 0,
    lines: [
      'Telemetry goes to 127.0.0.1:9, as OTEL_EXPORTER_OTLP_ENDPOINT says.',
      'Telemetry goes without traces, as the variables of OpenTelemetry say.',
      expect.stringMatching(/did not arrive\. The collector cannot be reached\.$/),
    ],
  })
})

test('a setting that cannot be used is told, with its file', async ({ parley }) => {
  parley.writeServers({ memory: real('memory') })
  const file = join(parley.dataDir, 'settings.json')
  writeFileSync(file, '{ "telemetry": { "endpiont": "https://otel.example" } }')
  const { code, err } = await runParley(parley, ['call', 'memory', 'read_graph'])
  expect([code, err]).toEqual([0, expect.stringContaining(`endpiont.\nMend it in ${file}.`)])
})
