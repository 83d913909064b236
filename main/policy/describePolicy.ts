import type { ModelPattern } from '../../shared/domain/policy'
import {
  narrowingCodes,
  noPolicy,
  type NarrowingCode,
  type PolicyCode,
  type PolicyFact,
  type PolicyFileView,
  type PolicyNarrowing,
  type PolicyPart,
  type PolicyStatement,
  type PolicyView,
} from '../../shared/domain/policyView'
import type { Message, MessageParams } from '../../shared/i18n/message'
import { describePattern, forbidsAdding } from './decideServer'
import { fixesIdp } from './decideSignIn'
import type { Policy, PolicySheet } from './policySheet'

/** Pure: a policy for the screen: everything it sets, and what restricts each control. */
export function policyView(policy: Policy, files: readonly PolicyFileView[]): PolicyView {
  if (files.length === 0) return noPolicy
  const says = policy.sheets.flatMap((sheet) =>
    describePolicy(sheet).map(([part, fact]): PolicyStatement => ({ part, fact, by: sheet.name })),
  )
  return {
    files,
    setBy: policy.sheets.map(({ name, contact }) => ({ name, ...(contact !== undefined && { contact }) })),
    says,
    locks: locksOf(says),
    mayAddServers: forbidsAdding(policy) === undefined,
    idpFixed: fixesIdp(policy),
    fixedFolders: fixedFoldersOf(policy),
  }
}

type Said = readonly [part: PolicyPart, fact: PolicyFact]

function say<Code extends PolicyCode>(code: Code, params: MessageParams = {}): PolicyFact<Code> {
  return { code, params }
}

/** Pure: everything that one file sets. */
export function describePolicy(sheet: PolicySheet): readonly Said[] {
  const parts: readonly (readonly [PolicyPart, readonly (PolicyFact | false | undefined)[]])[] = [
    ['servers', serverFacts(sheet)],
    ['protocol', [sheet.servers?.protocol && say('protocol', { versions: sheet.servers.protocol.map(describeVersion) })]],
    ['extensions', extensionFacts(sheet)],
    ['folders', folderFacts(sheet)],
    ['models', [sheet.models?.allow && modelFact(sheet.models.allow, 'models')]],
    ['sampling', samplingFacts(sheet)],
    ['elicitation', elicitationFacts(sheet)],
    ['chat', [sheet.chat?.temporary === false && say('noTemporaryChat')]],
    ['rules', [sheet.rules !== undefined && sheet.rules.length > 0 && say('rules', { count: sheet.rules.length })]],
    ['signIn', signInFacts(sheet)],
    ['telemetry', telemetryFacts(sheet)],
    ['updates', [sheet.updates && updateFact(sheet.updates.channel)]],
  ]
  return parts.flatMap(([part, facts]) => facts.flatMap((fact): Said[] => (fact ? [[part, fact]] : [])))
}

type Facts = readonly (PolicyFact | false | undefined)[]

function serverFacts({ mcpServers = {}, servers = {} }: PolicySheet): Facts {
  const fixed = Object.keys(mcpServers).map((name): Message => ({ id: 'policy.quoted', params: { name } }))
  const { add, allow, deny = [], variables = [] } = servers
  return [
    fixed.length > 0 && say('everybody', { servers: fixed }),
    add === false && say('ownNone'),
    allow && add !== false && (allow.length > 0 ? say('allowOnly', { servers: allow.map(describePattern) }) : say('allowNone')),
    deny.length > 0 && say('deny', { servers: deny.map(describePattern) }),
    variables.length > 0 && say('variables', { names: variables }),
  ]
}

function describeVersion(word: string): string | Message {
  if (word === '2025') return { id: 'policy.protocol.before' }
  return word === '2026' ? { id: 'policy.protocol.from' } : word
}

function extensionFacts({ servers = {} }: PolicySheet): Facts {
  const { allow, deny = [] } = servers.extensions ?? {}
  return [
    allow && (allow.length > 0 ? say('extensionsOnly', { names: allow }) : say('extensionsNone')),
    deny.length > 0 && say('extensionsDeny', { names: deny }),
  ]
}

function folderFacts({ folders = {} }: PolicySheet): Facts {
  const { within, ofServers = {} } = folders
  return [
    within && (within.length > 0 ? say('within', { folders: within }) : say('withinNone')),
    ...Object.entries(ofServers).map(([server, own]) => toldFact(server, own)),
  ]
}

function toldFact(server: string, folders: readonly string[]): PolicyFact<'told' | 'toldNone'> {
  return folders.length > 0 ? say('told', { server, folders }) : say('toldNone', { server })
}

function modelFact(patterns: readonly ModelPattern[], code: 'models' | 'samplingModels'): PolicyFact {
  return patterns.length > 0 ? say(code, { models: patterns.map(describeModels) }) : say(`${code}None`)
}

function describeModels({ address, names }: ModelPattern): Message {
  if (address === undefined) return names ? { id: 'policy.models.names', params: { names } } : { id: 'policy.models.all' }
  return names ? { id: 'policy.models.namesAt', params: { names, address } } : { id: 'policy.models.at', params: { address } }
}

function samplingFacts({ sampling = {} }: PolicySheet): Facts {
  const { allowed, callsPerDay, tokensPerDay, models } = sampling
  const caps: readonly Message[] = [
    ...(callsPerDay === undefined ? [] : [{ id: 'policy.cap.requests', params: { count: callsPerDay } } as const]),
    ...(tokensPerDay === undefined ? [] : [{ id: 'policy.cap.tokens', params: { count: tokensPerDay } } as const]),
  ]
  return [allowed === false && say('samplingOff'), caps.length > 0 && say('caps', { caps }), models && modelFact(models, 'samplingModels')]
}

function elicitationFacts({ elicitation = {} }: PolicySheet): Facts {
  const { forms, pages, hosts } = elicitation
  return [
    forms === false && say('noForms'),
    pages === false && say('noPages'),
    hosts && pages !== false && (hosts.length > 0 ? say('pagesOf', { hosts }) : say('noPages')),
  ]
}

function signInFacts({ signIn = {} }: PolicySheet): Facts {
  const { registration, clientMetadataUrl, clients = [], idp } = signIn
  return [
    registration === false && say('noRegistration'),
    clients.length > 0 && say('clients', { addresses: clients.map(({ address }) => address) }),
    clientMetadataUrl !== undefined && say('document', { address: clientMetadataUrl }),
    idp && say('idp', { issuer: idp.issuer }),
  ]
}

function telemetryFacts({ telemetry = {} }: PolicySheet): Facts {
  const { allowed, endpoint, content } = telemetry
  if (allowed === false) return [say('telemetryOff')]
  if (endpoint !== undefined) return [say(content === true ? 'telemetryWithContent' : 'telemetryTo', { endpoint })]
  return [content === false && say('telemetryNoContent')]
}

function updateFact(channel: 'none' | 'stable' | 'beta'): PolicyFact {
  return channel === 'none' ? say('noUpdates') : say('updates', { channel })
}

/** For each control, who restricts it and how. Folders of single servers are listed separately. */
function locksOf(says: readonly PolicyStatement[]): PolicyView['locks'] {
  const narrowing = says.flatMap(({ part, fact, by }) => {
    const code = narrowingCodes.find((one) => one === fact.code)
    return code && code !== 'told' && code !== 'toldNone' ? [{ part, fact: say(code, fact.params), by }] : []
  })
  return Object.fromEntries([...Map.groupBy(narrowing, ({ part }) => part)].map(([part, own]) => [part, joined(own)]))
}

function fixedFoldersOf({ sheets }: Policy): PolicyView['fixedFolders'] {
  const told = sheets.flatMap((sheet) =>
    Object.entries(sheet.folders?.ofServers ?? {}).map(([server, folders]) => ({
      server,
      fact: toldFact(server, folders),
      by: sheet.name,
    })),
  )
  return Object.fromEntries([...Map.groupBy(told, ({ server }) => server)].map(([server, own]) => [server, joined(own)]))
}

function joined(says: readonly { readonly fact: PolicyFact<NarrowingCode>; readonly by: string }[]): PolicyNarrowing {
  return { by: [...new Set(says.map(({ by }) => by))], facts: says.map(({ fact }) => fact) }
}
