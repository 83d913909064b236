import { describe, expect, it } from 'vitest'
import { ServerId } from '../../shared/domain/ids'
import { testQuestions } from '../questions/testing/testQuestions'
import { ApprovalRules } from './approvalRules'

function testRules() {
  const { book, clock, database } = testQuestions()
  const rules = new ApprovalRules({ database, clock, questions: book })
  const add = (server: string, tool: string) =>
    rules.add({ serverId: ServerId.parse(server), reach: 'tool', tool, definitionHash: 'h', verdict: 'allow', lasts: 'always' })
  const said = () => rules.all().map(({ serverId, tool }) => `${tool} of ${serverId}`)
  return { rules, add, said }
}

describe('ApprovalRules', () => {
  it('gives the rules of a renamed server its new name, and none that an earlier server of that name had', () => {
    const { rules, add, said } = testRules()
    add('old', 'read')
    add('new', 'erase')
    rules.renameServer(ServerId.parse('old'), ServerId.parse('new'))
    expect(said()).toEqual(['read of new'])
  })

  it('forgets the rules of one server, and tells only where there were any', () => {
    const { rules, add, said } = testRules()
    add('a', 'read')
    add('b', 'read')
    const told: number[] = []
    rules.changes.subscribe((all) => told.push(all.length))
    rules.forgetServer(ServerId.parse('a'))
    rules.forgetServer(ServerId.parse('a'))
    expect([said(), told]).toEqual([['read of b'], [1]])
  })
})
