// Answers for the server of wiki-explorer what a Wikipedia of three pages would, in its own process: nothing goes to a network.
const links = { Model_Context_Protocol: ['Sailing', 'Harbour'], Sailing: ['Tiller', 'Harbour'], Harbour: ['Sailing'] }

globalThis.fetch = async (address) => {
  const { hostname, pathname } = new URL(address)
  const page = pathname.replace('/wiki/', '')
  if (hostname !== 'en.wikipedia.org' || !Object.hasOwn(links, page)) return new Response('', { status: 404 })
  const html = links[page].map((title) => `<a href="/wiki/${title}">${title}</a>`).join(' ')
  return new Response(`<html><body>${html}</body></html>`, { headers: { 'content-type': 'text/html' } })
}
