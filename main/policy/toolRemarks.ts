import { isRecord } from '../../shared/lib/json'
import type { Message } from '../../shared/i18n/message'
import { nearestWord } from '../lib/nearestWord'
import type { PolicySheet } from './policySheet'

/** So many wrong names are compared with all tools of their server. More are no slips. */
const COMPARED_MOST = 20

interface NamedTool {
  readonly server: string
  readonly tool: string
}

/** Pure: the servers of whose tools a policy names some, in rules and in lists of tools that are switched off. */
export function serversWithNamedTools(sheet: PolicySheet): readonly string[] {
  return [...new Set(namedTools(sheet).map(({ server }) => server))]
}

/**
 * Pure: the tools of a policy that their servers do not have, which is no fault: they may come with a newer version. And the servers whose
 * tools are not known, because silence would look as if all were well. @param seen the names of tools by server, as a data folder knows them
 */
export function toolRemarks(sheet: PolicySheet, seen: ReadonlyMap<string, ReadonlySet<string>>): readonly Message[] {
  const unknown = serversWithNamedTools(sheet).filter((server) => !seen.has(server))
  const wrong = namedTools(sheet).filter(({ server, tool }) => seen.get(server)?.has(tool) === false)
  const misspelt = wrong.map(({ server, tool }, index): Message => {
    const meant = index < COMPARED_MOST ? nearestWord(tool, seen.get(server) ?? []) : undefined
    return meant === undefined
      ? { id: 'policy.remark.unseenTool', params: { server, tool } }
      : { id: 'policy.remark.misspeltTool', params: { server, tool, meant } }
  })
  if (unknown.length === 0) return misspelt
  const servers = unknown.map((name): Message => ({ id: 'policy.quoted', params: { name } }))
  return [...misspelt, { id: 'policy.remark.toolsUnknown', params: { servers } }]
}

/** Each tool once, however many rules name it. */
function namedTools({ rules = [], mcpServers = {} }: PolicySheet): readonly NamedTool[] {
  const ofRules = rules.flatMap(({ server, tool }) => (server === undefined || tool === undefined ? [] : [{ server, tool }]))
  const ofLists = Object.entries(mcpServers).flatMap(([server, { parley }]) =>
    disabledTools(parley?.tools).map((tool) => ({ server, tool })),
  )
  return [...new Map([...ofRules, ...ofLists].map((named) => [JSON.stringify([named.server, named.tool]), named])).values()]
}

/** What is no list of names is a fault of the entry, which is told elsewhere. */
function disabledTools(tools: unknown): readonly string[] {
  const disabled = isRecord(tools) ? tools['disabled'] : undefined
  return Array.isArray(disabled) ? disabled.filter((tool) => typeof tool === 'string') : []
}
