import {
  noPolicy,
  type ModelPattern,
  type PolicyFileView,
  type PolicyPart,
  type PolicySentence,
  type PolicyView,
} from '../../shared/domain/policy'
import { forbidsAdding, patternWords } from './decideServer'
import { fixesIdp } from './decideSignIn'
import type { Policy, PolicySheet } from './policySheet'

/** Pure: a policy as the screen shows it: in sentences, and as what is to be said beside each thing that it takes away or narrows. */
export function policyView(policy: Policy, files: readonly PolicyFileView[]): PolicyView {
  if (files.length === 0) return noPolicy
  const says = policy.sheets.flatMap((sheet) =>
    describePolicy(sheet).map(([part, text]): PolicySentence => ({ part, text, by: sheet.name })),
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

type Said = readonly [part: PolicyPart, text: string]

/** Pure: what one file fixes, in sentences. */
export function describePolicy(sheet: PolicySheet): readonly Said[] {
  return [
    ...serverSentences(sheet),
    ...folderSentences(sheet),
    ...modelSentences(sheet),
    ...askingSentences(sheet),
    ...ruleSentences(sheet),
    ...signInSentences(sheet),
    ...(sheet.updates ? [['updates', updateSentence(sheet.updates.channel)] as const] : []),
  ]
}

function serverSentences({ mcpServers = {}, servers = {} }: PolicySheet): readonly Said[] {
  const fixed = Object.keys(mcpServers)
  const { add, allow, deny = [] } = servers
  return [
    ...(fixed.length > 0 ? [['servers', `Everybody has ${list(fixed.map((name) => `“${name}”`))}.`] as const] : []),
    ...(add === false ? [['servers', 'You have no servers of your own.'] as const] : []),
    ...(allow && add !== false
      ? [['servers', allow.length > 0 ? `You may add only ${list(allow.map(patternWords))}.` : 'You may add no servers.'] as const]
      : []),
    ...(deny.length > 0 ? [['servers', `Never allowed: ${list(deny.map(patternWords))}.`] as const] : []),
  ]
}

function folderSentences({ folders = {} }: PolicySheet): readonly Said[] {
  const { within, ofServers = {} } = folders
  return [
    ...(within
      ? [['folders', within.length > 0 ? `Only folders inside of ${list(within)} are shared.` : 'No folders are shared.'] as const]
      : []),
    ...Object.entries(ofServers).map(([name, own]): Said => ['folders', toldWords(name, own)]),
  ]
}

function toldWords(server: string, folders: readonly string[]): string {
  return folders.length > 0 ? `“${server}” is told about ${list(folders)}, and no others.` : `“${server}” is told about no folders.`
}

function modelSentences({ models = {}, sampling = {} }: PolicySheet): readonly Said[] {
  const { allowed, callsPerDay, tokensPerDay } = sampling
  const caps = [
    ...(callsPerDay === undefined ? [] : [`${callsPerDay.toLocaleString('en-GB')} ${callsPerDay === 1 ? 'request' : 'requests'}`]),
    ...(tokensPerDay === undefined ? [] : [`${tokensPerDay.toLocaleString('en-GB')} tokens`]),
  ]
  return [
    ...(models.allow ? [['models', `Only these models are used: ${modelsWords(models.allow)}.`] as const] : []),
    ...(allowed === false ? [['sampling', 'Servers cannot use your models.'] as const] : []),
    ...(caps.length > 0 ? [['sampling', `A server may use your models for at most ${caps.join(' and ')} a day.`] as const] : []),
    ...(sampling.models ? [['sampling', `Servers may use only these models: ${modelsWords(sampling.models)}.`] as const] : []),
  ]
}

function modelsWords(patterns: readonly ModelPattern[]): string {
  return patterns.length === 0 ? 'none' : list(patterns.map(modelWords))
}

function modelWords({ address, names }: ModelPattern): string {
  const which = names ? list(names) : 'all'
  if (address === undefined) return which
  return names ? `${which} at ${address}` : `those at ${address}`
}

function askingSentences({ elicitation = {} }: PolicySheet): readonly Said[] {
  const { forms, pages, hosts } = elicitation
  return [
    ...(forms === false ? [['elicitation', 'Servers cannot ask you for information.'] as const] : []),
    ...(pages === false ? [['elicitation', 'Servers cannot send you to pages.'] as const] : []),
    ...(hosts && pages !== false
      ? [
          [
            'elicitation',
            hosts.length > 0 ? `Servers may send you only to pages of ${list(hosts)}.` : 'Servers cannot send you to pages.',
          ] as const,
        ]
      : []),
  ]
}

function ruleSentences({ rules = [] }: PolicySheet): readonly Said[] {
  if (rules.length === 0) return []
  const many = rules.length === 1 ? 'One approval rule' : `${rules.length} approval rules`
  return [['rules', `${many} that nobody can loosen.`]]
}

function signInSentences({ signIn = {} }: PolicySheet): readonly Said[] {
  const { registration, clientMetadataUrl, clients = [], idp } = signIn
  return [
    ...(registration === false ? [['signIn', 'Parley does not register itself where you sign in; it needs a client ID.'] as const] : []),
    ...(clients.length > 0 ? [['signIn', `The client ID is given for ${list(clients.map(({ address }) => address))}.`] as const] : []),
    ...(clientMetadataUrl === undefined ? [] : [['signIn', `Parley says who it is with ${clientMetadataUrl}.`] as const]),
    ...(idp ? [['signIn', `${idp.issuer} vouches for you at work.`] as const] : []),
  ]
}

function updateSentence(channel: 'none' | 'stable' | 'beta'): string {
  const what = channel === 'none' ? 'No updates are wanted' : `Updates come from the channel “${channel}”`
  return `${what}. Parley does not update itself yet, so this has no effect today.`
}

/** Beside a control stands who narrowed it, and how. */
function locksOf(says: readonly PolicySentence[]): PolicyView['locks'] {
  const narrowing = says.filter(({ text, part }) => !text.startsWith('Everybody has') && part !== 'updates' && !text.startsWith('“'))
  return Object.fromEntries([...Map.groupBy(narrowing, ({ part }) => part)].map(([part, own]) => [part, lockWords(own)]))
}

/** By server whose folders are set: what is to be said beside them. */
function fixedFoldersOf({ sheets }: Policy): Readonly<Record<string, string>> {
  const said = sheets.flatMap((sheet) =>
    Object.entries(sheet.folders?.ofServers ?? {}).map(([server, folders]) => ({
      server,
      text: toldWords(server, folders),
      by: sheet.name,
    })),
  )
  return Object.fromEntries([...Map.groupBy(said, ({ server }) => server)].map(([server, own]) => [server, lockWords(own)]))
}

function lockWords(says: readonly { readonly text: string; readonly by: string }[]): string {
  const text = says.map((one) => one.text).join(' ')
  const first = /^(Parley|“|https?:)/.test(text) ? text : `${text.charAt(0).toLowerCase()}${text.slice(1)}`
  return `Set by ${list([...new Set(says.map(({ by }) => by))])}: ${first}`
}

function list(words: readonly string[]): string {
  if (words.length < 2) return words.join('')
  return `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`
}
