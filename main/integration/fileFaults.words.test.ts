import { expect, it } from 'vitest'
import { errorText } from '../../shared/i18n/errorText'
import type { Message } from '../../shared/i18n/message'
import { createTranslator, english, type Translator } from '../../shared/i18n/translator'
import { parsePolicy } from '../policy/parsePolicy'
import { parseServer } from '../servers/parseServer'
import { parseSettings } from '../settings/parseSettings'

const german = await createTranslator('de')
const inBoth = (say: (translator: Translator) => string): readonly string[] => [say(english), say(german)]

const ofServer = (entry: object): readonly string[] => {
  const server = parseServer('files', { command: 'x', ...entry })
  return 'error' in server ? inBoth((translator) => errorText(translator, server.error).message) : []
}
const ofPolicy = (file: object): readonly string[] => {
  const parsed = parsePolicy(JSON.stringify(file), { home: '/home/dana', checkEntry: () => undefined })
  const fault: Message | undefined = parsed.ok ? undefined : parsed.faults[0].fault
  return fault ? inBoth((translator) => translator.message(fault)) : []
}
const ofSettings = (file: object): readonly string[] => {
  const { faults } = parseSettings(file, undefined)
  const issue = faults[0]?.issue
  return issue ? inBoth((translator) => translator.message(issue)) : []
}

it('a fault of settings.json is told in Parley’s words', () => {
  expect(ofSettings({ appearance: { theme: 'pink' } })).toEqual([
    'Must be one of these: system, light and dark',
    'Muss eines davon sein: system, light und dark',
  ])
  expect(ofSettings({ notifications: 'yes' })).toEqual(['Must be true or false', 'Muss true oder false sein'])
  expect(ofSettings({ models: { default: 5 } })).toEqual(['Must be text', 'Muss Text sein'])
})

it('a fault of servers.json is told in Parley’s words', () => {
  expect(ofServer({ parley: { enabled: 'no' } })).toEqual([
    '“parley → enabled” cannot be used: Must be true or false',
    '„parley → enabled“ ist nicht nutzbar: Muss true oder false sein',
  ])
})

it('a fault of policy.json is told in Parley’s words', () => {
  expect(ofPolicy({})).toEqual(['“name” cannot be used: Is required', '„name“ ist nicht nutzbar: Ist erforderlich'])
})
