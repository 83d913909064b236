import { names } from './saveProviderAsDefault'

/** Pure: returns the name of a provider. Undefined when it may be any endpoint. */
export function providerName(kind: keyof typeof names): string | undefined {
  return names[kind]
}
