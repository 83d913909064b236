import { expect, it } from 'vitest'
import type { Question } from '../../../shared/domain/question'
import { questionOf } from './testing/questionStage'
import { nextAfter, waitingOrder } from './questionOrder'

const inCall = (n: number): Question => questionOf({ kind: 'folders', current: [] }, n)
const whenever = (n: number): Question => ({ ...inCall(n), asker: { ...inCall(n).asker, callIds: [] } })
const [one, two, three] = [whenever(1), inCall(2), inCall(3)]

it('puts what holds up a call before what can be answered whenever one likes', () => {
  expect(waitingOrder([one, two, three])).toEqual([two, three, one])
})

it('goes on to the next call that waits, from the last one to the first, and to nothing that holds up no call', () => {
  expect([
    nextAfter([one, two, three], two),
    nextAfter([one, two, three], three),
    nextAfter([one, two], two),
    nextAfter([one, two], one),
  ]).toEqual([three, two, undefined, undefined])
})
