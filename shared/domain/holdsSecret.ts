/** As much as is looked at: more was pasted, and is not read for its keys at every letter. */
const LOOKED_AT = 20_000
/** What keys of known services begin with, private keys, and signed tokens. */
const keys =
  /(?:^|[^A-Za-z0-9])(?:sk-|[sr]k_(?:live|test)_|gh[pousr]_|github_pat_|glpat-|xox[abprs]-|AKIA|AIza|ya29\.|npm_|hf_|lin_api_)(?=[\w-]{0,200}\d)[\w-]{16}|-----BEGIN [A-Z ]{0,20}PRIVATE KEY-----|eyJ[\w-]{10,1000}\.eyJ[\w-]{10}/

/** Pure: whether a message that a person writes seems to hold a key or token. Sure rather than thorough: it warns while they type. */
export function holdsSecret(text: string): boolean {
  return keys.test(text.slice(0, LOOKED_AT))
}
