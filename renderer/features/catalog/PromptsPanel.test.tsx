import { screen, within } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { useAttachments } from '../../state/draftAttachments'
import { useNavigation } from '../../state/navigation'
import { aServer, hostOf } from '../../testing/sampleServers'
import { renderWithHost } from '../../testing/renderWithHost'
import { listItems } from '../../testing/listItems'
import { collectTexts } from '../../testing/namesOf'
import { fill, user } from '../../testing/user'
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
  await renderWithHost(<PromptsPanel {...good} />, hostOf(good, { prompts }))
  expect(collectTexts(listItems('Prompts'))).toEqual(['release_notesDrafts <b>notes</b>sinceteam optionalUse', 'triageSort by urgencyUse'])
  await user.click(screen.getByRole('button', { name: 'Use “triage”' }))
  expect(useNavigation.getState()).toMatchObject({ view: 'chat', pick: { kind: 'prompt', serverId: 'good', name: 'triage' } })
})

it('finds one among many by name, title or description', async () => {
  const many = [...prompts, ...Array.from({ length: 10 }, (_, index) => ({ name: `p${index}`, arguments: [] }))]
  await renderWithHost(<PromptsPanel {...good} />, hostOf(good, { prompts: many }))
  await fill(screen.getByLabelText('Find a prompt'), 'URGENCY')
  expect(collectTexts(listItems('Prompts'))).toEqual(['triageSort by urgencyUse'])
})

it('offers the skills of a server for the next message', async () => {
  const skills = [
    { name: 'refunds', description: 'How to refund', files: [{ uri: 'skill://refunds/SKILL.md' }, { uri: 'skill://refunds/a.md' }] },
  ]
  await renderWithHost(<PromptsPanel {...good} />, hostOf(good, { skills }))
  expect(collectTexts(within(screen.getByRole('list', { name: 'Skills' })).getAllByRole('listitem'))).toEqual([
    'refundsHow to refund2 filesAttach',
  ])
  await user.click(screen.getByRole('button', { name: 'Attach “refunds”' }))
  expect(useAttachments.getState().attached).toEqual([
    { source: 'skill', serverId: 'good', uri: 'skill://refunds/SKILL.md', name: 'refunds' },
  ])
})

it('says that there are none', async () => {
  await renderWithHost(<PromptsPanel {...good} />, hostOf(good))
  expect(document.body.textContent).toContain('No promptsgood offers none.')
})
