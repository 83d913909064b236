const OF_THIS_COMPUTER = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d{1,5})?(?:\/|$)/i

/** Pure: an address as typed, with the `http://` that people leave out for a program of this computer. Any other address stays as it is. */
export function completeAddress(typed: string): string {
  const address = typed.trim()
  return OF_THIS_COMPUTER.test(address) ? `http://${address}` : address
}
