/** A planted secret, named after its purpose. */
export interface PlantedSecret {
  readonly name: string
  readonly value: string
}

/** A secret that the search found, and the encoding in which it appeared. */
export interface Finding {
  readonly secret: string
  readonly form: string
}

/** Pure: returns every encoding in which a value may leave Parley, each with its name. */
export function formsOf(value: string): readonly (readonly [form: string, text: string])[] {
  // A key has several lines. The longest line is enough to find it.
  const core = value.split('\n').toSorted((a, b) => b.length - a.length)[0] ?? value
  const bytes = Buffer.from(core)
  // Inside longer data, a value has three possible Base64 forms, one for each offset. The characters at its edges depend on the
  // neighbouring bytes.
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

/** Pure: returns the planted secrets that this text or these bytes contain. */
export function findCanaries(secrets: readonly PlantedSecret[], place: string | Buffer): readonly Finding[] {
  return secrets.flatMap(({ name, value }) =>
    formsOf(value)
      .flatMap(([form, text]) => (place.includes(text) ? [{ secret: name, form }] : []))
      .slice(0, 1),
  )
}
