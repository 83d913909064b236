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
  /** Adds or changes a server. Saving is the approval: an enabled server starts. In Electron a native dialog shows the command first. */
  'servers.save': call<void>()(ServerInput),
  /** Takes servers over from another host's configuration, disabled; what a person pasted and looked at comes through `servers.save`. */
  'servers.import': call<void>()(z.object({ servers: z.array(z.object({ id: ServerId, launch: Launch })).max(500) })),
  'servers.readImport': call<ImportResult>()(z.object({ text: z.string().max(4_000_000) })),
  'servers.importSources': call<readonly ImportSource[]>()(z.object({})),
  /** The file that a local command means here, as it would be looked for; null where there is none. Nothing is run. */
  'servers.commandFile': call<{ readonly file: string | null }>()(z.object({ launch: StdioLaunch })),
  'servers.start': call<void>()(OneServer),
  'servers.stop': call<void>()(OneServer),
  'servers.restart': call<void>()(OneServer),
  'servers.setEnabled': call<void>()(OneServer.extend({ enabled: z.boolean() })),
  'servers.setTrusted': call<void>()(OneServer.extend({ trusted: z.boolean() })),
  'servers.setSampling': call<void>()(OneServer.extend({ sampling: SamplingChoice })),
  /** What it may spend of the user's models in a day, and which of them. */
  'servers.setSamplingLimits': call<void>()(OneServer.extend({ limits: SamplingLimits })),
  /** 'off' after "Stop asking me": its forms and pages are refused at once. */
  'servers.setElicitation': call<void>()(OneServer.extend({ elicitation: ElicitationChoice })),
  /** What the user says it touches; what is left out is guessed. */
  'servers.setExposure': call<void>()(OneServer.extend({ touches: ExposureSettings })),
  'servers.setToolEnabled': call<void>()(OneServer.extend({ tools: z.array(z.string()).max(10_000), enabled: z.boolean() })),
  'servers.setRoots': call<void>()(OneServer.extend({ roots: Folders })),
  'servers.remove': call<{ undoId: UndoId }>()(OneServer),
  'servers.restore': call<void>()(z.object({ undoId: UndoId })),
  'servers.output': call<ServerOutput>()(OneServer),
  /** What the server offers its default account, or another one. */
  'servers.catalog': call<Catalog>()(OneServer.extend({ accountId: AccountId.optional() })),
  'servers.refresh': call<void>()(OneServer),
}

export const serversTopics = {
  servers: topic<ServerList>(),
  'connections.states': topic<ConnectionStates>(),
  /** What counts of each server: what the user said it touches, else a guess with its reason. */
  'servers.exposure': topic<ExposureByServer>(),
  /** Counts up whenever what a server offers has changed; ask `servers.catalog` again then. */
  'servers.catalogVersions': topic<Readonly<Record<ServerId, number>>>(),
}
