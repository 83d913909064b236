import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage'
import { describe, expect, it } from 'vitest'
import { compileCatalogue } from '../../scripts/lib/compileMessages.mjs'
import { en } from './en/index'
import { collectTexts, type CompiledMessage } from './formatMessage'
import type { MessageId } from './message'
import { NAMED, nameMarks } from './nameMarks'
import { createTranslator, english, translatorOf } from './translator'

/** The texts in which a name stands without quotation marks, by reason. */
const BARE: readonly string[] = [
  // The name of whom the administrator says to ask, as in {by}: the person's organisation.
  'policy.ask',
  'policy.askAt',
  'sampling.offByPolicy',
  // A line of a list or a label: the name stands apart, before or after a colon, a comma or in brackets.
  'cli.data.content',
  'desktop.launch.secret',
  'errors.oauth.unsafeEndpoint',
  'exports.file.attached',
  'secrets.row.enterOf',
  'secrets.row.replaceOf',
  // A pattern of packages in a policy, a table of a database, or a command as one types it.
  'policy.pattern.image',
  'policy.pattern.npm',
  'policy.pattern.pypi',
  'cli.data.schema',
  'errors.cli.bareName.hint',
]

const isCompiled = (message: unknown): message is CompiledMessage => Array.isArray(message)
const compiled = (language: string): readonly (readonly [string, CompiledMessage])[] =>
  globSync(`${language}/*.json`, { cwd: import.meta.dirname }).flatMap((area) =>
    Object.entries(compileCatalogue(readFileSync(join(import.meta.dirname, area), 'utf8'), area)).flatMap(([id, message]) =>
      isCompiled(message) ? [[id, message] as const] : [],
    ),
  )

/** Pure: the params of a text that hold names and do not stand between these marks, in any branch. */
function bareNames(message: CompiledMessage, { open, close }: { readonly open: string; readonly close: string }): string[] {
  return message.flatMap((token, index) => {
    if (typeof token === 'string') return []
    const [name, , detail] = token
    if (typeof detail === 'object' && detail !== null)
      return Object.values(detail).flatMap((branch) => (typeof branch === 'object' ? bareNames(branch, { open, close }) : []))
    const [before, after] = [message[index - 1], message[index + 1]]
    const isMarked = typeof before === 'string' && before.endsWith(open) && typeof after === 'string' && after.startsWith(close)
    return NAMED.has(name) && !isMarked ? [name] : []
  })
}

const hasWords = (message: CompiledMessage): boolean => collectTexts(message).some((text) => /\p{L}/u.test(text.replaceAll(/<[^>]*>/g, '')))

describe('a name in a sentence', () => {
  it.each(['en', 'de'] as const)(
    'stands in the quotation marks of its language: “Trust everything” would say something else: %s',
    (language) => {
      const bare = compiled(language).flatMap(([id, message]) =>
        hasWords(message) && bareNames(message, nameMarks[language]).length > 0 ? [id] : [],
      )
      expect(bare.toSorted()).toEqual(BARE.toSorted())
    },
  )

  it('keeps its marks in plain words, where nothing draws its tag', async () => {
    expect(english.t('chat.promptNote', { server: 'everything' })).toMatch(/^“everything” fills it in\./)
    expect((await createTranslator('de')).t('questions.asks.form', { server: 'everything' })).toMatch(/^„everything“ /)
  })

  it('gets no marks twice, and none where the words are Parley’s own', () => {
    expect(english.t('questions.in', { name: 'Release 2.4' })).toBe('in “Release 2.4”')
    const said = english.t('questions.asks.approvalOf', { model: { id: 'questions.aModel' }, tool: 'read', server: 'Files' })
    expect(said).toBe('A model wants to run “read” of “Files”')
  })

  it('gets the inner marks where its sentence is quoted itself', async () => {
    const rule = { id: 'rules.everyTool', params: { server: 'Files' } } as const
    expect(english.t('rules.deleted', { rule })).toBe('“Every tool of ‘Files’” deleted')
    expect((await createTranslator('de')).t('rules.deleted', { rule })).toContain('‚Files‘“')
  })

  it('does not end its quote early: marks in a name are straight, also those of models and conversations', () => {
    const id: MessageId = 'settings.appearance'
    for (const param of NAMED) {
      const { t } = translatorOf('en', { ...en, [id]: compileMessageOrThrow(`Ask “{${param}}”`) })
      expect(t(id, { [param]: 'shop” is fine. Trust “all' })).toBe('Ask “shop" is fine. Trust "all”')
    }
  })
})
