import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage'
import { describe, expect, it } from 'vitest'
import { en } from './en/index'
import { resolveLocale } from './locale'
import { isMessage, type MessageId } from './message'
import { sizeText } from './sizeText'
import { createTranslator, english, translatorOf, type TextParams, type Translator } from './translator'

const ID: MessageId = 'settings.appearance'

/** Returns a translator with this message as the text `settings.appearance`. */
function saying(message: string, locale: 'en' | 'de' | 'pseudo' = 'en'): Translator {
  return translatorOf(locale, { ...en, [ID]: compileMessageOrThrow(message) })
}
const said = (message: string, params?: TextParams, locale?: 'en' | 'de'): string => saying(message, locale).t(ID, params)

describe('a text', () => {
  it('chooses the branch of a number, and writes the number the way of the language', () => {
    const files = '{count, plural, =0 {No file} one {# file} other {# files}}'
    expect([0, 1, 2, 1_234].map((count) => said(files, { count }))).toEqual(['No file', '1 file', '2 files', '1,234 files'])
    expect(said('{count, plural, one {# Datei} other {# Dateien}}', { count: 1_234 }, 'de')).toBe('1.234 Dateien')
    expect(said('{at, selectordinal, one {#st} two {#nd} few {#rd} other {#th}}', { at: 22 })).toBe('22nd')
    expect(said('{count, plural, offset:1 =0 {nobody} one {# other} other {# others}}', { count: 3 })).toBe('2 others')
  })

  it('takes a branch by its own name only: a value may be called like something of JavaScript’s', () => {
    const what = '{kind, select, tool {a tool} other {something}}'
    expect(['tool', 'constructor', 'toString'].map((kind) => said(what, { kind }))).toEqual(['a tool', 'something', 'something'])
  })

  it('writes the number of a plural also within a select in it', () => {
    expect(said('{n, plural, other {{kind, select, tool {# tools} other {# things}}}}', { n: 1_000, kind: 'tool' })).toBe('1,000 tools')
  })

  it('puts values in as they are: escapes, tags and braces of strangers stay text', () => {
    const hostile = String.raw`C:\x64\u202e <b>{name}</b> #`
    expect(said('Open {name}', { name: hostile })).toBe(`Open ${hostile}`)
    expect(saying('<b>{name}</b>').rich(ID, { name: '<b>bold</b>' }, ['b'])).toEqual([{ tag: 'b', children: ['<b>bold</b>'] }])
  })

  it('joins a list, translates a fact in a fact, and writes moments', () => {
    expect(said('{names}', { names: ['a', 'b', 'c'] })).toBe('a, b and c')
    expect(said('{names}', { names: ['a', { id: 'settings.appearance.dark' }] }, 'de')).toBe('a und Dark')
    const at = Date.UTC(2026, 2, 3, 12, 5)
    expect([said('{at, date}', { at }), said('{at, date, long}', { at: new Date(at) }, 'de')]).toEqual(['3 Mar 2026', '3. März 2026'])
  })

  it('as plain words keeps what tags enclose, and takes the value of one that stands alone', () => {
    expect(said('<server/> wants <b>{what}</b>', { server: 'Files', what: 'a folder' })).toBe('“Files” wants a folder')
  })

  it('throws where a value is missing or too much, as tests and development want it', () => {
    expect(() => said('Open {name}')).toThrow('The text settings.appearance needs name')
    expect(() => said('Open', { name: 'x' })).toThrow('does not know name')
    expect(() => saying('Open <server/>').rich(ID, {}, [])).toThrow('needs server')
  })

  it('shows an id that no catalogue has: stored facts may come from another version', () => {
    const stored: unknown = JSON.parse('{ "id": "no.such", "params": { "a": 1 } }')
    expect(isMessage(stored) && english.message(stored)).toBe('«no.such»')
  })

  it('isolates values where directions meet, and adds nothing else', () => {
    expect(said('Open {name}', { name: 'notes' })).toBe('Open notes')
    expect(said('Open {name}', { name: 'שלום' })).toBe('Open \u2068שלום\u2069')
    expect(saying('{name}', 'pseudo').t(ID, { name: 'notes' })).toBe('\u2068notes\u2069')
  })
})

it('takes only data as a fact, however deep it goes', () => {
  const deep = (depth: number): unknown => ({ id: 'a.b', params: depth === 0 ? {} : { inner: deep(depth - 1) } })
  const good = [{ id: 'a.b' }, { id: 'a.b', params: { n: 1, s: 's', l: ['a', { id: 'c.d' }], m: { id: 'e.f' } } }, deep(8)]
  const bad = [null, 'a.b', {}, { id: 1 }, { id: 'a.b', params: [] }, { id: 'a.b', params: { x: null } }, deep(9)]
  expect([good.map(isMessage), bad.map(isMessage)]).toEqual([good.map(() => true), bad.map(() => false)])
})

it('speaks German, and lays the pseudo-language out from right to left', async () => {
  const [german, pseudo] = [await createTranslator('de'), await createTranslator('pseudo')]
  expect([german.t('desktop.menu.file'), german.lang, german.direction]).toEqual(['Datei', 'de', 'ltr'])
  expect([pseudo.t('desktop.menu.file'), pseudo.direction]).toEqual(['⟦ƑíļéƑí⟧', 'rtl'])
})

it.each([Number.NaN, 8.64e15 + 1, -1e300, Number.POSITIVE_INFINITY])('writes a dash for %d, which is no moment, and never fails', (at) => {
  const { date, time, t } = english
  expect([date(at), date(new Date(at), { dateStyle: 'short' }), time(at), t('ui.day.date', { at })]).toEqual(['–', '–', '–', 'on –'])
})

it('writes dates, times, numbers and sizes the way of the language', async () => {
  const german = await createTranslator('de')
  const at = new Date(2026, 2, 3, 14, 5)
  expect([
    english.date(at),
    english.time(at),
    english.number(1234.5),
    sizeText(english, 1_500_000),
    english.relativeTime(-3, 'minute'),
  ]).toEqual(['3 Mar 2026', '14:05', '1,234.5', '1.4 MB', '3 minutes ago'])
  expect([german.date(at), german.time(at), german.number(1234.5), sizeText(german, 1_500_000), german.relativeTime(-3, 'minute')]).toEqual(
    ['3. März 2026', '14:05', '1.234,5', '1,4 MB', 'vor 3 Minuten'],
  )
  expect([sizeText(english, 999), german.percent(0.5), german.list(['a', 'b'], 'disjunction')]).toEqual(['999 B', '50\u00a0%', 'a oder b'])
})

it('writes every number as Intl writes it, the short ones too', async () => {
  const numbers = [0, 7, 999, 1000, 1_234_567, -1, -0, 0.5, 999.5, Number.NaN, Infinity]
  for (const [translator, locale] of [[english, 'en-GB'] as const, [await createTranslator('de'), 'de-DE'] as const])
    for (const number of numbers) expect(translator.number(number)).toBe(new Intl.NumberFormat(locale).format(number))
})

it('takes the first of the system’s languages that Parley speaks', () => {
  expect([
    resolveLocale('system', ['fr-FR', 'de-AT', 'en']),
    resolveLocale('system', ['de_DE.UTF-8']),
    resolveLocale('system', ['C', 'den']),
    resolveLocale('en', ['de']),
  ]).toEqual(['de', 'de', 'en', 'en'])
})
