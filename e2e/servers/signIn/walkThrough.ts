import type { Person } from './interactionPages.ts'

/**
 * Goes through the pages of the authorization server as a person in a browser does, but without a browser. Chooses the person, allows or
 * denies, and follows the last redirect. Returns the final address.
 */
export async function walkThrough(start: string, person: Person, answer: 'Allow' | 'Deny' = 'Allow'): Promise<string> {
  const { origin } = new URL(start)
  const cookies = new Map<string, string>()
  let [url, form] = [start, undefined as URLSearchParams | undefined]
  for (let step = 0; step < 20; step++) {
    const response = await fetch(url, {
      redirect: 'manual',
      headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
      ...(form && { method: 'POST', body: form }),
    })
    for (const line of response.headers.getSetCookie()) {
      const [name = '', value = ''] = (line.split(';')[0] ?? '').split('=')
      cookies.set(name, value)
    }
    const location = response.headers.get('location')
    const page = await response.text()
    if (location === null && !page.includes('<form')) throw new Error(`The page says ${response.status}: ${page.slice(0, 500)}`)
    form = location === null ? new URLSearchParams({ answer: page.includes(person) ? person : answer }) : undefined
    url = location === null ? url : new URL(location, url).href
    if (new URL(url).origin !== origin) return url
  }
  throw new Error('The pages have no end')
}
