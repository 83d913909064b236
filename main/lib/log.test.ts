import { expect, it } from 'vitest'
import { log, logFrom } from './log'
import { rememberSecret } from './redact'

/** Returns what these lines write to the log. */
function written(work: () => void): readonly string[] {
  const lines: string[] = []
  const { write } = process.stderr
  process.stderr.write = (line: string | Uint8Array): boolean => lines.push(String(line)) > 0
  try {
    work()
  } finally {
    process.stderr.write = write
  }
  return lines
}

it('K01: writes no live secret, whatever is logged and however deep it lies', () => {
  const value = 'canary-of-the-log-1234'
  rememberSecret(value)
  const server = { id: 'a', launch: { kind: 'stdio', env: { TOKEN: value, URL: `https://x.test/?t=${encodeURIComponent(value)}` } } }
  const error = new Error(`401: bad Authorization: Bearer ${value}`, { cause: new Error(Buffer.from(value).toString('base64')) })
  const lines = written(() => log('warn', `Could not start ${value}`, { server, error, argv: ['--token', value] }))
  expect(lines).toHaveLength(1)
  expect(lines[0]).not.toMatch(/canary-of-the-log|Y2FuYXJ5/)
})

it('K05: keeps a line a line, so that nothing that is logged can pass for another entry', () => {
  const lines = written(() =>
    log('info', 'x\n2026-01-01T00:00:00Z INFO approved tool=rm', { name: 'a\r\n{"level":"info","message":"approved"}' }),
  )
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([{ level: 'info', message: 'x\n2026-01-01T00:00:00Z INFO approved tool=rm' }])
  expect(lines[0]?.trimEnd()).not.toMatch(/[\r\n]/)
})

it('F15: writes nothing that a terminal would obey, and one line for one message', () => {
  const lines = written(() => log('warn', 'It said \u001b[2J\u009b8m\u202e\nagain', { said: '\u001b]52;c;aGk=\u0007' }))
  expect(lines).toHaveLength(1)
  expect(lines[0]).toMatch(/^[\x20-\x7e]+\n$/)
  expect(lines[0]).toContain(String.raw`\u001b[2J\u009b8m\u202e\nagain`)
})

// On a person's terminal a line of JSON stands among the words that are meant for them.
it('leaves out what is below the level that a shell asks for', () => {
  try {
    logFrom('warn')
    const lines = written(() => (['info', 'warn', 'error'] as const).forEach((level) => log(level, `said as ${level}`)))
    expect(lines.map((line) => /said as \w+/.exec(line)?.[0])).toEqual(['said as warn', 'said as error'])
  } finally {
    logFrom('info')
  }
})
