import type { Environment } from './readOtelEnvironment'

/** How the environment names what sends: attributes of the resource, and the variable of which nothing could be used. */
export interface OtelResource {
  readonly attributes: Readonly<Record<string, string>>
  readonly unread?: string
}

/** As many attributes as a span may have, and as long as the SDK's own reader takes them. */
const ATTRIBUTES = 128
const CHARACTERS = 255
const TEXT_CHARACTERS = 65_536

/**
 * Pure: what OTEL_SERVICE_NAME and OTEL_RESOURCE_ATTRIBUTES say. The service name goes before the other variable. A variable with anything
 * wrong in it is left out whole and told, as the specification asks; it keeps nothing from being sent.
 * Source: OpenTelemetry, "Resource SDK", section "Specifying resource information via an environment variable".
 */
export function readOtelResource(environment: Environment): OtelResource {
  const said = environment['OTEL_RESOURCE_ATTRIBUTES']?.trim() ?? ''
  const name = environment['OTEL_SERVICE_NAME']?.trim() ?? ''
  const listed = attributesOf(said)
  const isLongName = name.length > CHARACTERS
  const unread = isLongName ? 'OTEL_SERVICE_NAME' : listed ? undefined : 'OTEL_RESOURCE_ATTRIBUTES'
  return {
    attributes: { ...listed, ...(name !== '' && !isLongName && { 'service.name': name }) },
    ...(unread !== undefined && { unread }),
  }
}

/** A list `key=value,key2=value2` with percent-encoded values. Undefined: something of it cannot be read. */
function attributesOf(text: string): Readonly<Record<string, string>> | undefined {
  if (text.length > TEXT_CHARACTERS) return undefined
  const parts = text.split(',').filter((part) => part.trim() !== '')
  if (parts.length > ATTRIBUTES) return undefined
  const pairs: (readonly [string, string])[] = []
  for (const part of parts) {
    const at = part.indexOf('=')
    const [key, value] = [decoded(part.slice(0, Math.max(at, 0)).trim()), decoded(part.slice(at + 1).trim())]
    if (key === undefined || key === '' || key.length > CHARACTERS || value === undefined || value.length > CHARACTERS) return undefined
    pairs.push([key, value])
  }
  return Object.fromEntries(pairs)
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch (thrown) {
    if (thrown instanceof URIError) return undefined
    throw thrown
  }
}
