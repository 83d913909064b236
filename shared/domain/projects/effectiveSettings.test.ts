import { expect, it } from 'vitest'
import { AccountId, ModelRef, ProjectId, ServerId } from '../ids'
import { effectiveSettings, isServerOn, isToolOn } from './effectiveSettings'
import type { OwnSettings, Project } from './project'

const [files, mail] = [ServerId.parse('files'), ServerId.parse('mail')]
const [first, second] = [ModelRef.parse('local/first'), ModelRef.parse('local/second')]
const account = (number: number): AccountId => AccountId.parse(`00000000-0000-4000-8000-00000000000${number}`)
const project: Project = {
  id: ProjectId.parse('00000000-0000-4000-8000-000000000001'),
  name: 'Taxes',
  created: 0,
  model: first,
  accounts: { [files]: account(1), [mail]: account(2) },
  files: [],
  instructions: 'In euros',
  parameters: { temperature: 0.2, reasoning: 'low' },
  switches: { servers: { [mail]: false }, tools: { [files]: { write: false, read: false } } },
  folders: ['/taxes'],
}
const silent: OwnSettings = { model: 'default', chosenAccounts: {}, settings: {} }

it('a conversation that says nothing has everything of its project', () => {
  expect(effectiveSettings(project, silent)).toEqual({
    instructions: [{ from: 'project', text: 'In euros' }],
    model: first,
    parameters: { temperature: 0.2, reasoning: 'low' },
    switches: project.switches,
    accounts: project.accounts,
    folders: ['/taxes'],
  })
})

it('what a conversation says itself stands over its project, value by value; instructions and folders are added', () => {
  const { instructions, model, parameters, switches, accounts, folders } = effectiveSettings(project, {
    model: second,
    chosenAccounts: { [files]: account(3) },
    settings: {
      instructions: 'Short',
      parameters: { temperature: 0 },
      switches: { servers: { [mail]: true }, tools: { [files]: { write: true }, [mail]: { send: false } } },
      folders: ['/taxes', '/mine'],
    },
  })
  expect(instructions.map(({ text }) => text)).toEqual(['In euros', 'Short'])
  expect([model, parameters, folders]).toEqual([second, { temperature: 0, reasoning: 'low' }, ['/taxes', '/mine']])
  expect(accounts).toEqual({ [files]: account(3), [mail]: account(2) })
  expect([isToolOn(switches, mail, 'list'), isToolOn(switches, mail, 'send')]).toEqual([true, false])
  expect([isToolOn(switches, files, 'write'), isToolOn(switches, files, 'read')]).toEqual([true, false])
})

it('without a project its own "default" is Parley’s', () => {
  expect(effectiveSettings(undefined, silent)).toMatchObject({ model: 'default', instructions: [], folders: [], accounts: {} })
  expect(effectiveSettings(project, { ...silent, model: 'none' }).model).toBe('none')
})

it('what is not named is on, also where its name is one that every object has; a tool of a server that is off is off', () => {
  const switches = { servers: { [mail]: false }, tools: { [mail]: { send: true } } }
  const named = ServerId.parse('constructor')
  expect([isServerOn(switches, named), isToolOn(switches, named, 'toString'), isToolOn(switches, files, '__proto__')]).toEqual([
    true,
    true,
    true,
  ])
  expect(isToolOn(switches, mail, 'send')).toBe(false)
})
