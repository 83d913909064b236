import * as z from 'zod'
import { ExposureSettings } from '../../shared/domain/dataFlow'
import { spokenExtensions } from '../../shared/domain/extensions/extension'
import { ExtensionChoices } from '../../shared/domain/extensions/extensionSchema'
import { SamplingLimits } from '../../shared/domain/sampling'
import { ElicitationChoice, SamplingChoice } from '../../shared/domain/server'
import { issue } from '../../shared/domain/schemaIssueIds'
import { AuthKinds, ServerAuth } from '../../shared/domain/serverAuth'
import { ProtocolChoice } from '../../shared/protocol/protocolChoiceSchema'
import type { Message } from '../../shared/i18n/message'
import { isRecord } from '../../shared/lib/json'
import { nearestWord } from '../lib/nearestWord'
import { isForeignField } from './foreignFields'

const Tools = z.object({ disabled: z.array(z.string()).optional() })

/** Parley's own part of an entry. Unknown names in it are ignored, and `unknownWords` tells them. */
export const ParleySection = z.object({
  enabled: z.boolean().optional(),
  roots: z.array(z.string().regex(/^file:\/\//, issue('json.issue.fileUri'))).optional(),
  tools: Tools.optional(),
  sampling: SamplingChoice.optional(),
  samplingLimits: SamplingLimits.optional(),
  elicitation: ElicitationChoice.optional(),
  touches: ExposureSettings.optional(),
  protocol: ProtocolChoice.optional(),
  auth: ServerAuth.optional(),
  extensions: ExtensionChoices.optional(),
  traceContext: z.boolean().optional(),
  shareTraceId: z.boolean().optional(),
})

/** The parts of the section whose own words are always the same. */
const parts: Readonly<Record<string, readonly string[]>> = {
  tools: Object.keys(Tools.shape),
  samplingLimits: Object.keys(SamplingLimits.shape),
  touches: Object.keys(ExposureSettings.shape),
}
const OF_PARLEY = Object.keys(ParleySection.shape)
/** What Parley reads of an entry itself. */
const OF_ENTRY = ['command', 'args', 'env', 'cwd', 'url', 'headers', 'parley']
/** Words of Parley's part that no other host has in an entry. */
const ONLY_PARLEYS = ['sampling', 'samplingLimits', 'elicitation', 'touches', 'protocol', 'traceContext', 'shareTraceId']
/** More are no slip. */
const WORDS_TOLD = 20

type Entry = Readonly<Record<string, unknown>>

/** Pure: what an entry says that has no effect because Parley knows no such word: all of its own part, and slips beside it. */
export function unknownWords(entry: Entry): readonly Message[] {
  const { parley } = entry
  const slips = Object.keys(entry).flatMap((word): readonly Message[] => {
    if (OF_ENTRY.includes(word) || isForeignField(word)) return []
    const meant = nearestWord(word, OF_ENTRY)
    const inside = meant === undefined ? nearestWord(word, ONLY_PARLEYS) : undefined
    return meant === undefined && inside === undefined ? [] : [said(word, meant ?? pathOf('parley', inside ?? ''))]
  })
  const inParts = isRecord(parley)
    ? Object.entries({ ...parts, auth: authWords(parley['auth']) }).map(([part, known]) =>
        unknownIn(parley[part], known, pathOf('parley', part)),
      )
    : []
  const unspoken = isRecord(parley) ? unspokenExtensions(parley['extensions']) : []
  return [...slips, ...unknownIn(parley, OF_PARLEY, 'parley'), ...inParts.flat(), ...unspoken].slice(0, WORDS_TOLD)
}

/** An extension without code of Parley's behind it. Switched off it is as it would be anyway, unless another one was meant. */
function unspokenExtensions(extensions: unknown): readonly Message[] {
  const spoken = spokenExtensions.map(({ id }) => id)
  const written = isRecord(extensions) ? Object.entries(extensions) : []
  const unspoken = written.filter(([id]) => !spoken.includes(id))
  return unspoken.slice(0, WORDS_TOLD).flatMap(([id, on]): Message[] => {
    const meant = nearestWord(id, spoken)
    const path = pathOf('parley', 'extensions', id)
    if (meant !== undefined) return [said(path, meant)]
    return on === true ? [{ id: 'servers.remark.unspokenExtension', params: { path } }] : []
  })
}

/** The words of a sign-in of the kind that is written. Of another kind none is told: the entry is refused for that. */
function authWords(auth: unknown): readonly string[] {
  const written = isRecord(auth) ? auth : {}
  const shape = AuthKinds.find(({ shape: { kind } }) => kind.value === written['kind'])?.shape
  return Object.keys(shape ?? written)
}

function unknownIn(section: unknown, known: readonly string[], path: string): readonly Message[] {
  const unknown = isRecord(section) ? Object.keys(section).filter((word) => !known.includes(word)) : []
  // Each is compared with every known one.
  const words = unknown.slice(0, WORDS_TOLD)
  return words.map((word) => said(pathOf(path, word), nearestWord(word, known) ?? fieldsWord(word, known)))
}

/** What the field calls something that has another name here. */
const ofTheField: Readonly<Record<string, string>> = { traceparent: 'traceContext', tracestate: 'traceContext', traceId: 'shareTraceId' }

function fieldsWord(word: string, known: readonly string[]): string | undefined {
  const own = ofTheField[nearestWord(word, Object.keys(ofTheField)) ?? '']
  return own !== undefined && known.includes(own) ? own : undefined
}

function said(path: string, meant: string | undefined): Message {
  return meant === undefined
    ? { id: 'servers.remark.unknownWord', params: { path } }
    : { id: 'servers.remark.misspelt', params: { path, meant } }
}

const PATH_CHARACTERS = 200

function pathOf(...names: readonly string[]): string {
  return names.join(' → ').slice(0, PATH_CHARACTERS)
}
