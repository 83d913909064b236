// A server that prints what no server should: garbage lines between its messages, huge results, and a flood on stderr.
import { noInput, sendLine, serveRaw, text } from './lib/rawServer.ts'

const MB = 1024 * 1024
const garbage = [
  'Starting server v1.2...',
  '[debug] {not json}',
  '',
  '\u0000\u0001binary',
  '{"foo":1}',
  '[]',
  '"text"',
  '123',
  '\uFEFF',
  '{"jsonrpc":"2.0"}',
]

const size = { type: 'object', properties: { megabytes: { type: 'number' } }, required: ['megabytes'] } as const

serveRaw({
  name: 'noisy',
  tools: [
    { name: 'big', description: 'Answers with one message of a given size', inputSchema: size },
    { name: 'flood', description: 'Prints a given amount on stderr', inputSchema: size },
    { name: 'hello', description: 'Says hello between garbage', inputSchema: noInput },
  ],
  answer: () => {
    for (const line of garbage) sendLine(line)
    return undefined
  },
  callTool: async ({ params }) => {
    const megabytes = Number(params?.arguments?.['megabytes'] ?? 0)
    if (params?.name === 'big') return text('x'.repeat(megabytes * MB))
    if (params?.name === 'flood') await flood(megabytes)
    for (const line of garbage) sendLine(line)
    return text('hello')
  },
})

/** The lines contain ANSI colours, a clipboard write and a link. A log must show them as text or hide them. */
async function flood(megabytes: number): Promise<void> {
  const line = `\u001b[31mred\u001b[0m \u001b]52;c;ZXZpbA==\u0007 \u001b]8;;https://evil.invalid\u0007link ${'y'.repeat(900)}\n`
  const lines = Math.ceil((megabytes * MB) / line.length)
  for (let number = 0; number < lines; number++) {
    if (!process.stderr.write(line)) await new Promise((resolve) => process.stderr.once('drain', resolve))
  }
  process.stderr.write('the last line of the flood\n')
}
