import { expect, it } from 'vitest'
import { isMetadataResourceAllowed } from './isMetadataResourceAllowed'

const owner = 'https://host.example/.well-known/oauth-protected-resource'
const allowed = (server: string, resource: string, describedAt: string): boolean =>
  isMetadataResourceAllowed(`https://host.example${server}`, `https://host.example${resource}`, new URL(describedAt))

it('E10: a wider address holds the server below it, and no server whose path only begins with the same letters', () => {
  expect([allowed('/team/mcp', '/team', owner), allowed('/team/mcp', '/', owner)]).toEqual([true, true])
  expect([allowed('/team-evil/mcp', '/team', owner), allowed('/teams', '/team', owner)]).toEqual([false, false])
})

it('E10: only the owner of the server’s own origin speaks for a wider address', () => {
  expect([
    allowed('/team/mcp', '/', 'https://other.example/.well-known/oauth-protected-resource'),
    allowed('/team/mcp', '/', 'http://host.example/.well-known/oauth-protected-resource'),
    allowed('/team/mcp', '/', 'https://host.example/team/.well-known/oauth-protected-resource'),
  ]).toEqual([false, false, false])
})
