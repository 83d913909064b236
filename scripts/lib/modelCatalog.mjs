// Trims a checkout of models.dev to what Parley shows.
import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'smol-toml'

/**
 * The providers whose models Parley can name: those with a kind of their own, and those that many people reach at one address that speaks
 * like OpenAI. What a server on the person's own computer has is asked there. `hosts` is where each is reached.
 */
const providers = {
  anthropic: ['api.anthropic.com'],
  openai: ['api.openai.com'],
  google: ['generativelanguage.googleapis.com'],
  openrouter: ['openrouter.ai'],
  mistral: ['api.mistral.ai'],
  groq: ['api.groq.com'],
  deepseek: ['api.deepseek.com'],
  xai: ['api.x.ai'],
  togetherai: ['api.together.xyz', 'api.together.ai'],
  'fireworks-ai': ['api.fireworks.ai'],
  cerebras: ['api.cerebras.ai'],
  moonshotai: ['api.moonshot.ai'],
  zai: ['api.z.ai'],
  huggingface: ['router.huggingface.co'],
  'ollama-cloud': ['ollama.com'],
}

/** Returns the text of the snapshot: one line for each model, so that a newer one can be reviewed. */
export function catalogFrom(checkout, { commit, date }) {
  const sections = Object.entries(providers).map(([id, hosts]) => {
    const models = modelsOf(checkout, id).map(([name, model]) => `        ${JSON.stringify(name)}: ${JSON.stringify(model)}`)
    return `    ${JSON.stringify(id)}: {\n      "hosts": ${JSON.stringify(hosts)},\n      "models": {\n${models.join(',\n')}\n      }\n    }`
  })
  const source = { source: 'https://github.com/anomalyco/models.dev', commit, date }
  const head = Object.entries(source).map(([name, value]) => `  ${JSON.stringify(name)}: ${JSON.stringify(value)},\n`)
  return `{\n${head.join('')}  "providers": {\n${sections.join(',\n')}\n  }\n}\n`
}

function modelsOf(checkout, provider) {
  const folder = join(checkout, 'providers', provider, 'models')
  return globSync('**/*.toml', { cwd: folder })
    .toSorted()
    .map((file) => [file.replaceAll('\\', '/').replace(/\.toml$/, ''), trimmed(wholeModel(checkout, join(folder, file)))])
    .filter(([, model]) => model !== undefined)
}

/** A model of a provider may say only in what it differs from the model of its maker. */
function wholeModel(checkout, file) {
  const model = parse(readFileSync(file, 'utf8'))
  if (typeof model.base_model !== 'string') return model
  const base = join(checkout, 'models', `${model.base_model}.toml`)
  if (!existsSync(base)) return model
  const made = parse(readFileSync(base, 'utf8'))
  for (const omitted of model.base_model_omit ?? []) omit(made, omitted.split('.'))
  return merged(made, model)
}

function omit(holder, [first, ...rest]) {
  if (rest.length === 0) delete holder[first]
  else if (holder[first] !== undefined) omit(holder[first], rest)
}

const isTable = (value) => typeof value === 'object' && value !== null && !Array.isArray(value)

function merged(base, over) {
  const whole = { ...base }
  for (const [name, value] of Object.entries(over)) {
    whole[name] = isTable(value) && isTable(base[name]) ? merged(base[name], value) : value
  }
  return whole
}

/** Only what writes text can answer in a chat. */
function trimmed({ limit, modalities, tool_call, reasoning, temperature, cost }) {
  if (!modalities?.output?.includes('text') || !limit?.context) return undefined
  return {
    context: limit.context,
    sees: modalities.input.includes('image'),
    thinks: reasoning === true,
    tools: tool_call === true,
    ...(typeof temperature === 'boolean' && { temperature }),
    ...(hasPrices(cost) && { price: { ...prices(cost), ...tiersOf(cost) } }),
  }
}

const hasPrices = (cost) => cost?.input !== undefined && cost.output !== undefined

/** US dollars per million tokens. */
function prices({ input, output, cache_read, cache_write }) {
  return { input, output, cacheRead: cache_read, cacheWrite: cache_write }
}

/** What a whole request costs when its input is longer than so many tokens, the shortest first. */
function tiersOf({ tiers = [] }) {
  const known = tiers
    .filter((tier) => (tier.tier?.type ?? 'context') === 'context' && tier.tier?.size > 0 && hasPrices(tier))
    .map((tier) => ({ over: tier.tier.size, ...prices(tier) }))
    .toSorted((one, other) => one.over - other.over)
  return known.length > 0 ? { tiers: known } : {}
}
