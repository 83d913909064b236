import * as z from 'zod'
import type { AppErrorData } from '../errors/appError'
import { ConfigValue } from './configValue'
import type { ExposureSettings } from './dataFlow'
import type { ExtensionLimit } from './extensions/extension'
import type { ExtensionChoices } from './extensions/extensionSchema'
import { ServerId } from './ids'
import type { SamplingLimits } from './sampling'
import { ServerAuth } from './serverAuth'
import type { Message } from '../i18n/message'
import type { ProtocolChoice } from '../protocol/protocolChoice'

export const StdioLaunch = z.object({
  kind: z.literal('stdio'),
  command: z.string().min(1),
  args: z.array(z.string()),
  env: z.record(z.string(), ConfigValue),
  cwd: z.string().optional(),
})
export type StdioLaunch = z.infer<typeof StdioLaunch>

export const HttpLaunch = z.object({
  kind: z.literal('http'),
  url: z.string().min(1),
  headers: z.record(z.string(), ConfigValue),
  /** 'sse': the configuration says that the server speaks only the older HTTP+SSE transport. */
  transport: z.enum(['auto', 'sse']),
})
export type HttpLaunch = z.infer<typeof HttpLaunch>

/** How to reach a server: a command to start, or a URL. */
export const Launch = z.discriminatedUnion('kind', [StdioLaunch, HttpLaunch])
export type Launch = z.infer<typeof Launch>

export const SamplingChoice = z.enum(['ask', 'off'])
export type SamplingChoice = z.infer<typeof SamplingChoice>

/** Whether a server may ask the person for information and for visits of pages. 'off' after the person chose "Stop asking me". */
export const ElicitationChoice = z.enum(['ask', 'off'])
export type ElicitationChoice = z.infer<typeof ElicitationChoice>

/** The versions of MCP that a policy allows with a server. */
export interface ProtocolCap {
  /** Those that Parley speaks, newest first. Empty when two policies have none in common. */
  readonly allowed: readonly string[]
  /** Who set it, as the policies call themselves. */
  readonly by: readonly string[]
  /** Whom to ask about it. */
  readonly ask: Message
}

/** The switches of one server for trace context, by their names in `servers.json`. */
export const TraceSwitch = z.enum(['traceContext', 'shareTraceId'])
export type TraceSwitch = z.infer<typeof TraceSwitch>

/** One entry of `servers.json`, parsed. */
export interface ServerConfig {
  readonly id: ServerId
  readonly launch: Launch
  readonly enabled: boolean
  /** `file:` URIs of the folders that Parley may tell this server about. */
  readonly roots: readonly string[]
  /** False until the user has answered the folders question once. "Nothing" is an answer too. */
  readonly rootsChosen: boolean
  readonly disabledTools: readonly string[]
  readonly sampling: SamplingChoice
  readonly samplingLimits: SamplingLimits
  readonly elicitation: ElicitationChoice
  /** What the user says the server touches. Parley guesses the rest. */
  readonly touches: ExposureSettings
  /** Which versions of MCP Parley may speak with it. */
  readonly protocol: ProtocolChoice
  /** Who fixed `protocol`, if the entry of a policy's server says it. Nobody else's choice counts then. */
  readonly protocolSetBy?: string
  /** The versions that a policy allows, whatever is chosen. Absent: all. */
  readonly protocolCap?: ProtocolCap
  /** How Parley identifies the caller to a remote server. */
  readonly auth: ServerAuth
  /** What the entry itself says of `auth`, where a policy sets something else. */
  readonly entryAuth?: ServerAuth
  /** Set where the client of `auth` is from a policy that only an admin could have written. */
  readonly adminsClient?: true
  /** The extensions that the user switched on or off. Those that are left out are as by default. */
  readonly extensions?: ExtensionChoices
  /** What policies say of extensions. Only they set it. */
  readonly extensionLimits?: readonly ExtensionLimit[]
  /** While telemetry is on: whether requests tell this server its place in a trace (`traceparent` in `_meta`). */
  readonly traceContext: boolean
  /** Whether that trace has Parley's own id. Otherwise each server gets ids that nobody can join with those of another server. */
  readonly shareTraceId: boolean
  /** "Believe what SERVER says about its tools". Only the user sets it, never a file or an import. */
  readonly trusted: boolean
  /** Who fixed it for everybody, if a policy did: "Atlas IT". Users can neither edit nor remove it. */
  readonly setBy?: string
  /** What its entry says that Parley does not know, such as a misspelt word. Absent: nothing. */
  readonly remarks?: readonly Message[]
}

/** An entry of `servers.json` or of a policy that Parley cannot use. It stays where it is and is shown. */
export interface BrokenServer {
  readonly id: ServerId
  readonly error: AppErrorData
  /** The secrets that it names all the same. Absent: nobody can tell, because a name is twice and only one of the two is read. */
  readonly secrets?: readonly string[]
  /** Whose policy has it, or the first of them. Absent: it is in `servers.json`, where a person can mend it. */
  readonly setBy?: string
}

/** The value of the topic `servers`, in the order of the file. */
export interface ServerList {
  readonly servers: readonly ServerConfig[]
  readonly broken: readonly BrokenServer[]
  /** Names that are drawn like that of another server, by the name: that other one. Absent: none. */
  readonly lookAlikes?: Readonly<Record<string, ServerId>>
}

/** Names of tools that are switched off. */
export const DisabledTools = z.array(z.string()).max(10_000)

/** The form's input: a new server, or (with `previousId`) a changed one. */
export const ServerInput = z.object({
  previousId: ServerId.optional(),
  id: ServerId,
  launch: Launch,
  /** Absent: it does not change. */
  auth: ServerAuth.optional(),
  /** The tools to switch off. Absent: they do not change. */
  disabledTools: DisabledTools.optional(),
})
export type ServerInput = z.infer<typeof ServerInput>

/** A server found in a pasted or foreign configuration, before the user adds it. */
export interface ImportedServer {
  readonly id: string
  readonly launch: Launch
  /** False when the configuration has it switched off. */
  readonly enabled: boolean
  /** The tools that the configuration has switched off. */
  readonly disabledTools: readonly string[]
  /** Things that the user should check: values that look like secrets, variables that change what runs. */
  readonly remarks: readonly Message[]
}

export interface ImportResult {
  readonly servers: readonly ImportedServer[]
  /** Entries that cannot be imported, with the reasons. */
  readonly problems: readonly Message[]
}

/** A configuration file of another host on this computer. */
export interface ImportSource {
  readonly host: 'Claude Desktop' | 'VS Code' | 'Cursor'
  readonly path: string
  readonly found: ImportResult
}
