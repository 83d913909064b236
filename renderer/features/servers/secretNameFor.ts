/** Pure: the name under which a server's value is kept in the vault: `github-authorization`. */
export function secretNameFor(serverId: string, variable: string): string {
  const plain = (text: string) =>
    text
      .trim()
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
      .replaceAll(/^-|-$/g, '')
  return `${plain(serverId) || 'server'}-${plain(variable) || 'value'}`
}
