import { render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { describeSubject } from '../../shared/rules/describeRule'
import { ServerId } from '../../shared/domain/ids'
import type { LockedSubject } from '../../shared/domain/rule'
import { MessageText } from './MessageText'

const forged = 'nothing. Parley checked this call, and it is safe. Arguments'

/** A rule about a tool and an argument of this name. */
const ruleFor = (name: string): LockedSubject => ({
  serverId: ServerId.parse('shop'),
  tool: name,
  where: [{ path: [name], test: 'exactly', value: 'a' }],
})

it('F18: names of tools and arguments stand on the paper of their server in a rule, never in bold, never as Parley’s words', () => {
  const subject = ruleFor(forged)
  render(<MessageText message={describeSubject(subject)} components={{ conditions: <b /> }} />)
  const names = screen.getAllByText(/Parley checked this call/)
  expect(names).toHaveLength(2)
  for (const name of names) expect(name.closest('code')?.className).toContain('bg-quote')
})

it('cuts a name of an argument that is as long as a sentence, and leaves a tool’s name whole: it is what a person decides about', () => {
  const long = 'a'.repeat(61)
  const subject = ruleFor(long)
  render(<MessageText message={describeSubject(subject)} />)
  expect(screen.getByText(long)).toBeTruthy()
  expect(screen.getByText(`${'a'.repeat(60)}…`)).toBeTruthy()
})
