import type { Skill } from '../../shared/domain/catalog'
import type { ServerId } from '../../shared/domain/ids'
import type { TestHost } from '../../main/testing/testHost'

/** Scenarios that check that a client reads no file before a person asks for it. */
const nobodyLoads = new Set(['sep-2640-client-no-prefetch'])

/** Loads every file of every skill, as a person would. Returns one line for each file. A refused file is not a failure. */
export async function loadSkills(
  host: TestHost,
  serverId: ServerId,
  scenario: string,
  skills: readonly Skill[],
): Promise<readonly string[]> {
  const lines: string[] = []
  if (nobodyLoads.has(scenario)) return lines
  for (const { name, files } of skills) {
    for (const { uri } of files) lines.push(`skill ${name}: ${uri}: ${await load(host, serverId, name, uri)}`)
  }
  return lines
}

async function load(host: TestHost, serverId: ServerId, skill: string, uri: string): Promise<string> {
  const reply = await host.ask('skills.read', { serverId, skill, uri })
  if (reply.ok) return 'read'
  if (reply.error.code === 'UNTRUSTED_CONTENT') return reply.error.message
  throw new Error(`${uri}: ${reply.error.message}`)
}
