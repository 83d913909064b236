import { expect, it } from 'vitest'
import { english } from '../../shared/i18n/translator'
import { messagesText } from './commands/prompt'
import { plainJson } from './output'
import { askedLine } from './questions/questionAnswerer'
import { question } from './testing/questions'

const HOSTILE = '\u001b]52;c;aGk=\u0007\u009b8m\u202egpj.exe'
const OBEYED = /[^\P{C}\n]/u

it('F15: prints nothing of a server that a terminal would obey: roles, addresses, and JSON with the same meaning', () => {
  const role = messagesText([{ role: HOSTILE, content: { type: 'text', text: HOSTILE } }], english)
  const page = askedLine(english, question({ kind: 'page', message: '', url: HOSTILE, host: '', warnings: [] }))
  const value = { said: [HOSTILE, 'tag\u{e0041}'] }
  const json = plainJson(JSON.stringify(value, null, 2))
  expect([role, page, json].filter((text) => OBEYED.test(text))).toEqual([])
  expect(JSON.parse(json)).toEqual(value)
})
