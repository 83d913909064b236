import { expect, it } from 'vitest'
import { HeldLines } from './heldLines'

it('F22: prints nothing over an open question, and everything in its order when it has been answered', async () => {
  const printed: string[] = []
  const lines = new HeldLines(
    (line) => printed.push(line),
    (count) => `${count} left out`,
  )
  lines.say('before')
  const answered = Promise.withResolvers<string>()
  const question = lines.holdDuring(() => answered.promise)
  lines.say('Send it? [y/N] >')
  lines.say('second')
  expect(printed).toEqual(['before'])
  answered.resolve('n')
  expect(await question).toBe('n')
  lines.say('after')
  expect(printed).toEqual(['before', 'Send it? [y/N] >', 'second', 'after'])
})

it('F22: keeps a bounded number of lines of a server that talks while a question is open, and says how many are missing', async () => {
  const printed: string[] = []
  const lines = new HeldLines(
    (line) => printed.push(line),
    (count) => `${count} left out`,
  )
  await lines.holdDuring(async () => {
    for (let at = 0; at < 10_000; at++) lines.say(`line ${at}`)
  })
  expect([printed.length, printed.at(-1)]).toEqual([101, '9900 left out'])
})
