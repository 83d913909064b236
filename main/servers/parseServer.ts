import type * as z from 'zod'
import { SamplingLimits } from '../../shared/domain/sampling'
import type { BrokenServer, ServerConfig } from '../../shared/domain/server'
import { ServerId } from '../../shared/domain/ids'
import { AppError } from '../../shared/errors/appError'
import { isRecord } from '../../shared/lib/json'
import { secretNamesIn } from '../../shared/secrets/secretNamesIn'
import { readForeignFields } from './foreignFields'
import { parseLaunch } from './parseLaunch'
import { ParleySection, unknownWords } from './parleySection'
import { parseServerName } from './parseServerName'
import { zodIssueMessage } from '../lib/zodIssueMessage'

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
    // A person may have copied the entry from the file of another host.
    const foreign = readForeignFields(entry)
    const remarks = unknownWords(entry)
    return {
      id,
      launch: parseLaunch(entry),
      enabled: parley.enabled ?? foreign.enabled,
      roots: parley.roots ?? [],
      rootsChosen: parley.roots !== undefined,
      disabledTools: parley.tools?.disabled ?? foreign.disabledTools,
      sampling: parley.sampling ?? 'ask',
      samplingLimits: parley.samplingLimits ?? SamplingLimits.parse({}),
      elicitation: parley.elicitation ?? 'ask',
      touches: parley.touches ?? {},
      protocol: parley.protocol ?? 'automatic',
      auth: parley.auth ?? { kind: 'person' },
      ...(parley.extensions && { extensions: parley.extensions }),
      traceContext: parley.traceContext ?? true,
      shareTraceId: parley.shareTraceId ?? false,
      ...(remarks.length > 0 && { remarks }),
    }
  } catch (thrown) {
    return {
      id: ServerId.parse(name.slice(0, 200) || ' '),
      error: AppError.from(thrown).toData(),
      ...(twice === undefined && { secrets: secretNamesIn(entry) }),
    }
  }
}

function parleyOf(entry: Readonly<Record<string, unknown>>): z.infer<typeof ParleySection> {
  const parsed = ParleySection.safeParse(entry['parley'] ?? {}, { reportInput: true })
  if (parsed.success) return parsed.data
  const first = parsed.error.issues[0]
  const path = ['parley', ...(first?.path.map(String) ?? [])].join(' → ')
  throw new AppError('INVALID_INPUT', { reason: 'servers.entryPart', params: { path, issue: zodIssueMessage(first) } })
}
