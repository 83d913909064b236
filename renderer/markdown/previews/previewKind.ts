/** Pure: what a complete code block of this language can be shown as, besides its code. */
export function previewKind(language: string | undefined, code: string): 'diagram' | 'html' | 'svg' | undefined {
  if (code.trim() === '') return undefined
  switch (language?.toLowerCase()) {
    case 'mermaid':
      return 'diagram'
    case 'html':
    case 'htm':
      return 'html'
    case 'svg':
      return 'svg'
    case 'xml':
      return /^\s*(?:<\?xml[^<>]*>\s*)?<svg[\s>]/.test(code.slice(0, 1_000)) ? 'svg' : undefined
    default:
      return undefined
  }
}
