import type { InputRequest, Tool } from '@modelcontextprotocol/server'

/** A tool that asks its questions one after the other and returns the answers. Both eras serve the same list. */
export interface AskingTool {
  readonly tool: Tool
  readonly asks: (args: Readonly<Record<string, unknown>>) => readonly InputRequest[]
  /** The text of the result, when it is not the answers. */
  readonly says?: string
}

const noInput = { type: 'object', properties: {} } as const

/** Every field kind of the elicitation schema, with defaults, limits and required marks. */
export const everyFieldKind = {
  type: 'object',
  properties: {
    name: { type: 'string', title: 'Your name', description: 'As on your passport', minLength: 2, maxLength: 40 },
    nickname: { type: 'string', title: 'Nickname', default: 'Sunny' },
    email: { type: 'string', title: 'Email', format: 'email' },
    homepage: { type: 'string', title: 'Homepage', format: 'uri' },
    born: { type: 'string', title: 'Born', format: 'date' },
    meeting: { type: 'string', title: 'Meeting', format: 'date-time' },
    age: { type: 'integer', title: 'Age', minimum: 0, maximum: 150 },
    height: { type: 'number', title: 'Height', minimum: 0.3, maximum: 2.8, default: 1.75 },
    newsletter: { type: 'boolean', title: 'Newsletter', default: true },
    colour: { type: 'string', title: 'Colour', enum: ['red', 'green', 'blue'], default: 'green' },
    size: {
      type: 'string',
      title: 'Size',
      oneOf: [
        { const: 's', title: 'Small' },
        { const: 'l', title: 'Large' },
      ],
    },
    pet: { type: 'string', title: 'Pet', enum: ['cat', 'dog'], enumNames: ['A cat', 'A dog'] },
    toppings: {
      type: 'array',
      title: 'Toppings',
      items: { type: 'string', enum: ['cheese', 'olives', 'onions'] },
      minItems: 1,
      maxItems: 2,
      default: ['cheese'],
    },
    days: {
      type: 'array',
      title: 'Days',
      items: {
        anyOf: [
          { const: 'mon', title: 'Monday' },
          { const: 'tue', title: 'Tuesday' },
        ],
      },
    },
  },
  required: ['name', 'size'],
}

const askForm = (message: string, requestedSchema: unknown): InputRequest =>
  ({ method: 'elicitation/create', params: { mode: 'form', message, requestedSchema } }) as InputRequest

const askName = askForm('What is your name?', {
  type: 'object',
  properties: { name: { type: 'string', title: 'Name' } },
  required: ['name'],
})

const askModel = (prompt: string): InputRequest => ({
  method: 'sampling/createMessage',
  params: {
    messages: [{ role: 'user', content: { type: 'text', text: prompt } }],
    systemPrompt: 'Answer in one word.',
    maxTokens: 50,
    modelPreferences: { hints: [{ name: 'small' }] },
  },
})

/** Asks for a visit to a page. Only the 2025 era has `elicitationId`. The 2026 server omits it. */
const askPage = (url: string): InputRequest =>
  ({ method: 'elicitation/create', params: { mode: 'url', message: 'Connect your account', url } }) as InputRequest

export const askingTools: readonly AskingTool[] = [
  {
    tool: { name: 'register', description: 'Asks for everything a form can ask for', inputSchema: noInput },
    asks: () => [askForm('Fill in your details', everyFieldKind)],
  },
  {
    tool: { name: 'ask_name', description: 'Asks for a name', inputSchema: noInput },
    asks: () => [askName],
  },
  {
    tool: {
      name: 'visit',
      description: 'Asks the person to visit a page',
      inputSchema: { type: 'object', properties: { url: { type: 'string' } }, required: ['url'] },
    },
    asks: ({ url }) => [askPage(String(url))],
  },
  {
    tool: {
      name: 'ask_model',
      description: 'Asks the model of the host',
      inputSchema: { type: 'object', properties: { prompt: { type: 'string' } }, required: ['prompt'] },
    },
    asks: ({ prompt }) => [askModel(String(prompt))],
  },
  {
    tool: { name: 'which_folders', description: 'Asks which folders it may use', inputSchema: noInput },
    asks: () => [{ method: 'roots/list', params: {} }],
  },
  {
    tool: { name: 'ask_twice', description: 'Asks for a name, and then the model', inputSchema: noInput },
    asks: () => [askName, askModel('Say something')],
  },
  {
    tool: { name: 'ask_quietly', description: 'Asks for a password and keeps it to itself', inputSchema: noInput },
    asks: () => [
      askForm('Sign in to go on', {
        type: 'object',
        properties: { password: { type: 'string', title: 'Your password' }, name: { type: 'string', title: 'Name' } },
      }),
    ],
    says: 'Thank you',
  },
  {
    tool: { name: 'ask_again', description: 'Asks for a name four times', inputSchema: noInput },
    asks: () => [askName, askName, askName, askName],
  },
]

export const toolList = askingTools.map(({ tool }) => tool)

export function asksOf(name: string, args: Readonly<Record<string, unknown>> | undefined): readonly InputRequest[] {
  const asking = askingTools.find(({ tool }) => tool.name === name)
  if (!asking) throw new Error(`Unknown tool ${name}`)
  return asking.asks(args ?? {})
}

/** Builds the result of a tool: each answer as JSON on its own line, or the tool's own text. */
export function tell(name: string, answers: readonly unknown[]): { readonly content: { type: 'text'; text: string }[] } {
  const own = askingTools.find(({ tool }) => tool.name === name)?.says
  return { content: [{ type: 'text', text: own ?? answers.map((answer) => JSON.stringify(answer)).join('\n') }] }
}
