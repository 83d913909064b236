import { expect, it } from 'vitest'
import { reachedImports } from './lib/valueImports'

const isOtel = (imported: string): boolean => imported.startsWith('main/telemetry/otel/') || imported.startsWith('@opentelemetry/')

// Catches: a start that reads OpenTelemetry for everybody, because something imports a value of it.
it('OpenTelemetry is loaded at one place, later: when telemetry is on', () => {
  const shells = ['app/electron/start.ts', 'app/browser/start.ts', 'app/cli/start.ts']
  const { modules, imports } = reachedImports(shells, isOtel)
  const found = imports.filter(({ imported }) => isOtel(imported))
  expect([modules > 500, found.map(({ imported, later, way }) => [imported, later, way.split(' < ')[0]])]).toEqual([
    true,
    [['main/telemetry/otel/otelTelemetry.ts', true, 'main/telemetry/hostTelemetry.ts']],
  ])
})
