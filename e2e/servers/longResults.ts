// A server whose results are long: a list of objects, an object with many levels, the lines of a log, several texts with a picture.
import { serveRaw, text } from './lib/rawServer.ts'

const count = { type: 'object', properties: { count: { type: 'number' } }, required: ['count'] } as const
const actors = ['mira@atlas.example', 'job:backfill', 'dana@atlas.example']

serveRaw({
  name: 'long-results',
  tools: [
    { name: 'query', description: 'Rows of a table of changes', inputSchema: count },
    { name: 'issues', description: 'Issues of a release, each with tags', inputSchema: count },
    { name: 'log', description: 'Lines of a log', inputSchema: count },
    { name: 'run', description: 'What a program said, with a picture, where it goes on, and its exit code', inputSchema: count },
  ],
  callTool: async ({ params }) => {
    const rows = Array.from({ length: Number(params?.arguments?.['count'] ?? 0) }, (_, index) => index)
    if (params?.name === 'query') return text(JSON.stringify(rows.map(change)).replace('"largest"', '9007199254740993'))
    if (params?.name === 'issues') return text(JSON.stringify({ release: '2.4-rc1', issues: rows.map(issue), next: null }))
    if (params?.name === 'run') return run(rows.map(line).join('\n'))
    return text(rows.map(line).join('\n'))
  },
})

/** The picture is larger than what the screen gets at first. */
function run(log: string): object {
  const content = [
    { type: 'text', text: 'The program has run.' },
    { type: 'image', data: 'A'.repeat(400_000), mimeType: 'image/png' },
    { type: 'text', text: log },
    { type: 'text', text: 'Call it again for the second page.' },
  ]
  return { content, structuredContent: { exitCode: 137 } }
}

function change(index: number): object {
  return {
    id: index === 0 ? 'largest' : 81_204_117 - index,
    at: '2026-11-22 14:02:51',
    actor: actors[index % 3],
    action: index % 15 === 1 ? 'invoice.update' : 'order.update',
    detail: { id: 90_412 + index, settled_at: index % 2 === 0 ? '2026-11-21' : null },
  }
}

function issue(index: number): object {
  return {
    id: 90_412 + index,
    title: index === 120 ? 'TypeError: settled_at is null' : `Issue ${index}`,
    tags: { area: 'billing', level: index % 4 },
  }
}

function line(index: number): string {
  const what = index % 1_000 === 999 ? 'WARN  lock on invoices held for 502 ms' : `INFO  batch ${index} of 412, 1000 rows`
  return `14:31:0${index % 10}.114 ${what}`
}
