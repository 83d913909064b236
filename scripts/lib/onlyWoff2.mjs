/**
 * A plugin of Vite: leaves the fonts of KaTeX in one format. Chromium and every browser of today read WOFF2, and would never load the others.
 */
export function onlyWoff2() {
  return {
    name: 'only-woff2',
    enforce: 'pre',
    transform(code, id) {
      if (!id.includes('/katex/dist/') || !id.split('?')[0].endsWith('.css')) return undefined
      return code.replaceAll(/,url\([^()]+\) format\("(?:woff|truetype)"\)/g, '')
    },
  }
}
