import { screen } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import type { Tool } from '../../../shared/domain/catalog'
import { QuestionId } from '../../../shared/domain/ids'
import type { Question } from '../../../shared/domain/question'
import { useNavigation } from '../../state/navigation'
import { aServer, hostOf } from '../../testing/sampleServers'
import { renderWithHost } from '../../testing/renderWithHost'
import { namesOf } from '../../testing/namesOf'
import { user } from '../../testing/user'
import { ToolsPanel } from './ToolsPanel'

const good = aServer()
const tool = (name: string): Tool => ({ name, description: `Does ${name}`, inputSchema: {}, hash: name })
const question: Question = {
  id: QuestionId.parse('00000000-0000-4000-8000-000000000001'),
  asker: { serverId: good.server.id, callIds: [] },
  created: 0,
  expires: 1,
  details: { kind: 'changed', changes: [], more: 0 },
}

beforeEach(() => useNavigation.setState(useNavigation.getInitialState()))

it('F03, F06: marks what changed, what is new, and a name that looks like another, and leads to what changed', async () => {
  const host = hostOf(good, { tools: [tool('send'), tool('list'), tool('reаd'), tool('sum')] })
    .publish('definitions.status', { [good.server.id]: { changed: ['send'], instructionsChanged: true, added: ['list'] } })
    .publish('questions', { open: [], ended: [] })
    .answer('definitions.noticed', () => ({
      tools: { reаd: [{ id: 'definitions.noticed.looksLike', params: { tool: 'read', server: 'files' } }] },
      instructions: [],
    }))
    .answer('definitions.review', () => void host.publish('questions', { open: [question], ended: [] }))
  await renderWithHost(<ToolsPanel {...good} />, host)
  expect(namesOf(screen.queryAllByRole('listitem'))).toEqual([
    'sendChangedDoes send Off until you accept it',
    'listNewDoes list Asks first',
    'reаU+0430dDoes reаdIts name looks like the tool read of files. Asks first',
    'sumDoes sum Asks first',
  ])
  expect(document.body.textContent).toContain(
    'send and the instructions of “good” changed since you accepted them. Off until you accept them.',
  )
  await user.click(screen.getByRole('button', { name: 'Review' }))
  expect(useNavigation.getState().questionId).toBe(question.id)
})

it('says nothing of changes where there are none', async () => {
  const host = hostOf(good, { tools: [tool('send')] }).answer('definitions.noticed', () => ({ tools: {}, instructions: [] }))
  await renderWithHost(<ToolsPanel {...good} />, host)
  expect(screen.queryByRole('button', { name: 'Review' })).toBeNull()
})
