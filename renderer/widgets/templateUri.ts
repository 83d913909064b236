import { expandUriTemplate, templateVariables } from '../../shared/resources/expandUriTemplate'

/** Pure: returns the address from the filled-in fields, and whether all fields are still empty. */
export function templateUri(
  uriTemplate: string,
  values: Readonly<Record<string, string>>,
): { readonly uri: string; readonly empty: boolean } {
  const filled = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ''))
  return {
    uri: expandUriTemplate(uriTemplate, filled),
    empty: templateVariables(uriTemplate).length > 0 && Object.keys(filled).length === 0,
  }
}
