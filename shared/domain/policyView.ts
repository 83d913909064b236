import type { AppErrorData } from '../errors/appError'
import type { MessageParams } from '../i18n/message'

/** The parts of a policy, as pages and locks name them. */
export type PolicyPart =
  | 'servers'
  | 'protocol'
  | 'extensions'
  | 'folders'
  | 'models'
  | 'sampling'
  | 'elicitation'
  | 'rules'
  | 'signIn'
  | 'telemetry'
  | 'chat'
  | 'updates'

/**
 * One policy file that Parley looked for. 'gone': its last content applies until Parley restarts. 'lastGood': it cannot be used, and the last
 * version that could be applies. 'broken': there is none, and everything is forbidden.
 */
export interface PolicyFileView {
  readonly path: string
  readonly from: 'machine' | 'commandLine'
  readonly state: 'counts' | 'gone' | 'lastGood' | 'broken'
  readonly error?: AppErrorData
}

/** What in a policy restricts a user. The text `policy.says.CODE` states it. `policy.lock.CODE` also names who set it. */
export const narrowingCodes = [
  'ownNone',
  'allowOnly',
  'allowNone',
  'deny',
  'protocol',
  'extensionsOnly',
  'extensionsNone',
  'extensionsDeny',
  'within',
  'withinNone',
  'told',
  'toldNone',
  'models',
  'modelsNone',
  'samplingOff',
  'caps',
  'samplingModels',
  'samplingModelsNone',
  'noForms',
  'noPages',
  'pagesOf',
  'rules',
  'noRegistration',
  'clients',
  'document',
  'idp',
  'telemetryOff',
  'telemetryTo',
  'telemetryWithContent',
  'telemetryNoContent',
  'noTemporaryChat',
] as const
export type NarrowingCode = (typeof narrowingCodes)[number]

/** Every statement of a policy: the restrictions, the servers that everybody has, and updates. */
export type PolicyCode = NarrowingCode | 'everybody' | 'variables' | 'noUpdates' | 'updates'

/** One thing that a policy fixes. */
export interface PolicyFact<Code extends PolicyCode = PolicyCode> {
  readonly code: Code
  readonly params: MessageParams
}

export interface PolicyStatement {
  readonly part: PolicyPart
  readonly fact: PolicyFact
  /** Who set it, as the policy calls itself: "Atlas IT". */
  readonly by: string
}

/** The restrictions on one thing, and who set them. `policy.lock.CODE` states the first, and the others follow it. */
export interface PolicyNarrowing {
  readonly by: readonly string[]
  readonly facts: readonly PolicyFact<NarrowingCode>[]
}

/** The value of the topic `policy`. Empty without a policy. */
export interface PolicyView {
  readonly files: readonly PolicyFileView[]
  readonly setBy: readonly { readonly name: string; readonly contact?: string }[]
  readonly says: readonly PolicyStatement[]
  /** The text beside a control that the policy removes or restricts. Only such parts have an entry. */
  readonly locks: { readonly [Part in PolicyPart]?: PolicyNarrowing }
  /** False when users may not have servers of their own. */
  readonly mayAddServers: boolean
  readonly idpFixed: boolean
  /** By server: why its folders are fixed. */
  readonly fixedFolders: Readonly<Record<string, PolicyNarrowing>>
}

export const noPolicy: PolicyView = { files: [], setBy: [], says: [], locks: {}, mayAddServers: true, idpFixed: false, fixedFolders: {} }
