import type { Message, MessageId } from '../../i18n/message'
import type { Era } from '../connectionState'
import { APP_MIME_TYPE } from '../apps/appProtocol'
import type { AuthKind } from '../serverAuth'

/** What one policy says of extensions. A pattern is a name, in which `*` stands for any text. */
export interface ExtensionLimit {
  /** Only these. Absent: all. */
  readonly allow?: readonly string[]
  readonly deny?: readonly string[]
  /** Who set it: "Atlas IT". */
  readonly by: string
  /** Whom to ask about it. */
  readonly ask: Message
}

/** What Parley says of itself with an extension. */
export type ExtensionSettings = Record<string, string[]>

/** An extension that Parley has code for, and where the code applies. */
export interface SpokenExtension {
  readonly id: string
  readonly eras: readonly Era[]
  /** Only servers to which Parley signs in so. Absent: any server. */
  readonly signsInBy?: AuthKind
  /** Only in a shell with a page, which can show it. Absent: everywhere. */
  readonly needsPage?: true
  /** What Parley says of itself where it claims the extension. Absent: nothing. */
  readonly settings?: ExtensionSettings
}

export const tasksExtension = 'io.modelcontextprotocol/tasks'
export const skillsExtension = 'io.modelcontextprotocol/skills'
export const appsExtension = 'io.modelcontextprotocol/ui'
const clientCredentialsExtension = 'io.modelcontextprotocol/oauth-client-credentials'
const enterpriseExtension = 'io.modelcontextprotocol/enterprise-managed-authorization'

/** Every extension that Parley has code for. What reads their messages is in `main/session/extensionHandlers.ts`. */
export const spokenExtensions: readonly SpokenExtension[] = [
  { id: skillsExtension, eras: ['2025', '2026'] },
  { id: tasksExtension, eras: ['2026'] },
  { id: appsExtension, eras: ['2025', '2026'], needsPage: true, settings: { mimeTypes: [APP_MIME_TYPE] } },
  { id: clientCredentialsExtension, eras: ['2025', '2026'], signsInBy: 'client' },
  { id: enterpriseExtension, eras: ['2025', '2026'], signsInBy: 'enterprise' },
]

/** What the extensions do that Parley knows of, also those that it does not speak. */
const purposes: Readonly<Record<string, MessageId>> = {
  [skillsExtension]: 'extensions.does.skills',
  [tasksExtension]: 'extensions.does.tasks',
  [clientCredentialsExtension]: 'extensions.does.clientCredentials',
  [enterpriseExtension]: 'extensions.does.enterprise',
  [appsExtension]: 'extensions.does.apps',
}

/** The extensions that Parley knows of, also those that it does not speak. */
export const knownExtensions: readonly string[] = Object.keys(purposes)

/** Pure: what an extension does, in one sentence; undefined if Parley does not know it. */
export function extensionPurpose(id: string): MessageId | undefined {
  return Object.hasOwn(purposes, id) ? purposes[id] : undefined
}

/** Pure: what Parley says of itself where it claims an extension. `{}` means nothing (2026-07-28, versioning: extensions). */
export function extensionSettings(id: string): ExtensionSettings {
  return spokenExtensions.find((spoken) => spoken.id === id)?.settings ?? {}
}

/** Pure: the extensions that a shell can speak: without a page, none that needs one. */
export function speakableExtensions<E extends SpokenExtension>(all: readonly E[], hasPage: boolean): readonly E[] {
  return all.filter(({ needsPage = false }) => hasPage || !needsPage)
}

/** Pure: whether the extension belongs to the protocol. Every other one is a vendor's. */
export function isOfficial(id: string): boolean {
  return id.startsWith('io.modelcontextprotocol/')
}
