import { describe, expect, it } from 'vitest'
import { readChallenge } from './wwwAuthenticate'
import { threadCpuMs } from '../../../shared/testing/cpuMicros'

const read = (header: string): unknown => readChallenge(new Headers({ 'www-authenticate': header }))

describe('readChallenge', () => {
  it('AU-03: reads what a server says about credentials, quoted or not, in any order', () => {
    expect(read('Bearer error="invalid_token", scope="a b",resource_metadata="https://a.test/.well-known/x"')).toEqual({
      known: true,
      dpop: false,
      error: 'invalid_token',
      scope: 'a b',
      resourceMetadataUrl: 'https://a.test/.well-known/x',
    })
    expect(read('bearer resource_metadata=https://a.test/prm?x , error=insufficient_scope')).toMatchObject({
      error: 'insufficient_scope',
      resourceMetadataUrl: 'https://a.test/prm?x',
    })
  })

  it('takes no other scheme for its own, and no part of a name or of a text for a parameter', () => {
    expect(read('Basic realm="x", scope="basic"')).toEqual({ known: false, dpop: false })
    expect(read('Bearer old_scope="wrong", error_description="say scope=\\"evil\\" now"')).toEqual({
      known: true,
      dpop: false,
      errorDescription: 'say scope="evil" now',
    })
    expect(read('Basic realm="a, Bearer scope=evil", DPoP algs="ES256", Bearer scope="good"')).toEqual({
      known: true,
      dpop: true,
      scope: 'good',
    })
  })

  it('lets nothing that is said twice change what was said first', () => {
    expect(read('Bearer scope="first", scope="second"')).toMatchObject({ scope: 'first' })
  })

  it('E24: a header over 8 KB says nothing, and the most awkward one is read in a moment', () => {
    expect(read(`Bearer scope="${'x'.repeat(9_000)}"`)).toEqual({ known: false, dpop: false })
    const started = threadCpuMs()
    for (const awkward of ['"', '\\"', '=,', 'a=', ' ', 'a="\\', 'Bearer ']) read(`Bearer ${awkward.repeat(8_000)}`.slice(0, 8_192))
    expect(threadCpuMs() - started).toBeLessThan(500)
  })
})
