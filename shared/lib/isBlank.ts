/** Pure: returns whether a text is empty, or white space alone, also for those who take control characters that separate for white space. */
export function isBlank(text: string): boolean {
  // Anthropic refuses a text that Python's `strip` leaves empty: it takes U+001C to U+001F and U+0085 away too.
  return !/[^\s\u001C-\u001F\u0085]/.test(text)
}
