import { expect, it } from 'vitest'
import type { ReadyState } from '../domain/connectionState'
import { negotiated, readyState } from '../testing/readyState'
import { deprecatedFeatures, deprecatedFeaturesOf, deprecationEffect } from './deprecatedFeatures'

const state = (change: Parameters<typeof readyState>[0]): ReadyState =>
  readyState({ negotiation: negotiated('2025-11-25'), transport: 'http', ...change })

// A feature that is missing here would be shown as if it were there to stay; one too many would scare people off something that is.
it('SS-03: names what the registry of 2026-07-28 names, and the tasks that left the core', () => {
  const rows = Object.entries(deprecatedFeatures).map(([feature, { status, since }]) => `${feature} ${status} ${since}`)
  expect(rows).toEqual([
    'roots deprecated 2026-07-28',
    'sampling deprecated 2026-07-28',
    'logging deprecated 2026-07-28',
    'dynamicRegistration deprecated 2026-07-28',
    'includeContext deprecated 2025-11-25',
    'httpSse deprecated 2025-03-26',
    'coreTasks replaced 2026-07-28',
  ])
})

// A person with an older server would look for a replacement that it does not need.
it('means nothing for a server of an older revision, and something from the revision itself on', () => {
  expect(deprecationEffect('logging', '2025-11-25')).toEqual({ effect: 'none' })
  expect(deprecationEffect('logging', '2026-07-28')).toEqual({ effect: 'works', keptUntil: '2027-07-28' })
  expect([deprecationEffect('httpSse', '2024-11-05'), deprecationEffect('httpSse', '2025-11-25')]).toEqual([
    { effect: 'none' },
    { effect: 'works' },
  ])
})

// The extension of 2026 has the same ability in its list, and is not deprecated.
it('LG-05, SS-03: finds what a server offers, and takes the tasks of 2026 for what they are', () => {
  expect(deprecatedFeaturesOf(state({ abilities: ['tasks', 'logging', 'skills'], transport: 'sse' }))).toEqual([
    'logging',
    'httpSse',
    'coreTasks',
  ])
  expect(deprecatedFeaturesOf(state({ abilities: ['tasks'], negotiation: negotiated('2026-07-28') }))).toEqual([])
})
