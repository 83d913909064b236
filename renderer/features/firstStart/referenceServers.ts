import type { StdioLaunch } from '../../../shared/domain/server'
import { dataFilePath } from '../../state/dataFilePath'

/** A server that the first screen offers with one click. */
export interface SampleServer {
  /** The texts `firstStart.sample.ID` hold its name and description. */
  readonly id: 'everything' | 'filesystem' | 'memory'
  /** Set when the server works on a folder. The person chooses it first. It becomes the last argument. */
  readonly needsFolder: boolean
  /** A file that the server keeps. It is in Parley's data folder, because npx would lose it with its cache. */
  readonly keeps?: { readonly variable: string; readonly file: string }
  readonly launch: StdioLaunch
}

const npx = (...args: readonly string[]): StdioLaunch => ({ kind: 'stdio', command: 'npx', args: ['-y', ...args], env: {} })

/** The reference servers of the MCP project, started as their READMEs say. */
export const referenceServers: readonly SampleServer[] = [
  {
    id: 'everything',
    needsFolder: false,
    launch: npx('@modelcontextprotocol/server-everything'),
  },
  {
    id: 'filesystem',
    needsFolder: true,
    launch: npx('@modelcontextprotocol/server-filesystem'),
  },
  {
    id: 'memory',
    needsFolder: false,
    keeps: { variable: 'MEMORY_FILE_PATH', file: 'memory.jsonl' },
    launch: npx('@modelcontextprotocol/server-memory'),
  },
]

/** Pure: the launch of a sample server, with the folder that the person chose (if it needs one) and its file in Parley's data folder. */
export function sampleLaunch(sample: SampleServer, { folder, dataDir }: { folder: string | undefined; dataDir: string }): StdioLaunch {
  const { launch, needsFolder, keeps } = sample
  return {
    ...launch,
    args: needsFolder && folder !== undefined ? [...launch.args, folder] : launch.args,
    env: keeps ? { [keeps.variable]: dataFilePath(dataDir, keeps.file) } : launch.env,
  }
}
