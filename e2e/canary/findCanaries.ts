/** A secret that was planted, by what it is for. */
export interface PlantedSecret {
  readonly name: string
  readonly value: string
}

/** Where one was found, and in which form. */
export interface Finding {
  readonly secret: string
  readonly form: string
}

/** Pure: every form that a value may take on its way out, with the name of the form. */
export function formsOf(value: string): readonly (readonly [form: string, text: string])[] {
  // A key has lines; one of them is enough to be found.
  const core = value.split('\n').toSorted((a, b) => b.length - a.length)[0] ?? value
  const bytes = Buffer.from(core)
  // In the middle of something longer, Base64 looks different at each of three places; its edges depend on the neighbours.
  const shifted = [0, 1, 2].map((offset) => {
    const text = Buffer.concat([Buffer.alloc(offset), bytes])
      .toString('base64')
      .replaceAll('=', '')
    return text.slice(offset === 0 ? 0 : 4, -3)
  })
  return [
    ['plain', core],
    ...shifted.map((text) => ['base64', text] as const),
    ...shifted.map((text) => ['base64url', text.replaceAll('+', '-').replaceAll('/', '_')] as const),
    ['URL-encoded', encodeURIComponent(core)],
    ['hex', bytes.toString('hex')],
    ['hex', bytes.toString('hex').toUpperCase()],
  ]
}

/** Pure: which of the planted secrets are in this text or these bytes. */
export function findCanaries(secrets: readonly PlantedSecret[], place: string | Buffer): readonly Finding[] {
  return secrets.flatMap(({ name, value }) =>
    formsOf(value)
      .flatMap(([form, text]) => (place.includes(text) ? [{ secret: name, form }] : []))
      .slice(0, 1),
  )
}
