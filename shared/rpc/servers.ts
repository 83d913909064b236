import * as z from 'zod'
import type { Catalog } from '../domain/catalog'
import type { ConnectionStates, ServerOutput } from '../domain/connection'
import { AccountId, ServerId, UndoId } from '../domain/ids'
import { ExposureSettings, type ExposureByServer } from '../domain/dataFlow'
import { SamplingLimits } from '../domain/sampling'
import {
  ElicitationChoice,
  Launch,
  SamplingChoice,
  ServerInput,
  StdioLaunch,
  type ImportResult,
  type ImportSource,
  type ServerList,
} from '../domain/server'
import { call, topic } from './define'

const OneServer = z.object({ serverId: ServerId })
/** `file:` URIs or absolute paths; the host turns paths into URIs. */
const Folders = z.array(z.string().min(1).max(4096)).max(200)

export const serversCalls = {
  /**
   * Adds a server, or changes the one called `previousId`. Saving is the approval: an enabled server starts. In Electron a native
   * dialog first shows a command, or an address that would be sent secrets, where it was not approved before.
   * Result: nothing.
   * Errors: INVALID_INPUT (name or launch cannot be used), CONFLICT (the name is taken), NOT_FOUND (no `previousId`), POLICY, CANCELLED (the
   * native dialog was declined), FILE_UNREADABLE (`servers.json`).
   */
  'servers.save': call<void>()(ServerInput),
  /**
   * Takes servers over from another host's configuration, disabled and not approved; a name that is taken gets a number. Values that look secret
   * go into the vault first.
   * Result: nothing. At most 500 servers. What a person pasted and looked at comes through `servers.save`.
   * Errors: INVALID_INPUT, POLICY, SECRETS_LOCKED, FILE_UNREADABLE (`servers.json` or the vault).
   */
  'servers.import': call<void>()(z.object({ servers: z.array(z.object({ id: ServerId, launch: Launch })).max(500) })),
  /**
   * Reads the servers in a pasted text: `mcpServers`, VS Code's `servers`, or one server alone. Keeps nothing.
   * Result: the servers with remarks, and problems as sentences; a text that cannot be read is a problem, not an error. At most 4,000,000
   * characters.
   * Errors: none of its own.
   */
  'servers.readImport': call<ImportResult>()(z.object({ text: z.string().max(4_000_000) })),
  /**
   * Looks for the configurations of other hosts on this computer (Claude Desktop, VS Code, Cursor).
   * Result: each file that was found, with what `servers.readImport` says of it.
   * Errors: none of its own.
   */
  'servers.importSources': call<readonly ImportSource[]>()(z.object({})),
  /**
   * Finds the file that a local command means here, in the PATH that the server would get. Runs nothing of the server's.
   * Result: the absolute path, or null where there is none or only the vault could tell.
   * Errors: none of its own.
   */
  'servers.commandFile': call<{ readonly file: string | null }>()(z.object({ launch: StdioLaunch })),
  /**
   * Starts a server because a person wants it now, or joins the start that is under way.
   * Result: nothing, once it is ready.
   * Errors: NOT_FOUND, CONFLICT (disabled), POLICY, COMMAND_NOT_FOUND, SECRET_MISSING, SECRETS_LOCKED, and those of a server (define.ts).
   */
  'servers.start': call<void>()(OneServer),
  /**
   * Stops a server with all its processes and accounts, and withdraws its open questions. Its calls end with INTERRUPTED; those that it runs as
   * tasks wait.
   * Result: nothing, once it has stopped.
   * Errors: NOT_FOUND.
   */
  'servers.stop': call<void>()(OneServer),
  /**
   * Stops a server and starts it again.
   * Result: nothing, once it is ready.
   * Errors: those of `servers.start`.
   */
  'servers.restart': call<void>()(OneServer),
  /**
   * Switches a server on (it starts) or off (it stops). Kept in `servers.json`.
   * Result: nothing; it does not wait for the start.
   * Errors: NOT_FOUND, FILE_UNREADABLE.
   */
  'servers.setEnabled': call<void>()(OneServer.extend({ enabled: z.boolean() })),
  /**
   * Says whether the user believes what the server calls its tools (read-only, destructive). Kept in the database, never in `servers.json`.
   * Result: nothing.
   * Errors: NOT_FOUND.
   */
  'servers.setTrusted': call<void>()(OneServer.extend({ trusted: z.boolean() })),
  /**
   * Says whether the server may ask for answers of the user's model: 'ask' or 'off'.
   * Result: nothing.
   * Errors: NOT_FOUND, FILE_UNREADABLE.
   */
  'servers.setSampling': call<void>()(OneServer.extend({ sampling: SamplingChoice })),
  /**
   * Says what the server may spend of the user's models in one calendar day, in calls and in tokens (in and out together), and of which models.
   * Result: nothing. A stricter policy still counts.
   * Errors: NOT_FOUND, FILE_UNREADABLE.
   */
  'servers.setSamplingLimits': call<void>()(OneServer.extend({ limits: SamplingLimits })),
  /**
   * Says whether the server may ask for information and for visits of pages: 'ask', or 'off' after "Stop asking me", which refuses its forms and
   * pages at once.
   * Result: nothing.
   * Errors: NOT_FOUND, FILE_UNREADABLE.
   */
  'servers.setElicitation': call<void>()(OneServer.extend({ elicitation: ElicitationChoice })),
  /**
   * Says what the server touches: private data, text from outside, a way out. What is left out is guessed.
   * Result: nothing; the topic `servers.exposure` has what counts.
   * Errors: NOT_FOUND, FILE_UNREADABLE.
   */
  'servers.setExposure': call<void>()(OneServer.extend({ touches: ExposureSettings })),
  /**
   * Switches tools of a server on or off for models, by name. At most 10,000 names at once; a name that it does not offer is kept too.
   * Result: nothing.
   * Errors: NOT_FOUND, FILE_UNREADABLE.
   */
  'servers.setToolEnabled': call<void>()(OneServer.extend({ tools: z.array(z.string()).max(10_000), enabled: z.boolean() })),
  /**
   * Sets the folders that the server is told about. An empty list is an answer too. Each folder must be there; links are followed to the real
   * path. At most 200.
   * Result: nothing.
   * Errors: NOT_FOUND (no such server or folder), INVALID_INPUT (no folder of this computer), DENIED (Parley may not read it), POLICY,
   * FILE_UNREADABLE.
   */
  'servers.setRoots': call<void>()(OneServer.extend({ roots: Folders })),
  /**
   * Takes a server out of `servers.json` with its comments, and stops it. Its accounts are signed out; secrets that nothing else names go a
   * minute later.
   * Result: an id for `servers.restore`; the last 50 removals of this run are kept.
   * Errors: NOT_FOUND, POLICY, CONFLICT (only by hand in the file), FILE_UNREADABLE.
   */
  'servers.remove': call<{ undoId: UndoId }>()(OneServer),
  /**
   * Puts a removed server back where it stood in the file, with its approval.
   * Result: nothing.
   * Errors: NOT_FOUND (it can no longer be undone), CONFLICT (a new server has the name), FILE_UNREADABLE.
   */
  'servers.restore': call<void>()(z.object({ undoId: UndoId })),
  /**
   * What a local server printed to stderr, in its present life or its last.
   * Result: the end of the text, at most `limits.stderrBytesShown` bytes, and how many bytes before it were dropped. Empty for a remote server.
   * Errors: NOT_FOUND.
   */
  'servers.output': call<ServerOutput>()(OneServer),
  /**
   * What the server offers its default account, or another one. Lists that the server no longer calls fresh are read again for at most a second;
   * then the old ones are given.
   * Result: tools, prompts, resources, skills and notices; empty before the server was ready.
   * Errors: NOT_FOUND (no such account).
   */
  'servers.catalog': call<Catalog>()(OneServer.extend({ accountId: AccountId.optional() })),
  /**
   * Asks a running server again for everything that it offers.
   * Result: nothing, once the lists are read.
   * Errors: NOT_FOUND, SERVER_NOT_READY, POLICY, and those of a server (define.ts).
   */
  'servers.refresh': call<void>()(OneServer),
}

export const serversTopics = {
  /** The configured servers in the order of the file, those of the policy first, and the entries that cannot be used with their errors. */
  servers: topic<ServerList>(),
  /** The state of the connection of each server, by server id. Times in it are milliseconds since 1970. */
  'connections.states': topic<ConnectionStates>(),
  /** What counts of each server: what the user said it touches, else a guess with its reason. */
  'servers.exposure': topic<ExposureByServer>(),
  /** Counts up, from 1 in each run, whenever what a server offers has changed; ask `servers.catalog` again then. */
  'servers.catalogVersions': topic<Readonly<Record<ServerId, number>>>(),
}
