import { describe, expect, it } from 'vitest'
import { AccountId, ModelRef, ProjectId, ServerId } from '../../shared/domain/ids'
import { effectiveSettings, isToolOn } from '../../shared/domain/projects/effectiveSettings'
import type { ChatSettings, OwnSettings, Project } from '../../shared/domain/projects/project'
import { ChatSettingsChange } from '../../shared/rpc/projects'
import { changeSettings } from './changeSettings'
import { renameServerInSettings } from './renameServerInSettings'
import { settingsAfterMove } from './settingsAfterMove'

const [files, mail] = [ServerId.parse('files'), ServerId.parse('mail')]
const whole: ChatSettings = {
  instructions: 'Short',
  parameters: { temperature: 0.5, maxOutputTokens: 100, reasoning: 'high' },
  switches: { servers: { [mail]: false }, tools: { [files]: { write: false, read: true } } },
  folders: ['/a'],
}

describe('a change of settings', () => {
  it('touches only what it names', () => {
    expect(changeSettings(whole, {})).toEqual(whole)
    expect(
      changeSettings(whole, {
        parameters: { temperature: 0 },
        switches: { servers: { [files]: false }, tools: { [mail]: { send: false } } },
      }),
    ).toEqual({
      ...whole,
      parameters: { temperature: 0, maxOutputTokens: 100, reasoning: 'high' },
      switches: { servers: { [mail]: false, [files]: false }, tools: { [files]: { write: false, read: true }, [mail]: { send: false } } },
    })
  })

  it('adds and takes away folders without touching the others, and none too many', () => {
    const two = changeSettings({ folders: ['/a', '/b'] }, { folders: { add: ['/c', '/a'], remove: ['/b'] } })
    expect(two.folders).toEqual(['/a', '/c'])
    const many = Array.from({ length: 50 }, (_, index) => `/${index}`)
    expect(() => changeSettings({ folders: many }, { folders: { add: ['/more'] } })).toThrow(
      expect.objectContaining({ code: 'INVALID_INPUT', reason: 'projects.tooManyFolders' }),
    )
  })

  // Catches: a conversation that cannot leave a number to the model again, because its project sets one.
  it('leaves a parameter to the model, whatever the project says, until it is named again', () => {
    const project: Project = {
      id: ProjectId.parse('00000000-0000-4000-8000-000000000001'),
      name: 'T',
      created: 0,
      files: [],
      accounts: {},
      parameters: { temperature: 0.7, maxOutputTokens: 9 },
    }
    const effective = (settings: ChatSettings) => effectiveSettings(project, { model: 'default', chosenAccounts: {}, settings }).parameters
    const unset = changeSettings(whole, { unset: ['temperature'] })
    expect([unset.parameters, effective(unset)]).toEqual([
      { maxOutputTokens: 100, reasoning: 'high' },
      { maxOutputTokens: 100, reasoning: 'high' },
    ])
    expect(effective(changeSettings(unset, { parameters: { reasoning: null } }))).toEqual({ maxOutputTokens: 100 })
    expect(effective(changeSettings(unset, { parameters: { temperature: null } })).temperature).toBe(0.7)
    expect(changeSettings(unset, { parameters: { temperature: 1 } })).not.toHaveProperty('unset')
    expect(changeSettings(unset, { parameters: null })).not.toHaveProperty('unset')
  })

  // Catches: the undo of a removal makes another folder the one that instructions name.
  it('puts folders at a place among the others', () => {
    expect(changeSettings({ folders: ['/b', '/c'] }, { folders: { add: ['/a'], at: 0 } }).folders).toEqual(['/a', '/b', '/c'])
    expect(changeSettings({ folders: ['/a'] }, { folders: { add: ['/a', '/b'], at: 9 } }).folders).toEqual(['/a', '/b'])
  })

  it('keeps a switch of a tool that has the name of something that every object has', () => {
    const off: ChatSettings = { switches: { servers: {}, tools: { [files]: { constructor: false } } } }
    const after = changeSettings(off, { switches: { tools: { [files]: { write: false } } } })
    expect(after.switches?.tools[files]).toEqual({ constructor: false, write: false })
    expect(isToolOn(after.switches ?? { servers: {}, tools: {} }, files, 'constructor')).toBe(false)
  })

  it('takes a value back with null, alone or with all beside it', () => {
    const change = { parameters: { reasoning: null }, switches: { servers: { [mail]: null }, tools: { [files]: { write: null } } } }
    expect(changeSettings(whole, change)).toEqual({
      ...whole,
      parameters: { temperature: 0.5, maxOutputTokens: 100 },
      switches: { servers: {}, tools: { [files]: { read: true } } },
    })
    expect(changeSettings(whole, { instructions: null, parameters: null, switches: null, folders: null })).toEqual({})
  })

  it('says nothing with blank instructions or an empty list', () => {
    expect(changeSettings({ instructions: 'x', folders: ['/a'] }, { instructions: '  \n', folders: { remove: ['/a'] } })).toEqual({})
  })

  it('X09: takes names that every object has for names', () => {
    const change = ChatSettingsChange.parse(
      JSON.parse(
        '{"switches":{"servers":{"constructor":false},"tools":{"__proto__":{"toString":false},"constructor":{"toString":false}}}}',
      ),
    )
    const { switches = { servers: {}, tools: {} } } = changeSettings({}, change)
    const named = ServerId.parse('constructor')
    expect(switches).toEqual({ servers: { constructor: false }, tools: { constructor: { toString: false } } })
    expect([isToolOn(switches, named, 'valueOf'), isToolOn(switches, ServerId.parse('files'), 'toString')]).toEqual([false, true])
    expect(changeSettings({ switches }, { switches: { servers: { [named]: null } } }).switches?.servers).toEqual({})
  })

  it('has a bound on how much is switched one by one', () => {
    const tools = Object.fromEntries(Array.from({ length: 10_001 }, (_, index) => [`tool-${index}`, false]))
    expect(() => changeSettings({}, { switches: { tools: { [files]: tools } } })).toThrow(
      expect.objectContaining({ code: 'INVALID_INPUT', reason: 'projects.tooManySwitches' }),
    )
  })
})

describe('a conversation that moves to a project', () => {
  const account = AccountId.parse('00000000-0000-4000-8000-000000000009')
  const model = ModelRef.parse('local/first')
  const project: Project = {
    id: ProjectId.parse('00000000-0000-4000-8000-000000000001'),
    name: 'Taxes',
    created: 0,
    files: [],
    model,
    accounts: { [files]: account },
    instructions: 'Short',
    parameters: { temperature: 0.5, reasoning: 'low' },
    switches: { servers: { [mail]: false }, tools: { [files]: { write: false } } },
    folders: ['/a'],
  }
  const own: OwnSettings = { model, chosenAccounts: { [files]: account, [mail]: account }, settings: { ...whole, folders: ['/a', '/b'] } }

  it('keeps its own values, and inherits what equals the project’s from then on', () => {
    const after = settingsAfterMove(own, project)
    expect(after).toEqual({
      model: 'default',
      chosenAccounts: { [mail]: account },
      settings: {
        parameters: { maxOutputTokens: 100, reasoning: 'high' },
        switches: { servers: {}, tools: { [files]: { read: true } } },
        folders: ['/b'],
      },
    })
    // Its next message has the same model, parameters and folders as before.
    expect(effectiveSettings(project, after)).toMatchObject({ model, parameters: whole.parameters, folders: ['/a', '/b'] })
    const later = effectiveSettings({ ...project, parameters: { temperature: 2 } }, after)
    expect(later.parameters).toEqual({ temperature: 2, maxOutputTokens: 100, reasoning: 'high' })
  })

  it('keeps "No model" and a model that is not the project’s', () => {
    expect(settingsAfterMove({ ...own, model: 'none' }, project).model).toBe('none')
    const { model: _none, ...withoutModel } = project
    expect(settingsAfterMove({ ...own, model: 'default' }, withoutModel).model).toBe('default')
  })
})

it('settings follow a server that is renamed', () => {
  const renamed = renameServerInSettings(whole, files, ServerId.parse('papers'))
  expect(renamed.switches).toEqual({ servers: { mail: false }, tools: { papers: { write: false, read: true } } })
  expect(renameServerInSettings(whole, ServerId.parse('other'), files)).toBe(whole)
})

// A server may call a tool so. What says that it is off would have been left out, and the tool would have stayed on.
it('a tool that is named like what objects come from is switched off like any other', () => {
  const wanted: unknown = JSON.parse('{ "switches": { "tools": { "files": { "__proto__": false } } } }')
  const after = changeSettings(whole, ChatSettingsChange.parse(wanted))
  const read = JSON.parse(JSON.stringify(after)) as ChatSettings
  const { switches } = effectiveSettings(undefined, { model: 'default', chosenAccounts: {}, settings: read })
  expect([isToolOn(switches, files, '__proto__'), isToolOn(switches, files, 'read')]).toEqual([false, true])
})
