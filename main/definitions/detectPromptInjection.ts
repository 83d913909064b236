import type { PinnedDefinition, PinnedTool } from '../../shared/domain/definitionChange'
import { isRecord, type JsonObject } from '../../shared/lib/json'
import { isMixed, splitForeign } from '../../shared/lib/confusableNames'
import { countUnsafe, dropUnsafe } from '../../shared/lib/unsafeCharacters'
import { normalizeText } from '../../shared/lib/limitCombiningMarks'
import type { Message } from '../../shared/i18n/message'
import { wordsOf } from './pinnedDefinition'

/** Patterns that a person should know about before a model reads a text. English only; a heuristic, not proof. */
const suspicious: readonly {
  readonly notices: 'path' | 'order' | 'secrecy' | 'override' | 'address'
  readonly pattern: RegExp
  /** What honest tools say of their own work. It is taken out before the search. */
  readonly honest?: readonly RegExp[]
  /** Common in honest servers too, so reported only if it is new. */
  readonly onlyNew?: true
}[] = [
  {
    notices: 'path',
    pattern:
      /(?<![\w/:.])~[/\\]\S+|(?<![\w/:.])\/(?:home|Users|etc|root|var|private)\/\S+|\b[A-Za-z]:\\\S+|%(?:APPDATA|LOCALAPPDATA|USERPROFILE|HOMEPATH)%|\$(?:HOME|\{HOME\})|(?<!\w)\.(?:ssh|aws|gnupg|kube|netrc|npmrc|git-credentials|env)\b|\bid_(?:rsa|ed25519|ecdsa)\b/gi,
  },
  {
    notices: 'order',
    onlyNew: true,
    pattern:
      /\b(?:before|prior to|after)\s+(?:each|every|any|using|calling|running|doing|you|this|the)\b|\b(?:always|must|first)\s+(?:first\s+)?(?:call|run|read|use|send|invoke|fetch|include|pass|open)\b|\binstead(?:\s+of)?\b|\bwhen(?:ever)?\s+(?:you\s+)?(?:use|using|call|calling)\b/gi,
  },
  {
    notices: 'secrecy',
    pattern:
      /\b(?:do(?:es)? not|don['’]t|never|without)\s+(?:mention|mentioning|tell|telling|inform|informing|reveal|revealing|show|showing|disclose|notify|notifying|ask|asking)\b|\b(?:secretly|silently|covertly)\b/gi,
    honest: [
      /\b(?:succeed|fail|exit)(?:s|ed)? silently\b/gi,
      /(?<!\byou )\b(?:will|may|might|can|could) silently (?:succeed|fail|ignore|skip|drop|discard|truncate|overwrite|replace)\b/gi,
      /\bsilently (?:succeeds|fails|ignores|skips|drops|discards|truncates|overwrites|replaces)\b/gi,
      /\bsilently (?:ignored|skipped|dropped|discarded|truncated|overwritten|replaced)\b/gi,
      /\b(?:tool|command|function|operation|call|query|server) does(?: not|n['’]t) (?:show|notify|ask)\b(?! (?:the |a |any )?(?:user|you|person|human|them|any(?:one|body)))/gi,
    ],
  },
  {
    notices: 'override',
    pattern:
      /\b(?:ignore|disregard|forget|override|bypass)\s+(?:all|any|the|your|previous|prior|earlier|other|safety|instructions?|rules?|everything)\b|<\/?(?:system|important|instructions?|secret)\b[^>]{0,200}>|\[(?:system|important)\]|<\|im_(?:start|end)\|>/gi,
  },
  {
    notices: 'address',
    onlyNew: true,
    pattern: /\bhttps?:\/\/[^\s"'<>)]+|\bwww\.[^\s"'<>)]+|\b[\w.+-]{1,64}@[\w-]{1,63}\.[a-z]{2,}\b/gi,
  },
]

/** In characters. Honest servers use far less, and searching takes time. */
const LOOKED_AT = 100_000

/** Pure: warnings about a server's text, each one a fact. With `before`, only what is new. */
export function detectPromptInjection(definition: PinnedDefinition, before?: PinnedDefinition): readonly Message[] {
  const whole = wordsOf(definition)
  const now = whole.slice(0, LOOKED_AT)
  const then = before === undefined ? '' : wordsOf(before).slice(0, LOOKED_AT)
  const looked = suspicious.filter(({ onlyNew }) => before !== undefined || onlyNew !== true)
  const said = looked.flatMap(({ pattern, honest = [], notices }): readonly Message[] => {
    const seen = (text: string): string => honest.reduce((rest, words) => rest.replace(words, ' '), plain(text))
    return hasNew(pattern, seen(now), seen(then)) ? [{ id: `definitions.noticed.${notices}` }] : []
  })
  const hidden = countUnsafe(now)
  return [
    ...said,
    ...(whole.length > LOOKED_AT ? [noticed('tooLong')] : []),
    ...(hidden > countUnsafe(then) ? [noticed('hidden', hidden)] : []),
    ...(definition.what === 'tool' && splitForeign(definition.name).some(({ kind }) => kind === 'foreign') ? [noticed('foreignName')] : []),
    ...(mixedWords(now) > mixedWords(then) ? [noticed('mixedWord')] : []),
    ...(definition.what === 'tool' && before?.what === 'tool' ? noticedInTool(definition, before, said.length > 0) : []),
  ]
}

type Notice =
  | ('tooLong' | 'hidden' | 'foreignName' | 'mixedWord' | 'newArgument' | 'newlyRequired')
  | ('nowReadOnly' | 'notReadOnly' | 'nowHarmless' | 'notHarmless' | 'nowLocal' | 'notLocal')

function noticed(what: Notice, count?: number): Message {
  return { id: `definitions.noticed.${what}`, ...(count !== undefined && { params: { count } }) }
}

/** Removes characters that hide a word by standing between its letters. */
function plain(text: string): string {
  return normalizeText(dropUnsafe(text), 'NFKC')
}

function hasNew(pattern: RegExp, now: string, then: string): boolean {
  const known = new Set(then.match(pattern)?.map((found) => found.toLowerCase()))
  return (now.match(pattern) ?? []).some((found) => !known.has(found.toLowerCase()))
}

function mixedWords(text: string): number {
  if (/^\p{ASCII}*$/u.test(text)) return 0
  return [...new Set(text.match(/\p{Letter}+/gu))].filter(isMixed).length
}

function noticedInTool(after: PinnedTool, before: PinnedTool, isSuspicious: boolean): readonly Message[] {
  const [now, then] = [argumentsOf(after.inputSchema), argumentsOf(before.inputSchema)]
  const added = [...now.keys()].filter((name) => !then.has(name))
  const required = [...now].filter(([name, isRequired]) => isRequired && then.get(name) !== true).map(([name]) => name)
  return [
    ...(isSuspicious && added.length > 0 ? [noticed('newArgument')] : []),
    ...(required.length > 0 ? [noticed('newlyRequired', required.length)] : []),
    ...claims(after, before),
  ]
}

/** Argument names, and whether each is required. */
function argumentsOf({ properties, required }: JsonObject): ReadonlyMap<string, boolean> {
  const needed = new Set(Array.isArray(required) ? required : [])
  return new Map(Object.keys(isRecord(properties) ? properties : {}).map((name) => [name, needed.has(name)]))
}

/** Changes of hints in both directions: a hint that became harmless deserves as much attention as one that became harmful. */
function claims({ annotations: now = {} }: PinnedTool, { annotations: then = {} }: PinnedTool): readonly Message[] {
  return [
    ...(now.readOnlyHint === true && then.readOnlyHint !== true ? [noticed('nowReadOnly')] : []),
    ...(then.readOnlyHint === true && now.readOnlyHint !== true ? [noticed('notReadOnly')] : []),
    ...(now.destructiveHint === false && then.destructiveHint !== false ? [noticed('nowHarmless')] : []),
    ...(then.destructiveHint === false && now.destructiveHint !== false ? [noticed('notHarmless')] : []),
    ...(now.openWorldHint === false && then.openWorldHint !== false ? [noticed('nowLocal')] : []),
    ...(then.openWorldHint === false && now.openWorldHint !== false ? [noticed('notLocal')] : []),
  ]
}
