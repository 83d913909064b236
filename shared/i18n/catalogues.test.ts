import { globSync, readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { compileCatalogue } from '../../scripts/lib/compileMessages.mjs'
import { de } from './de/index'
import { en } from './en/index'
import { argumentsOf, collectTexts, type CompiledMessage } from './formatMessage'
import { pseudoMessage } from './pseudoMessage'
import { tagsOf } from './richText'
import { sameInGerman } from './testing/sameInGerman'

const root = join(import.meta.dirname, '../..')
const areas = (language: string): readonly string[] =>
  readdirSync(join(import.meta.dirname, language)).filter((name) => name.endsWith('.json'))
const textOf = (language: string, area: string): string => readFileSync(join(import.meta.dirname, language, area), 'utf8')
const written = (language: string): readonly (readonly [area: string, id: string, message: string])[] =>
  areas(language).flatMap((area) =>
    Object.entries<string>(JSON.parse(textOf(language, area))).map(([id, message]) => [basename(area, '.json'), id, message] as const),
  )
const isCompiled = (message: unknown): message is CompiledMessage => Array.isArray(message)
const compiled = (language: string): ReadonlyMap<string, CompiledMessage> =>
  new Map(
    areas(language).flatMap((area) =>
      Object.entries(compileCatalogue(textOf(language, area), area)).flatMap(([id, message]) =>
        isCompiled(message) ? [[id, message] as const] : [],
      ),
    ),
  )

/** Returns the needs of a message: its values with their kinds, the branches of each select, and its tags. */
function needsOf(message: CompiledMessage): unknown {
  const { alone, around } = tagsOf(collectTexts(message))
  return [
    [...argumentsOf(message)].map((argument) => argument.join(' ')).toSorted(),
    selectsOf(message).toSorted(),
    [...alone].toSorted(),
    [...around].toSorted(),
  ]
}

function selectsOf(message: CompiledMessage): string[] {
  return message.flatMap((token) => {
    if (typeof token === 'string' || typeof token[2] !== 'object' || token[2] === null) return []
    const inner = Object.values(token[2]).flatMap((branch) => (typeof branch === 'object' ? selectsOf(branch) : []))
    return token[1] === 'select' ? [`${token[0]}: ${Object.keys(token[2]).toSorted().join()}`, ...inner] : inner
  })
}

describe('the catalogues', () => {
  it('are all joined: a file that an index forgets would show ids', () => {
    expect(Object.keys(en).toSorted()).toEqual([...compiled('en').keys()].toSorted())
    expect(Object.keys(de).toSorted()).toEqual([...compiled('de').keys()].toSorted())
  })

  it('have the same texts in every language', () => {
    expect([...compiled('de').keys()].toSorted()).toEqual([...compiled('en').keys()].toSorted())
  })

  it('keep each text in the file of its area', () => {
    for (const language of ['en', 'de'])
      expect(written(language).filter(([area, id]) => !id.startsWith(`${area}.`) || !/^\w+(\.\w+)+$/.test(id))).toEqual([])
  })

  it('need the same values, branches and tags in every language: a warning may not lose what it warns of', () => {
    const german = compiled('de')
    for (const [id, message] of compiled('en')) expect([id, needsOf(german.get(id) ?? [])]).toEqual([id, needsOf(message)])
  })

  it('are translated, but for what is the same on purpose', () => {
    const english = new Map(written('en').map(([, id, message]) => [id, message]))
    const messages = compiled('en')
    const hasWords = (id: string): boolean =>
      collectTexts(messages.get(id) ?? []).some((text) => /\p{L}/u.test(text.replaceAll(/<[^>]*>/g, '')))
    const same = written('de').flatMap(([, id, message]) => (english.get(id) === message && hasWords(id) ? [id] : []))
    expect(same.toSorted()).toEqual(sameInGerman.toSorted())
  })

  it('have one German word for one English one: two made a reader look for a difference', () => {
    const english = new Map(written('en').map(([, id, message]) => [id, message]))
    const german = written('de').map(([, id, message]) => [id, message] as const)
    const of = (pattern: RegExp) => german.filter(([id]) => pattern.test(english.get(id) ?? ''))
    expect(of(/^Review$/).filter(([, message]) => message !== 'Prüfen')).toEqual([])
    expect(of(/^New chat/).filter(([, message]) => !message.startsWith('Neuer Chat'))).toEqual([])
    // The plural is “Token”, as the glossary says. “Des Tokens” is a genitive.
    expect(german.filter(([, message]) => /(?<!des )\bTokens\b/.test(message))).toEqual([])
  })

  it('say in German who leaves something unsaid: “Er” would be whoever the sentence before is about', () => {
    expect(written('de').filter(([area, , message]) => area === 'approvals' && message.startsWith('Er sagt nicht'))).toEqual([])
  })

  it('end no error with a full stop: whoever shows it before other sentences adds one', () => {
    for (const language of ['en', 'de']) {
      const errors = written(language).filter(([area, id]) => area === 'errors' && !id.endsWith('.hint'))
      expect(errors.filter(([, , message]) => /[.!?]$/.test(message)).map(([, id]) => id)).toEqual([])
    }
  })

  it('put no full stop behind a time, because German abbreviates its units: “vor 1 Min.”', () => {
    const faults = written('de').filter(([, , message]) => /\{(?:ago|when|duration|elapsed)\}\./.test(message))
    expect(faults.map(([, id]) => id)).toEqual([])
  })

  it('hold tags with plain names, each with its partner, and no HTML', () => {
    for (const language of ['en', 'de']) {
      for (const [id, message] of compiled(language)) {
        const text = collectTexts(message).join('')
        const open: string[] = []
        const rest = text.replaceAll(/<(\/?)([a-zA-Z][a-zA-Z0-9]*)(\/?)>/g, (_tag, closing: string, name: string, alone: string) => {
          if (closing) expect([id, open.pop()]).toEqual([id, name])
          else if (!alone) open.push(name)
          return ''
        })
        expect([id, open, /[<>]|&\w+;/.test(rest)]).toEqual([id, [], false])
      }
    }
  })

  it('hold no text that nothing shows', () => {
    const { words, templates } = wordsOfSources()
    const isUsed = (id: string): boolean =>
      words.has(id) ||
      (id.startsWith('errors.') && words.has(id.replace(/^errors\./, '').replace(/\.hint$/, ''))) ||
      templates.some(({ before, after }) => id.startsWith(before) && id.endsWith(after))
    expect(Object.keys(en).filter((id) => !isUsed(id))).toEqual([])
  })
})

/** Collects every word in the sources that could be an id, and every template that could make one: `ends.${code}`. */
function wordsOfSources(): { words: ReadonlySet<string>; templates: readonly { before: string; after: string }[] } {
  const words = new Set<string>()
  const templates: { before: string; after: string }[] = []
  for (const path of globSync('{app,main,renderer,shared}/**/*.{ts,tsx}', { cwd: root })) {
    if (/\.test\.tsx?$|\/testing\//.test(path)) continue
    const source = readFileSync(join(root, path), 'utf8')
    for (const [, word = ''] of source.matchAll(/['"`](\w+(?:\.\w+)+)['"`]/g)) words.add(word)
    if (path.endsWith('errorText.ts')) continue
    for (const [, before = '', after = ''] of source.matchAll(/`(\w+(?:\.\w+)*\.)\$\{[^`}]*\}([\w.]*)`/g)) templates.push({ before, after })
  }
  return { words, templates }
}

describe('the pseudo-language', () => {
  it('keeps every value and tag, and marks all of Parley’s words', () => {
    for (const [id, message] of compiled('en')) {
      const changed = pseudoMessage(message)
      expect([id, needsOf(changed)]).toEqual([id, needsOf(message)])
      for (const text of collectTexts(changed).filter((one) => one !== '#')) {
        const outside = text.replaceAll(/⟦[^⟧]*⟧/g, '').replaceAll(/<\/?\w+\/?>/g, '')
        expect([id, outside.trim()]).toEqual([id, ''])
      }
    }
  })
})
