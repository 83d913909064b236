import { describe, expect, it } from 'vitest'
import type { ChatMessage } from '../../shared/domain/chat'
import { MessageId, PartId } from '../../shared/domain/ids'
import { NOTHING_SAID } from '../../shared/domain/projects/effectiveSettings'
import { instructionVariables, variablesLeft } from '../../shared/domain/projects/instructionVariables'
import { fillVariables, volatileNeeds } from './fillVariables'
import { dayOf, momentsTold } from './momentsTold'
import { personInstructions } from './personInstructions'

const values = { timeZone: 'Europe/Berlin', projectFolder: '/taxes' }

describe('variables in instructions', () => {
  it('time zone and folder are put in place; what is unknown or no variable stays as it was written', () => {
    const written = 'In {{timezone}} at {{ project_folder }}: {{name}}, {{Date}}, {{}}, {{ time'
    expect(fillVariables(written, values)).toBe('In Europe/Berlin at /taxes: {{name}}, {{Date}}, {{}}, {{ time')
    expect(fillVariables('{{project_folder}}', { timeZone: 'UTC' })).toBe('[no folder]')
  })

  // Catches: a name that the field calls known, and that goes to the model as it is.
  it('every variable that the field knows is filled in', () => {
    for (const name of instructionVariables) expect(fillVariables(`{{${name}}}`, values)).not.toContain('{')
  })

  // Catches: a thousand names and a long path, which are megabytes with every message.
  it('the first fifty are filled in, and the field counts the others', () => {
    const projectFolder = `/${'long/'.repeat(800)}`
    const written = '{{project_folder}} {{other}} '.repeat(690)
    const filled = fillVariables(written, { ...values, projectFolder })
    expect([filled.split(projectFolder).length - 1, filled.split('{{project_folder}}').length - 1]).toEqual([50, variablesLeft(written)])
    expect([variablesLeft(written), variablesLeft('{{date}} '.repeat(50)), variablesLeft('{{ date }} '.repeat(51))]).toEqual([640, 0, 1])
    expect(filled.length).toBeLessThan(written.length + 50 * projectFolder.length)
  })

  it('a value is not looked through for variables again', () => {
    expect(fillVariables('{{project_folder}}', { ...values, projectFolder: '/{{timezone}}/$&' })).toBe('/{{timezone}}/$&')
  })

  it('date and time are the same words at every time, and are asked for at the end of what the person says', () => {
    expect(fillVariables('{{date}} {{time}}', values)).not.toMatch(/\d/)
    expect(volatileNeeds(['Today is {{date}}', '{{timezone}}'])).toEqual({ date: true, time: false })
    expect(volatileNeeds(['{{ time }}'])).toEqual({ date: false, time: true })
  })
})

describe('what the model is told of the moment', () => {
  const at = new Date(2026, 10, 29, 17, 5).getTime()
  const said = (number: number, created: number, role: ChatMessage['role'] = 'user'): ChatMessage => ({
    id: MessageId.parse(`00000000-0000-4000-8000-00000000000${number}`),
    role,
    created,
    state: 'done',
    parts: [{ id: PartId.parse('00000000-0000-4000-8000-000000000009'), kind: 'text', text: 'x' }],
  })
  const talk = [said(1, at), said(2, at, 'assistant'), said(3, at + 60_000)]

  it('is the day where it changes', () => {
    expect([...momentsTold(talk).values()]).toEqual(['today is Sunday, 29 November 2026.'])
  })

  it('is of the day on which it was answered, also where that is asked for anew', () => {
    const late = at + 3 * 86_400_000
    const told = [...momentsTold([said(1, at), said(2, late, 'assistant'), said(3, late + 1)], { date: false, time: true }).values()]
    expect(told).toEqual([`today is ${dayOf(late)}, it is 17:05.`, 'it is 17:05.'])
  })

  it('is what instructions ask for with every message, as it was when that was written', () => {
    const told = momentsTold(talk, { date: true, time: true })
    expect([...told.values()]).toEqual([`today is ${dayOf(at)}, it is 17:05.`, `today is ${dayOf(at)}, it is 17:06.`])
    expect([...momentsTold(talk, { date: false, time: true }).values()]).toEqual([`today is ${dayOf(at)}, it is 17:05.`, 'it is 17:06.'])
  })
})

it('tells whose the instructions are, the project’s first, and shows what they hide', () => {
  const told = personInstructions(
    {
      ...NOTHING_SAID,
      instructions: [
        { from: 'project', text: 'In euros\u{202e}' },
        { from: 'conversation', text: 'At {{project_folder}}' },
      ],
      folders: ['/taxes', '/mine'],
    },
    'UTC',
  )
  expect(told).toEqual([
    'The person wrote these instructions for all conversations of this project:\nIn euros‹1 hidden character›',
    'The person wrote these instructions for this conversation:\nAt /taxes',
  ])
})
