import { describe, expect, it } from 'vitest'
import { chooseScopes, readScopes } from './scopes'

describe('chooseScopes', () => {
  it('AU-27: asks for what the challenge demands, else for all that the server lists, else for none', () => {
    expect(chooseScopes({ challenged: ['a'], supported: ['b', 'c'] })).toEqual(['a'])
    expect(chooseScopes({ supported: ['b', 'c'] })).toEqual(['b', 'c'])
    expect(chooseScopes({})).toEqual([])
  })

  it('AU-28: asks for no more than was configured, but for what a challenge demands', () => {
    expect(chooseScopes({ configured: ['read'], supported: ['read', 'write', 'admin'] })).toEqual(['read'])
    expect(chooseScopes({ configured: ['read'], challenged: ['write'], supported: ['admin'] })).toEqual(['read', 'write'])
  })

  it('AU-29: keeps what was asked for before when more is demanded', () => {
    expect(chooseScopes({ before: ['read', 'offline_access'], challenged: ['write', 'read'] })).toEqual(['read', 'offline_access', 'write'])
  })

  it('AU-32: asks for leave to renew only where the authorization server lists it, and never for that alone', () => {
    expect(chooseScopes({ challenged: ['read'], offered: ['offline_access'] })).toEqual(['read', 'offline_access'])
    expect(chooseScopes({ challenged: ['read'], offered: ['read'] })).toEqual(['read'])
    expect(chooseScopes({ challenged: ['read'], supported: ['offline_access'] })).toEqual(['read'])
    expect(chooseScopes({ offered: ['offline_access'] })).toEqual([])
  })

  it('E18: leaves out what is no scope, and what nobody could look over', () => {
    expect(readScopes('read  write\nread "x" back\\slash ä')).toEqual(['read', 'write'])
    expect(readScopes(Array.from({ length: 500 }, (_, index) => `admin:${index}`).join(' '))).toHaveLength(200)
    expect(readScopes('x'.repeat(301))).toEqual([])
  })
})
