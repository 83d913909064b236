/** Returns the text of a snapshot of what is known of models, from a checkout of models.dev. */
export function catalogFrom(checkout: string, of: { readonly commit: string; readonly date: string }): string
