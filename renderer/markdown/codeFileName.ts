import { languageOf } from './highlightCode'

type Language = NonNullable<ReturnType<typeof languageOf>>

const extensions: Readonly<Record<Language, string>> = {
  bash: 'sh',
  c: 'c',
  cpp: 'cpp',
  csharp: 'cs',
  css: 'css',
  diff: 'diff',
  docker: 'dockerfile',
  go: 'go',
  html: 'html',
  ini: 'ini',
  java: 'java',
  javascript: 'js',
  json: 'json',
  kotlin: 'kt',
  lua: 'lua',
  markdown: 'md',
  php: 'php',
  powershell: 'ps1',
  python: 'py',
  ruby: 'rb',
  rust: 'rs',
  sql: 'sql',
  swift: 'swift',
  toml: 'toml',
  tsx: 'tsx',
  typescript: 'ts',
  xml: 'xml',
  yaml: 'yaml',
}

/** What the extension says more exactly than the language by which it is coloured. */
const byName: Readonly<Record<string, string>> = { csv: 'csv', jsx: 'jsx', mermaid: 'mmd', svg: 'svg', tex: 'tex', latex: 'tex' }

/** Pure: returns the name of the file as which code is saved, by the language that its fence names. */
export function codeFileName(language: string | undefined): string {
  const name = (language ?? '').toLowerCase()
  if (Object.hasOwn(byName, name)) return `code.${byName[name]}`
  const known = languageOf(name)
  return `code.${known === undefined ? 'txt' : extensions[known]}`
}
