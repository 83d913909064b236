import type { HighlighterCore, ThemedToken } from 'shiki/core'

/** A run of characters and the design token of its colour: `--syn-…`. */
export interface CodeToken {
  readonly text: string
  readonly tone?: 'key' | 'str' | 'num' | 'com'
}

const LINES_AT_ONCE = 60

/** The languages that Parley colours, with the names that people and models use for them. Each one loads at its first use. */
const languages = {
  bash: () => import('shiki/langs/bash.mjs'),
  c: () => import('shiki/langs/c.mjs'),
  cpp: () => import('shiki/langs/cpp.mjs'),
  csharp: () => import('shiki/langs/csharp.mjs'),
  css: () => import('shiki/langs/css.mjs'),
  diff: () => import('shiki/langs/diff.mjs'),
  docker: () => import('shiki/langs/docker.mjs'),
  go: () => import('shiki/langs/go.mjs'),
  html: () => import('shiki/langs/html.mjs'),
  ini: () => import('shiki/langs/ini.mjs'),
  java: () => import('shiki/langs/java.mjs'),
  javascript: () => import('shiki/langs/javascript.mjs'),
  json: () => import('shiki/langs/json.mjs'),
  kotlin: () => import('shiki/langs/kotlin.mjs'),
  lua: () => import('shiki/langs/lua.mjs'),
  markdown: () => import('shiki/langs/markdown.mjs'),
  php: () => import('shiki/langs/php.mjs'),
  powershell: () => import('shiki/langs/powershell.mjs'),
  python: () => import('shiki/langs/python.mjs'),
  ruby: () => import('shiki/langs/ruby.mjs'),
  rust: () => import('shiki/langs/rust.mjs'),
  sql: () => import('shiki/langs/sql.mjs'),
  swift: () => import('shiki/langs/swift.mjs'),
  toml: () => import('shiki/langs/toml.mjs'),
  tsx: () => import('shiki/langs/tsx.mjs'),
  typescript: () => import('shiki/langs/typescript.mjs'),
  xml: () => import('shiki/langs/xml.mjs'),
  yaml: () => import('shiki/langs/yaml.mjs'),
} as const
type Language = keyof typeof languages

const otherNames: Readonly<Record<string, Language>> = {
  'c#': 'csharp',
  'c++': 'cpp',
  console: 'bash',
  cs: 'csharp',
  dockerfile: 'docker',
  golang: 'go',
  js: 'javascript',
  jsonc: 'json',
  jsx: 'tsx',
  kt: 'kotlin',
  md: 'markdown',
  mjs: 'javascript',
  patch: 'diff',
  ps1: 'powershell',
  py: 'python',
  rb: 'ruby',
  rs: 'rust',
  sh: 'bash',
  shell: 'bash',
  svg: 'xml',
  ts: 'typescript',
  yml: 'yaml',
  zsh: 'bash',
}

// These colours are placeholders for tones. The page's stylesheet sets the real colours, so no style attribute is needed.
const tones = { '#000001': 'key', '#000002': 'str', '#000003': 'num', '#000004': 'com' } as const
const isTone = (color: string): color is keyof typeof tones => Object.hasOwn(tones, color)

const theme = {
  name: 'parley',
  type: 'light' as const,
  fg: '#000000',
  bg: '#ffffff',
  settings: [
    { scope: ['comment', 'punctuation.definition.comment'], settings: { foreground: '#000004' } },
    { scope: ['string', 'markup.inline.raw', 'markup.inserted'], settings: { foreground: '#000002' } },
    { scope: ['constant.numeric', 'constant.language', 'constant.character', 'markup.deleted'], settings: { foreground: '#000003' } },
    {
      scope: [
        'keyword',
        'storage',
        'support.type.property-name',
        'entity.name.tag',
        'entity.other.attribute-name',
        'markup.heading',
        'variable.language',
      ],
      settings: { foreground: '#000001' },
    },
    { scope: ['keyword.operator', 'punctuation'], settings: { foreground: '#000000' } },
    { scope: ['support.type.property-name.json punctuation'], settings: { foreground: '#000001' } },
  ],
}

// The first line of a language also compiles its grammar, which may take a second on a busy computer.
const bounds = { tokenizeTimeLimit: 3000, tokenizeMaxLineLength: 2000 }

let highlighter: Promise<HighlighterCore> | undefined

/** Returns the language for a name, or undefined when there is none. */
export function languageOf(name: string): Language | undefined {
  const lower = name.toLowerCase()
  const language = otherNames[lower] ?? lower
  return isLanguage(language) ? language : undefined
}

function isLanguage(name: string): name is Language {
  return Object.hasOwn(languages, name)
}

/** Colours code in small steps, so that typing and scrolling stay smooth. */
export async function highlightCode(code: string, language: Language, signal: AbortSignal): Promise<readonly (readonly CodeToken[])[]> {
  const shiki = await load(language)
  const lines = code.split('\n')
  const result: CodeToken[][] = []
  let state: ReturnType<HighlighterCore['getLastGrammarState']> | undefined
  for (let from = 0; from < lines.length; from += LINES_AT_ONCE) {
    signal.throwIfAborted()
    const piece = lines.slice(from, from + LINES_AT_ONCE).join('\n')
    const options = { ...bounds, lang: language, theme: 'parley', ...(state && { grammarState: state }) }
    const tokens = shiki.codeToTokensBase(piece, options)
    state = shiki.getLastGrammarState(tokens)
    result.push(...tokens.map((line) => line.map(toToken)))
    await new Promise((resolve) => setTimeout(resolve, 0))
  }
  return result
}

async function load(language: Language): Promise<HighlighterCore> {
  highlighter ??= Promise.all([import('shiki/core'), import('shiki/engine/javascript')]).then(([core, engine]) =>
    core.createHighlighterCore({ themes: [theme], langs: [], engine: engine.createJavaScriptRegexEngine({ forgiving: true }) }),
  )
  const shiki = await highlighter
  if (!shiki.getLoadedLanguages().includes(language)) await shiki.loadLanguage(languages[language]())
  return shiki
}

function toToken({ content, color = '' }: ThemedToken): CodeToken {
  return isTone(color) ? { text: content, tone: tones[color] } : { text: content }
}
