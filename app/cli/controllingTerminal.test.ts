import { PassThrough } from 'node:stream'
import { setImmediate as turn } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { controllingTerminal } from './controllingTerminal'

const never = new AbortController().signal

/** A terminal: what is written to `keys` has been typed. */
function fakeTerminal() {
  const raw: boolean[] = []
  const keys = Object.assign(new PassThrough(), { isTTY: true, isRaw: false, setRawMode: (on: boolean) => raw.push(on) })
  const screen = Object.assign(new PassThrough(), { isTTY: true })
  let shown = ''
  screen.on('data', (chunk: Buffer) => {
    shown += chunk.toString()
  })
  const left: true[] = []
  const terminal = controllingTerminal(keys, screen, () => void left.push(true))
  if (!terminal) throw new Error('No terminal')
  const drawn = async (prompt: string): Promise<void> => {
    while (!shown.includes(prompt)) await turn()
  }
  return { keys, terminal, drawn, raw, left }
}

it('F17: a line that was typed before a question stood there does not answer it', async () => {
  const { keys, terminal, drawn, raw } = fakeTerminal()
  keys.write('fill\nmy password\n')
  const answer = terminal.ask('Fill it in? ', never)
  await drawn('Fill it in? ')
  keys.write('decline\n')
  expect(await answer).toBe('decline')
  expect(raw[0]).toBe(true)
})

it('F17: what was typed between two questions answers neither', async () => {
  const { keys, terminal, drawn } = fakeTerminal()
  const first = terminal.ask('One? ', never)
  await drawn('One? ')
  keys.write('n\ny\n')
  expect(await first).toBe('n')
  keys.write('y\n')
  const second = terminal.ask('Two? ', never)
  await drawn('Two? ')
  keys.write('no\n')
  expect(await second).toBe('no')
})

it('asks nobody where stdin is a pipe: what is piped in is no answer of a person', () => {
  const screen = Object.assign(new PassThrough(), { isTTY: true })
  expect(controllingTerminal(new PassThrough(), screen, () => undefined)).toBeUndefined()
})

it('a terminal that is closed over an open question ends the program as a signal does, and an answered one does not', async () => {
  const { keys, terminal, drawn, left } = fakeTerminal()
  const first = terminal.ask('One? ', never)
  await drawn('One? ')
  keys.write('n\n')
  await first
  expect(left).toEqual([])
  const gone = new AbortController()
  const second = terminal.ask('Two? ', gone.signal)
  await drawn('Two? ')
  keys.emit('error', new Error('setRawMode EIO'))
  keys.end()
  while (left.length === 0) await turn()
  gone.abort()
  await expect(second).rejects.toThrow()
})
