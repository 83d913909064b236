import { beforeEach, expect, it } from 'vitest'
import { useAttachments } from '../../state/attachments'
import { useNavigation } from '../../state/navigation'
import { aServer, hostOf } from '../../testing/sampleServers'
import { find, names, press, write } from '../../testing/person'
import { renderWithHost } from '../../testing/renderWithHost'
import { PromptsPanel } from './PromptsPanel'

const good = aServer()
const prompts = [
  {
    name: 'release_notes',
    description: 'Drafts <b>notes</b>',
    arguments: [
      { name: 'since', required: true },
      { name: 'team', required: false },
    ],
  },
  { name: 'triage', title: 'Sort by urgency', arguments: [] },
]

beforeEach(() => {
  useNavigation.setState(useNavigation.getInitialState())
  useAttachments.setState(useAttachments.getInitialState())
})

it('PM-01: shows what each prompt is for and which arguments it takes, and takes it to the conversation', async () => {
  await using view = await renderWithHost(<PromptsPanel {...good} />, hostOf(good, { prompts }))
  expect(names(view.page, '[aria-label=Prompts] > li')).toEqual([
    'release_notesDrafts <b>notes</b>sinceteam optionalUse',
    'triageSort by urgencyUse',
  ])
  await press(find(view.page, 'button', 'Use triage'))
  expect(useNavigation.getState()).toMatchObject({ view: 'chat', pick: { kind: 'prompt', serverId: 'good', name: 'triage' } })
})

it('finds one among many by name, title or description', async () => {
  const many = [...prompts, ...Array.from({ length: 10 }, (_, index) => ({ name: `p${index}`, arguments: [] }))]
  await using view = await renderWithHost(<PromptsPanel {...good} />, hostOf(good, { prompts: many }))
  await write(find(view.page, 'input', 'Find a prompt'), 'URGENCY')
  expect(names(view.page, '[aria-label=Prompts] > li')).toEqual(['triageSort by urgencyUse'])
})

it('offers the skills of a server for the next message', async () => {
  const skills = [
    { name: 'refunds', description: 'How to refund', files: [{ uri: 'skill://refunds/SKILL.md' }, { uri: 'skill://refunds/a.md' }] },
  ]
  await using view = await renderWithHost(<PromptsPanel {...good} />, hostOf(good, { skills }))
  expect(names(view.page, 'ul[aria-label=Skills] > li')).toEqual(['refundsHow to refund2 filesAttach'])
  await press(find(view.page, 'button', 'Attach refunds'))
  expect(useAttachments.getState().attached).toEqual([
    { source: 'skill', serverId: 'good', uri: 'skill://refunds/SKILL.md', name: 'refunds' },
  ])
})

it('says that there are none', async () => {
  await using view = await renderWithHost(<PromptsPanel {...good} />, hostOf(good))
  expect(view.page.textContent).toContain('No promptsgood offers none.')
})
