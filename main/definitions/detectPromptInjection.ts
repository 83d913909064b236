import type { PinnedDefinition, PinnedTool } from '../../shared/domain/definition'
import { isRecord, type JsonObject } from '../../shared/lib/json'
import { isMixed, splitForeign } from '../../shared/lib/unicodeScripts'
import { countUnsafe, withoutUnsafe } from '../../shared/lib/unsafeCharacters'
import { limitCombiningMarks } from '../../shared/lib/limitCombiningMarks'
import { wordsOf } from './pinnedDefinition'

/** What a text can say that a person should know before a model reads it. English; a first look, and no proof of anything. */
const suspicious: readonly {
  readonly sentence: string
  readonly pattern: RegExp
  /** Said by many honest servers too: worth a word only where it was not said before. */
  readonly onlyNew?: true
}[] = [
  {
    sentence: 'It names a file or folder on this computer.',
    pattern:
      /(?<![\w/:.])~[/\\]\S+|(?<![\w/:.])\/(?:home|Users|etc|root|var|private)\/\S+|\b[A-Za-z]:\\\S+|%(?:APPDATA|LOCALAPPDATA|USERPROFILE|HOMEPATH)%|\$(?:HOME|\{HOME\})|(?<!\w)\.(?:ssh|aws|gnupg|kube|netrc|npmrc|git-credentials|env)\b|\bid_(?:rsa|ed25519|ecdsa)\b/gi,
  },
  {
    sentence: 'It tells the model to do something before, after or instead of what you asked.',
    onlyNew: true,
    pattern:
      /\b(?:before|prior to|after)\s+(?:each|every|any|using|calling|running|doing|you|this|the)\b|\b(?:always|must|first)\s+(?:first\s+)?(?:call|run|read|use|send|invoke|fetch|include|pass|open)\b|\binstead(?:\s+of)?\b|\bwhen(?:ever)?\s+(?:you\s+)?(?:use|using|call|calling)\b/gi,
  },
  {
    sentence: 'It asks the model to keep something from you.',
    pattern:
      /\b(?:do(?:es)? not|don['’]t|never|without)\s+(?:mention|mentioning|tell|telling|inform|informing|reveal|revealing|show|showing|disclose|notify|notifying|ask|asking)\b|\b(?:secretly|silently|covertly)\b/gi,
  },
  {
    sentence: 'It tells the model to set aside what it was told.',
    pattern:
      /\b(?:ignore|disregard|forget|override|bypass)\s+(?:all|any|the|your|previous|prior|earlier|other|safety|instructions?|rules?|everything)\b|<\/?(?:system|important|instructions?|secret)\b[^>]{0,200}>|\[(?:system|important)\]|<\|im_(?:start|end)\|>/gi,
  },
  {
    sentence: 'It names an address on the internet.',
    onlyNew: true,
    pattern: /\bhttps?:\/\/[^\s"'<>)]+|\bwww\.[^\s"'<>)]+|\b[\w.+-]{1,64}@[\w-]{1,63}\.[a-z]{2,}\b/gi,
  },
]

/** Characters. Honest servers say less by far, and looking takes time. */
const LOOKED_AT = 100_000

/** Pure: what Parley noticed in what a server says, as sentences; with `before`, only what was not there then. */
export function detectPromptInjection(definition: PinnedDefinition, before?: PinnedDefinition): readonly string[] {
  const whole = wordsOf(definition)
  const now = whole.slice(0, LOOKED_AT)
  const then = before === undefined ? '' : wordsOf(before).slice(0, LOOKED_AT)
  const looked = suspicious.filter(({ onlyNew }) => before !== undefined || onlyNew !== true)
  const sentences = looked.flatMap(({ pattern, sentence }) => (hasNew(pattern, plain(now), plain(then)) ? [sentence] : []))
  const hidden = countUnsafe(now)
  return [
    ...sentences,
    ...(whole.length > LOOKED_AT ? ['It says more than Parley looks through.'] : []),
    ...(hidden > countUnsafe(then) ? [hidden === 1 ? 'It holds a hidden character.' : `It holds ${hidden} hidden characters.`] : []),
    ...(definition.what === 'tool' && splitForeign(definition.name).some(({ kind }) => kind === 'foreign')
      ? ['Its name holds letters of another script.']
      : []),
    ...(mixedWords(now) > mixedWords(then) ? ['Letters of several scripts meet in one of its words.'] : []),
    ...(definition.what === 'tool' && before?.what === 'tool' ? noticedInTool(definition, before, sentences.length > 0) : []),
  ]
}

/** What hides between the letters of a word must not hide the word. */
function plain(text: string): string {
  return limitCombiningMarks(withoutUnsafe(text).replaceAll(/‹\d+ hidden characters?›/g, '')).normalize('NFKC')
}

function hasNew(pattern: RegExp, now: string, then: string): boolean {
  const known = new Set(then.match(pattern)?.map((found) => found.toLowerCase()))
  return (now.match(pattern) ?? []).some((found) => !known.has(found.toLowerCase()))
}

function mixedWords(text: string): number {
  if (/^\p{ASCII}*$/u.test(text)) return 0
  return [...new Set(text.match(/\p{Letter}+/gu))].filter(isMixed).length
}

function noticedInTool(after: PinnedTool, before: PinnedTool, isSuspicious: boolean): readonly string[] {
  const [now, then] = [argumentsOf(after.inputSchema), argumentsOf(before.inputSchema)]
  const added = [...now.keys()].filter((name) => !then.has(name))
  const required = [...now].filter(([name, isRequired]) => isRequired && then.get(name) !== true).map(([name]) => name)
  return [
    ...(isSuspicious && added.length > 0 ? ['A new argument could carry what the model reads for it.'] : []),
    ...(required.length > 0
      ? [`It now cannot be called without ${required.length === 1 ? 'an argument' : 'arguments'} that it did not need.`]
      : []),
    ...claims(after, before),
  ]
}

/** Names of arguments, and whether a call needs them. */
function argumentsOf({ properties, required }: JsonObject): ReadonlyMap<string, boolean> {
  const needed = new Set(Array.isArray(required) ? required : [])
  return new Map(Object.keys(isRecord(properties) ? properties : {}).map((name) => [name, needed.has(name)]))
}

/** A claim that turns harmless is worth as much a look as one that turns harmful. */
function claims({ annotations: now = {} }: PinnedTool, { annotations: then = {} }: PinnedTool): readonly string[] {
  return [
    ...(now.readOnlyHint === true && then.readOnlyHint !== true ? ['It now says that it only reads.'] : []),
    ...(then.readOnlyHint === true && now.readOnlyHint !== true ? ['It no longer says that it only reads.'] : []),
    ...(now.destructiveHint === false && then.destructiveHint !== false ? ['It now says that it destroys nothing.'] : []),
    ...(then.destructiveHint === false && now.destructiveHint !== false ? ['It no longer says that it destroys nothing.'] : []),
    ...(now.openWorldHint === false && then.openWorldHint !== false ? ['It now says that it stays on this computer.'] : []),
    ...(then.openWorldHint === false && now.openWorldHint !== false ? ['It no longer says that it stays on this computer.'] : []),
  ]
}
