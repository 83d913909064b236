import * as z from 'zod'
import type { Catalog } from '../domain/catalog'
import type { ConnectionStates, ServerOutput } from '../domain/connectionState'
import { AccountId, ServerId, UndoId } from '../domain/ids'
import { ExposureSettings, type ExposureByServer } from '../domain/dataFlow'
import { ExtensionId } from '../domain/extensions/extensionSchema'
import { SamplingLimits } from '../domain/sampling'
import {
  DisabledTools,
  ElicitationChoice,
  Launch,
  SamplingChoice,
  ServerInput,
  StdioLaunch,
  TraceSwitch,
  type ImportResult,
  type ImportSource,
  type ServerList,
} from '../domain/server'
import { ProtocolChoice } from '../protocol/protocolChoiceSchema'
import { call, topic } from './contractKinds'

const OneServer = z.object({ serverId: ServerId })
/** `file:` URIs or absolute paths. The host turns paths into URIs. */
const Folders = z.array(z.string().min(1).max(4096)).max(200)

export const serversCalls = {
  /**
   * Adds a server, or changes the server `previousId`. Saving approves the server: if it is enabled, it starts. In Electron, a native
   * dialog first shows a command, or an address that would get secrets, if it was not approved before.
   * Result: nothing.
   * Errors: INVALID_INPUT (name or launch cannot be used), CONFLICT (the name is taken), NOT_FOUND (no `previousId`), POLICY, CANCELLED
   * (the native dialog was declined), FILE_UNREADABLE (`servers.json`).
   */
  'servers.save': call<void>()(ServerInput),
  /**
   * Imports servers from another host's configuration, disabled and not approved, with the tools switched off that were so there. If a name is taken, it gets a number. Values that look
   * secret go into the vault first. Servers that a person pasted and reviewed come through `servers.save` instead.
   * Result: nothing. At most 500 servers.
   * Errors: INVALID_INPUT, POLICY, SECRETS_LOCKED, FILE_UNREADABLE (`servers.json` or the vault).
   */
  'servers.import': call<void>()(
    z.object({ servers: z.array(z.object({ id: ServerId, launch: Launch, disabledTools: DisabledTools.optional() })).max(500) }),
  ),
  /**
   * Reads the servers in a pasted text: `mcpServers`, VS Code's `servers`, or a single server. Saves nothing. The text has at most
   * 4,000,000 characters.
   * Result: the servers with remarks, and problems as sentences. An unreadable text is a problem, not an error.
   * Errors: none of its own.
   */
  'servers.readImport': call<ImportResult>()(z.object({ text: z.string().max(4_000_000) })),
  /**
   * Searches for the configurations of other hosts on this computer (Claude Desktop, VS Code, Cursor).
   * Result: each file that was found, with the result of `servers.readImport` for it.
   * Errors: none of its own.
   */
  'servers.importSources': call<readonly ImportSource[]>()(z.object({})),
  /**
   * Finds the file that a local command resolves to on this computer, in the PATH that the server would get. Does not run the server.
   * Result: the absolute path, or null if there is no such file or if it depends on a secret in the vault.
   * Errors: none of its own.
   */
  'servers.commandFile': call<{ readonly file: string | null }>()(z.object({ launch: StdioLaunch })),
  /**
   * Starts a server because a person wants it now, or joins a start in progress. With `anew` the server is asked what it is, offers
   * and speaks also where Parley may use what it said before.
   * Result: nothing, as soon as the server is ready.
   * Errors: NOT_FOUND, CONFLICT (disabled), POLICY, COMMAND_NOT_FOUND, SECRET_MISSING, SECRETS_LOCKED, and those of a server (contractKinds.ts).
   */
  'servers.start': call<void>()(OneServer.extend({ anew: z.boolean().optional() })),
  /**
   * Stops a server with all its processes and the connections of all its accounts, and withdraws its open questions. Its calls end with
   * INTERRUPTED. Calls that it runs as tasks wait.
   * Result: nothing, as soon as the server has stopped.
   * Errors: NOT_FOUND.
   */
  'servers.stop': call<void>()(OneServer),
  /**
   * Stops a server and starts it anew.
   * Result: nothing, as soon as the server is ready.
   * Errors: those of `servers.start`.
   */
  'servers.restart': call<void>()(OneServer),
  /**
   * Switches a server on (it starts) or off (it stops). Saved in `servers.json`.
   * Result: nothing. The call does not wait for the start.
   * Errors: NOT_FOUND, FILE_UNREADABLE.
   */
  'servers.setEnabled': call<void>()(OneServer.extend({ enabled: z.boolean() })),
  /**
   * Sets whether the user believes the server's statements about its tools (read-only, destructive). Saved in the database, never in
   * `servers.json`.
   * Result: nothing.
   * Errors: NOT_FOUND.
   */
  'servers.setTrusted': call<void>()(OneServer.extend({ trusted: z.boolean() })),
  /**
   * Sets whether the server may ask for answers of the user's model: 'ask' or 'off'.
   * Result: nothing.
   * Errors: NOT_FOUND, FILE_UNREADABLE.
   */
  'servers.setSampling': call<void>()(OneServer.extend({ sampling: SamplingChoice })),
  /**
   * Sets which of the user's models the server may use, and how many calls and tokens (in and out together) in one calendar day.
   * Result: nothing. A stricter policy still applies.
   * Errors: NOT_FOUND, FILE_UNREADABLE.
   */
  'servers.setSamplingLimits': call<void>()(OneServer.extend({ limits: SamplingLimits })),
  /**
   * Sets whether the server may ask for information and for visits of pages: 'ask', or 'off' after "Stop asking me". 'off' refuses its
   * forms and pages at once.
   * Result: nothing.
   * Errors: NOT_FOUND, FILE_UNREADABLE.
   */
  'servers.setElicitation': call<void>()(OneServer.extend({ elicitation: ElicitationChoice })),
  /**
   * Sets which versions of the protocol Parley may speak with the server: 'automatic', those of one era ('2025', '2026'), or one version. A running
   * server is connected to anew.
   * Result: nothing. The call does not wait for the connection.
   * Errors: NOT_FOUND, POLICY (none of them is allowed), FILE_UNREADABLE.
   */
  'servers.setProtocol': call<void>()(OneServer.extend({ protocol: ProtocolChoice })),
  /**
   * Sets what the server touches: private data, text from outside, a way out. Parley guesses missing values.
   * Result: nothing. The topic `servers.exposure` shows the values that apply.
   * Errors: NOT_FOUND, FILE_UNREADABLE.
   */
  'servers.setExposure': call<void>()(OneServer.extend({ touches: ExposureSettings })),
  /**
   * Sets whether Parley claims an extension of the protocol to the server. A connected server is connected anew.
   * Result: nothing. A stricter policy still applies. An extension that Parley has no code for stays unclaimed.
   * Errors: NOT_FOUND, FILE_UNREADABLE.
   */
  'servers.setExtension': call<void>()(OneServer.extend({ extension: ExtensionId, on: z.boolean() })),
  /**
   * Sets one switch of what the server learns of Parley's traces: 'traceContext' (its place in a trace, in each request) or 'shareTraceId'
   * (Parley's own trace id instead of one for this server alone). Both have an effect only while telemetry is on.
   * Result: nothing.
   * Errors: NOT_FOUND, FILE_UNREADABLE.
   */
  'servers.setTracing': call<void>()(OneServer.extend({ name: TraceSwitch, on: z.boolean() })),
  /**
   * Switches tools of a server on or off for models, by name. At most 10,000 names at once. Names that the server does not offer are saved
   * too.
   * Result: nothing.
   * Errors: NOT_FOUND, FILE_UNREADABLE.
   */
  'servers.setToolEnabled': call<void>()(OneServer.extend({ tools: z.array(z.string()).max(10_000), enabled: z.boolean() })),
  /**
   * Sets the folders that Parley tells the server about. An empty list is valid. Each folder must exist. Links are resolved to the real
   * path. At most 200.
   * Result: nothing.
   * Errors: NOT_FOUND (no such server or folder), INVALID_INPUT (no folder of this computer), DENIED (Parley may not read it), POLICY,
   * FILE_UNREADABLE.
   */
  'servers.setRoots': call<void>()(OneServer.extend({ roots: Folders })),
  /**
   * Stops a server and removes it from `servers.json` with its comments. Signs its accounts out. One minute later, removes the secrets that
   * nothing else uses.
   * Result: an id for `servers.restore`. Parley keeps the last 50 removals until it quits.
   * Errors: NOT_FOUND, POLICY, CONFLICT (it can only be removed by hand in the file), FILE_UNREADABLE.
   */
  'servers.remove': call<{ undoId: UndoId }>()(OneServer),
  /**
   * Puts a removed server back at its old place in the file, with its approval.
   * Result: nothing.
   * Errors: NOT_FOUND (it can no longer be undone), CONFLICT (a new server has the name), FILE_UNREADABLE.
   */
  'servers.restore': call<void>()(z.object({ undoId: UndoId })),
  /**
   * Returns the stderr output of a local server, from its current run or its last one.
   * Result: the end of the text, at most `limits.stderrBytesShown` bytes, and how many bytes before it were dropped. Empty for a remote
   * server.
   * Errors: NOT_FOUND.
   */
  'servers.output': call<ServerOutput>()(OneServer),
  /**
   * Returns what the server offers its default account, or another one. Spends at most one second on reading lists again that are no longer
   * fresh. After that it returns the old lists.
   * Result: tools, prompts, resources, skills and notices. Empty before the server was ready.
   * Errors: NOT_FOUND (no such account).
   */
  'servers.catalog': call<Catalog>()(OneServer.extend({ accountId: AccountId.optional() })),
  /**
   * Asks a running server again for everything that it offers.
   * Result: nothing, as soon as the lists are read.
   * Errors: NOT_FOUND, SERVER_NOT_READY, POLICY, and those of a server (contractKinds.ts).
   */
  'servers.refresh': call<void>()(OneServer),
}

export const serversTopics = {
  /** The configured servers, the policy's first and then in the order of the file, and the unusable entries with their errors. */
  servers: topic<ServerList>(),
  /** The state of each server's connection, by server id. Times in it are milliseconds since 1970. */
  'connections.states': topic<ConnectionStates>(),
  /** What each server touches: the user's statements, or guesses with their reasons. */
  'servers.exposure': topic<ExposureByServer>(),
  /** Counts up, from 1 in each run, whenever a server's catalog changes. Call `servers.catalog` again then. */
  'servers.catalogVersions': topic<Readonly<Record<ServerId, number>>>(),
  /** How many requests outside of conversations wait behind earlier calls of their server, where it is not zero. */
  'servers.queuedRequests': topic<Readonly<Record<ServerId, number>>>(),
}
