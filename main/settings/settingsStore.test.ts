import { readFileSync, writeFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { defaultLimits } from '../../shared/domain/defaultLimits'
import { defaultTelemetry } from '../../shared/domain/telemetry/telemetry'
import { systemClock } from '../lib/clock'
import { temporaryFolder } from '../storage/testing/temporaryFolder'
import { SettingsStore } from './settingsStore'

function open(path: string): SettingsStore {
  return new SettingsStore({ path, clock: systemClock })
}

const plain = {
  models: { providers: [] },
  appearance: { language: 'system', theme: 'system', textSize: 100 },
  notifications: false,
  automaticSummaries: false,
  desktop: { tray: false, keepRunning: false, quickWindow: 'off' },
  limits: {},
  signIn: {},
  secrets: {},
  telemetry: defaultTelemetry,
}

describe('SettingsStore', () => {
  it('has every default without a file, and writes none', () => {
    using folder = temporaryFolder()
    using store = open(folder.file('settings.json'))
    expect([store.settings(), store.limits(), store.problem()]).toEqual([plain, defaultLimits, undefined])
    expect(() => readFileSync(folder.file('settings.json'))).toThrow('ENOENT')
  })

  it('reads the providers of the design, and limits that the user set', () => {
    using folder = temporaryFolder()
    const providers = [
      { id: 'local', kind: 'openai-compatible', name: 'Local', baseUrl: 'http://127.0.0.1:11434/v1', models: ['scripted-1'] },
      { id: 'claude', kind: 'anthropic', apiKey: { secret: 'claude-api-key' } },
    ]
    writeFileSync(
      folder.file('settings.json'),
      JSON.stringify({ models: { default: 'local/scripted-1', providers }, limits: { toolsToModel: 7 } }),
    )
    using store = open(folder.file('settings.json'))
    expect(store.settings().models).toEqual({ default: 'local/scripted-1', providers })
    expect(store.limits()).toEqual({ ...defaultLimits, toolsToModel: 7 })
  })

  it('changes what it is asked to, tells of it, and keeps unknown names and comments', () => {
    using folder = temporaryFolder()
    const path = folder.file('settings.json')
    writeFileSync(path, '{\n  // quiet\n  "future": { "x": 1 }\n}\n')
    using store = open(path)
    const told: unknown[] = []
    store.changes.subscribe((settings) => told.push(settings.appearance))
    store.change({ appearance: { language: undefined, theme: 'dark', textSize: undefined }, notifications: undefined })
    store.change({ notifications: true })
    expect(told).toEqual([
      { language: 'system', theme: 'dark', textSize: 100 },
      { language: 'system', theme: 'dark', textSize: 100 },
    ])
    expect(readFileSync(path, 'utf8')).toBe(
      '{\n  // quiet\n  "future": { "x": 1 },\n  "appearance": {\n    "theme": "dark"\n  },\n  "notifications": true\n}\n',
    )
  })

  it('uses the default of a value that it cannot use, says which and where, and loses nothing beside it', () => {
    using folder = temporaryFolder()
    const path = folder.file('settings.json')
    const text = `{
  "appearance": { "theme": "pink", "textSize": 120 },
  "limits": { "toolsToModel": -1, "listPages": 9 },
  "models": { "providers": [{ "id": "a/b", "kind": "openai" }, { "id": "ok", "kind": "openai" }] },
  "notifications": true
}`
    writeFileSync(path, text)
    using store = open(path)
    expect(store.settings()).toEqual({
      models: { providers: [{ id: 'ok', kind: 'openai' }] },
      appearance: { language: 'system', theme: 'system', textSize: 120 },
      notifications: true,
      automaticSummaries: false,
      desktop: { tray: false, keepRunning: false, quickWindow: 'off' },
      limits: { listPages: 9 },
      signIn: {},
      secrets: {},
      telemetry: defaultTelemetry,
    })
    expect(store.problem()).toMatchObject({
      file: 'settings.json',
      error: { code: 'INVALID_INPUT', reason: 'settings.unusable', params: { line: expect.stringMatching(/^\d$/), more: 2 } },
    })
    store.change({ notifications: false })
    expect(readFileSync(path, 'utf8')).toBe(text.replace('"notifications": true', '"notifications": false'))
  })

  it('takes a limit up to the largest that works, and says so of one that is larger', () => {
    using folder = temporaryFolder()
    const path = folder.file('settings.json')
    // A timer that is one millisecond longer would fire at once.
    const largest = { callTotalMs: 2 ** 31 - 1, messageBytes: 256 * 1024 * 1024 }
    const limitsWith = (limits: Record<string, number>): unknown[] => {
      writeFileSync(path, JSON.stringify({ limits }))
      using store = open(path)
      return [store.limits(), store.problem()?.error.params]
    }
    expect(limitsWith(largest)).toEqual([{ ...defaultLimits, ...largest }, undefined])
    const problem = expect.objectContaining({
      path: 'limits → messageBytes',
      issue: { id: 'misfits.maximum', params: { limit: 268_435_456 } },
      more: 1,
    })
    expect(limitsWith({ callTotalMs: 2 ** 31, messageBytes: 256 * 1024 * 1024 + 1 })).toEqual([defaultLimits, problem])
  })

  it('refuses to edit a file that it cannot read, and one in which a name is twice', () => {
    using folder = temporaryFolder()
    const path = folder.file('settings.json')
    for (const text of ['{ "notifications": true', '{ "a": { "b": 1, "b": 2 } }', '[]']) {
      writeFileSync(path, text)
      using store = open(path)
      expect(store.settings()).toEqual(plain)
      expect(store.problem()?.error.code).toBe('FILE_UNREADABLE')
      expect(() => store.change({ notifications: true })).toThrow('storage.badFile')
      expect(readFileSync(path, 'utf8')).toBe(text)
    }
  })

  it('takes over what is written by hand while it runs', async () => {
    using folder = temporaryFolder()
    const path = folder.file('settings.json')
    using store = open(path)
    const changed = new Promise((resolve) => store.changes.subscribe(resolve))
    writeFileSync(path, '{ "notifications": true }')
    expect(await changed).toEqual({ ...plain, notifications: true })
  })
})
