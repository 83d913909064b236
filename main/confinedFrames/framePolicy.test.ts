import { expect, it } from 'vitest'
import { confinedHeaders, outerHeaders } from './framePolicy'

const pages = ['http://127.0.0.1:1']

it('G02: a document without a grant may connect to nothing, and has an opaque origin', () => {
  const { 'Connection-Allowlist': list, 'Content-Security-Policy': policy } = confinedHeaders({ origins: [] }, pages)
  expect(list).toBe('();report-to=parley')
  expect(policy?.split('; ')).toEqual(
    expect.arrayContaining(["default-src 'none'", "connect-src 'none'", "frame-src 'none'", 'sandbox allow-scripts allow-forms']),
  )
  expect(policy).not.toMatch(/https?:\/\/(?!127\.0\.0\.1:1$|127\.0\.0\.1:1;)|'self'(?! http:\/\/127)|\*/)
})

it('a grant names whole origins, and one that could end its place in a header is left out', () => {
  const origins = [
    'https://a.test',
    'https://*.b.test:8443',
    'https://c.test/path',
    'https://d.test"; x',
    'http://e.test',
    'https://f.test; script-src *',
  ]
  const { 'Connection-Allowlist': list, 'Content-Security-Policy': policy } = confinedHeaders({ origins }, pages)
  expect(list).toBe('("https://a.test" "https://*.b.test:8443");report-to=parley')
  expect(policy).toContain('; connect-src https://a.test https://*.b.test:8443; ')
})

it('with a nonce only the script that has it runs', () => {
  expect(confinedHeaders({ origins: [], nonce: 'N' }, pages)['Content-Security-Policy']).toContain("; script-src 'nonce-N'; ")
})

it('AP-05, AH-02: only Parley’s page embeds the outer document, which loads only the confined one', () => {
  const policy = outerHeaders('N', pages)['Content-Security-Policy']
  expect(policy).toContain("; frame-src 'self'; ")
  expect(policy).toContain('; frame-ancestors http://127.0.0.1:1')
})
