// A server whose tool, prompt and resource are called like those of any other copy of it: `node sameNames.ts WORD`. All its answers say WORD.
import { serveRaw, text } from './lib/rawServer.ts'

const word = process.argv[2] ?? 'nobody'
const uri = 'note://today'

serveRaw({
  name: 'same-names',
  capabilities: { tools: {}, prompts: {}, resources: {} },
  tools: [{ name: 'echo', description: 'Says its word', inputSchema: { type: 'object' } }],
  callTool: () => text(`echo of ${word}`),
  answer: ({ method }) => {
    switch (method) {
      case 'prompts/list':
        return { prompts: [{ name: 'greet', description: 'Greets with its word', arguments: [] }] }
      case 'prompts/get':
        return { messages: [{ role: 'user', content: { type: 'text', text: `greeting of ${word}` } }] }
      case 'resources/list':
        return { resources: [{ uri, name: 'today', mimeType: 'text/plain' }] }
      case 'resources/read':
        return { contents: [{ uri, mimeType: 'text/plain', text: `note of ${word}` }] }
      default:
        return undefined
    }
  },
})
