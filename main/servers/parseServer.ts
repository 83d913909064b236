import * as z from 'zod'
import { ExposureSettings } from '../../shared/domain/dataFlow'
import { SamplingLimits } from '../../shared/domain/sampling'
import { ElicitationChoice, SamplingChoice, type BrokenServer, type ServerConfig } from '../../shared/domain/server'
import { ServerId } from '../../shared/domain/ids'
import { ServerAuth } from '../../shared/domain/serverAuth'
import { AppError } from '../../shared/errors/appError'
import { isRecord } from '../../shared/lib/json'
import { parseLaunch } from './parseLaunch'
import { parseServerName } from './parseServerName'
import { issue } from '../../shared/domain/schemaIssueIds'
import { zodIssueMessage } from '../lib/zodIssueMessage'

/** Parley's own part of an entry. Unknown names in it are ignored. */
const Parley = z.object({
  enabled: z.boolean().optional(),
  roots: z.array(z.string().regex(/^file:\/\//, issue('json.issue.fileUri'))).optional(),
  tools: z.object({ disabled: z.array(z.string()).optional() }).optional(),
  sampling: SamplingChoice.optional(),
  samplingLimits: SamplingLimits.optional(),
  elicitation: ElicitationChoice.optional(),
  touches: ExposureSettings.optional(),
  auth: ServerAuth.optional(),
})

/** The part of a server definition that a file can set: everything except the user's trust. */
export type WrittenServer = Omit<ServerConfig, 'trusted'>

/**
 * Pure: parses one entry of `servers.json`, or returns why it cannot be used. `twice` is a name that occurs twice: inside the entry, or as
 * the entry's own name in the list. With a duplicate, one reader could see another server than the one that starts.
 */
export function parseServer(name: string, entry: unknown, twice?: string): WrittenServer | BrokenServer {
  try {
    const id = parseServerName(name)
    if (twice !== undefined) throw new AppError('INVALID_INPUT', { reason: 'servers.entryTwice', params: { name: twice } })
    if (!isRecord(entry)) throw new AppError('INVALID_INPUT', { reason: 'servers.entryNotAnObject' })
    const parley = parleyOf(entry)
    return {
      id,
      launch: parseLaunch(entry),
      // Other hosts write "disabled": true into the entry itself.
      enabled: parley.enabled ?? entry['disabled'] !== true,
      roots: parley.roots ?? [],
      rootsChosen: parley.roots !== undefined,
      disabledTools: parley.tools?.disabled ?? [],
      sampling: parley.sampling ?? 'ask',
      samplingLimits: parley.samplingLimits ?? SamplingLimits.parse({}),
      elicitation: parley.elicitation ?? 'ask',
      touches: parley.touches ?? {},
      auth: parley.auth ?? { kind: 'person' },
    }
  } catch (thrown) {
    return { id: ServerId.parse(name.slice(0, 200) || ' '), error: AppError.from(thrown).toData() }
  }
}

function parleyOf(entry: Readonly<Record<string, unknown>>): z.infer<typeof Parley> {
  const parsed = Parley.safeParse(entry['parley'] ?? {})
  if (parsed.success) return parsed.data
  const first = parsed.error.issues[0]
  const path = ['parley', ...(first?.path.map(String) ?? [])].join(' → ')
  throw new AppError('INVALID_INPUT', { reason: 'servers.entryPart', params: { path, issue: zodIssueMessage(first) } })
}
