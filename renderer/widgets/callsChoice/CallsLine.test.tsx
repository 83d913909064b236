import { cleanup } from '@testing-library/react'
import { expect, it } from 'vitest'
import { RuleId, ServerId } from '../../../shared/domain/ids'
import type { RuleEntry } from '../../../shared/domain/rule'
import { sampleServer } from '../../../shared/testing/sampleServer'
import { FakeHost } from '../../testing/fakeHost'
import { renderWithHost } from '../../testing/renderWithHost'
import { CallsLine } from './CallsLine'

const boards = ServerId.parse('boards')

// Catches: "Its calls ask. … Tools came or changed since you chose this, and still ask", where a policy or a newer rule has all of them ask.
it('says that some tools still ask only where the others run', async () => {
  const allow: RuleEntry = {
    kind: 'own',
    decided: 0,
    ended: false,
    outgrown: [boards],
    rule: {
      id: RuleId.parse('00000000-0000-4000-8000-000000000001'),
      subject: { serverId: boards },
      verdict: 'allow',
      lasts: 'always',
      created: 1,
    },
  }
  const asks: RuleEntry = { kind: 'locked', decided: 0, rule: { subject: { serverId: boards }, verdict: 'ask', by: 'Atlas IT' } }
  const said = async (...entries: readonly RuleEntry[]) => {
    await renderWithHost(<CallsLine server={sampleServer(boards)} />, new FakeHost().publish('rules.list', entries))
    const text = document.body.textContent
    cleanup()
    return text
  }
  expect(await said(allow)).toMatch(/^Its calls run\..*Tools came or changed since you chose this, and still ask\./)
  expect(await said(allow, asks)).toMatch(/^Its calls ask\.(?!.*Tools came or changed)/)
})
