import { expect, it } from 'vitest'
import type { CallId } from '../../shared/domain/ids'
import { sampleServer } from '../../shared/testing/sampleServer'
import { readResult } from './resultTools'
import { toolsOfRequest } from './toolsOfRequest'

// Catches a request that its endpoint refuses because Parley's own tools are in it.
it('a model that calls no tools gets none of servers, of apps and of Parley', () => {
  const ready = [{ server: sampleServer('files'), tools: [{ name: 'read', inputSchema: {}, hash: 'read' }] }]
  const forResults = [readResult(() => undefined)]
  const request = (most: number) =>
    toolsOfRequest({ ready, ofApps: ready, offer: { searched: false, most }, traces: [], forResults, loadsAt: new Set<CallId>() })
  expect(request(0).listed).toEqual([])
  expect(request(3).listed.map(({ name }) => name)).toContain('read_result')
})
