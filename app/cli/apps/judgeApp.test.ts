import { expect, it } from 'vitest'
import type { SeenApp } from '../../../shared/domain/apps/appCheck'
import { AppError } from '../../../shared/errors/appError'
import { english } from '../../../shared/i18n/translator'
import { readDeclared } from '../../../main/apps/appPolicy'
import { faultJson, faultWords, judgeApp, judgeResource } from './judgeApp'

const nothing = readDeclared({})
const good: SeenApp = {
  greeting: { appInfo: { name: 'App', version: '1' }, appCapabilities: {}, protocolVersion: '2026-01-26' },
  ready: true,
  sized: true,
  malformed: 0,
  refused: [],
  hosts: [],
  kept: [],
}

function faults(seen: Partial<SeenApp> = {}, errors: readonly string[] = []) {
  return judgeApp({ seen: { ...good, ...seen }, errors }, nothing, [])
}

const json = (seen: Partial<SeenApp>, errors?: readonly string[]) => faults(seen, errors).map(faultJson)
const { greeting: _, ...ungreeted } = { ...good, ready: false, sized: false }

it('finds nothing wrong with an app that begins as it must and keeps to what it declares', () => {
  expect(faults()).toEqual([])
})

// Catches: programs are told the same of apps with which different things are wrong.
it.each(['crashed', 'flooded', 'late', 'left', 'stole'] as const)('an app whose frame ended as “%s” had no time to begin', (end) => {
  expect(judgeApp({ seen: { ...ungreeted, end }, errors: [] }, nothing, []).map(faultJson)).toEqual([
    { code: 'frame', why: end, params: {} },
  ])
})

it('tells an app that never greeted from one that was never ready', () => {
  expect([judgeApp({ seen: ungreeted, errors: [] }, nothing, []).map(faultJson), json({ ready: false, sized: false })]).toEqual([
    [{ code: 'notInitialized', why: 'noInitialize', params: {} }],
    [{ code: 'notInitialized', why: 'noInitialized', params: {} }],
  ])
})

it('names what is missing in its greeting, also where that is of another type', () => {
  expect(json({ greeting: { appInfo: { name: 1 }, appCapabilities: [], protocolVersion: '' } })).toEqual([
    { code: 'initialize', params: { missing: ['appInfo.name', 'appInfo.version', 'appCapabilities'] } },
  ])
})

it('names what was kept from it', () => {
  const hosts: SeenApp['hosts'] = [
    { origin: 'https://a.example', way: 'load' },
    { origin: 'https://b.example', way: 'frame' },
  ]
  expect(json({ hosts, kept: ['refusedMore', 'refusedCode', 'refusedPeer', 'tooLong'] })).toEqual([
    { code: 'csp', why: 'host', params: { origin: 'https://a.example', field: 'resourceDomains' } },
    { code: 'csp', why: 'host', params: { origin: 'https://b.example', field: 'frameDomains' } },
    { code: 'csp', why: 'more', params: {} },
    { code: 'code', params: {} },
    { code: 'peer', params: {} },
    { code: 'tooLong', params: {} },
  ])
})

it('names what was wrong with its messages, its scripts, its declarations and its hosts', () => {
  const seen = { ...good, sized: false, malformed: 2, refused: [{ method: 'ui/none', code: -32_601 }] }
  const declared = readDeclared({ csp: { connectDomains: ['no host'] } })
  expect(judgeApp({ seen, errors: ['Error: x'] }, declared, ['https://gone.example']).map(faultJson)).toEqual([
    { code: 'declarations', params: { count: 1 } },
    { code: 'script', params: { error: 'Error: x' } },
    { code: 'unreachable', params: { origin: 'https://gone.example' } },
    { code: 'message', params: { count: 2 } },
    { code: 'request', params: { method: 'ui/none', code: '-32601' } },
    { code: 'noSize', params: {} },
  ])
})

// Catches: one that was ended for what it says is told as one that never began.
it('of one that said more than is read, tells that and its errors until then', () => {
  expect(judgeApp({ errors: ['Error: x'] }, nothing, []).map(faultJson)).toEqual([
    { code: 'output', params: {} },
    { code: 'script', params: { error: 'Error: x' } },
  ])
})

it('a browser that cannot shut apps in is no fault of an app', () => {
  expect(() => faults({ end: 'unconfined' })).toThrow(expect.objectContaining({ code: 'CONFLICT', reason: 'cli.browserTooOld' }))
})

it('tells a page of another type from one that its server does not give', () => {
  const params = { server: 's' }
  const other = judgeResource(new AppError('UNTRUSTED_CONTENT', { reason: 'apps.otherType', params }))
  const none = judgeResource(new AppError('UNTRUSTED_CONTENT', { reason: 'apps.noPage', params }))
  expect([other, none].map(faultJson)).toEqual([
    { code: 'mimeType', params: {} },
    { code: 'resource', error: { code: 'UNTRUSTED_CONTENT', reason: 'apps.noPage', params } },
  ])
  expect(new Set([other, none, ...faults({ sized: false })].map((fault) => faultWords(english, fault))).size).toBe(3)
})
