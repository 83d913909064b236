import { createHash } from 'node:crypto'

const style = `:root{color-scheme:light dark;--page:#fcfcfd;--sunk:#f3f4f6;--text:#23272e;--quiet:#5f666e;--line:#e1e4e8;--strong:#c3c9d0;--accent:#22658f}
@media (prefers-color-scheme:dark){:root{--page:#17191d;--sunk:#212429;--text:#e4e7ea;--quiet:#9ba2ab;--line:#31353c;--strong:#4a505a;--accent:#84bce0}}
*{box-sizing:border-box}
body{font:16px/1.6 system-ui,sans-serif;color:var(--text);background:var(--page);max-width:48rem;margin:0 auto;padding:2.5rem 1.25rem 4rem;overflow-wrap:anywhere}
h1{font-size:1.5rem;line-height:1.3;letter-spacing:-.01em;margin:0 0 .25rem}
.who{font-size:.8125rem;font-weight:600;margin:0 0 .4rem;color:var(--quiet)}
.quiet{color:var(--quiet);font-size:.875rem}
a{color:var(--accent);text-underline-offset:2px}
article{margin:1.75rem 0}
article.user{background:var(--sunk);border-radius:12px;padding:.9rem 1.15rem}
.text{white-space:pre-wrap}
p,ul,ol,blockquote,pre,details,figure,.wide,.text,.formula,.notes{margin:.75rem 0}
.prose>:first-child{margin-top:0}details>.prose{margin-top:.5rem}
article>*+.prose{margin-top:1.1rem}article>.who+.prose{margin-top:0}
.prose>:last-child,article>:last-child,article>:last-child>:last-child,blockquote>:last-child{margin-bottom:0}
:is(h3,h4,h5,h6):not(.who){line-height:1.35;margin:1.6rem 0 .5rem}
h3:not(.who){font-size:1.25rem}h4{font-size:1.1rem}h5,h6{font-size:1rem}
ul,ol{padding-inline-start:1.6rem}
li,li>:is(ul,ol,p){margin:.25rem 0}
li:has(>input,>p>input){list-style:none}
li input{margin-inline:-1.4rem .45rem}
blockquote{border-inline-start:3px solid var(--strong);padding-inline-start:1rem;margin-inline:0;color:var(--quiet)}
code,mark{font:.875em ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;background:var(--sunk);border-radius:4px;padding:.1em .3em}
pre{font:13px/1.55 ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;white-space:pre-wrap;background:var(--sunk);border:1px solid var(--line);border-radius:8px;padding:.7rem .9rem}
pre code{font:inherit;background:none!important;padding:0}
.user :is(pre,code){background:var(--page)}
mark{color:inherit;border:1px solid var(--strong)}
kbd{font:.8125em system-ui,sans-serif;border:1px solid var(--strong);border-radius:4px;padding:.05em .35em}
sub,sup{line-height:0}
hr{border:0;border-top:1px solid var(--line);margin:1.5rem 0}
.wide,.formula{overflow-x:auto}
.formula{display:block}.formula code{white-space:pre-wrap}
table{border-collapse:collapse;font-size:.9375rem}
th,td{padding-block:.4rem;padding-inline:0 1.25rem;border-bottom:1px solid var(--line);vertical-align:top;overflow-wrap:break-word}
th{font-size:.8125rem;color:var(--quiet);border-bottom-color:var(--strong)}
th:not([align]){text-align:start}
.user :is(th,td){border-bottom-color:var(--strong)}
details{border:1px solid var(--line);border-radius:8px;padding:.45rem .85rem}
.user details{border-color:var(--strong)}
summary{cursor:pointer;font-size:.875rem;color:var(--quiet)}
.picture{border:1px solid var(--strong);border-radius:4px;padding:.05em .35em;font-size:.875em;color:var(--quiet)}
figure{margin-inline:0}
img{display:block;max-width:100%;height:auto;border-radius:8px}
figcaption{font-size:.8125rem;color:var(--quiet);margin-top:.35rem}
.notes{border-top:1px solid var(--line);font-size:.875rem;color:var(--quiet)}
.standsFor{border:1px solid var(--line);border-inline-start:3px solid var(--accent);border-radius:8px;padding:.75rem 1rem;margin:1.75rem 0}
@media print{body{max-width:none;padding:0;font-size:11pt}details::details-content{content-visibility:visible;height:auto}}`
const styleHash = createHash('sha256').update(style).digest('base64')

/** Pure: the head of a page. Nothing is loaded and nothing runs: only this one style counts, and pictures whose bytes are in the page, where it has some. */
export function pageHead(title: string, hasPictures: boolean): string {
  const policy = [
    "default-src 'none'",
    `style-src 'sha256-${styleHash}'`,
    ...(hasPictures ? ['img-src data:'] : []),
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ')
  return `<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="referrer" content="no-referrer">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>${style}</style>
</head>`
}
