/**
 * The marks that templates of chat models write around messages: the start of turns, calls and tool results. Only unambiguous marks are
 * listed: `<s>`, for example, is also an HTML tag.
 */
const marks =
  /<(?=\|[\w-]{1,40}\|>)|<(?=｜[^\n<｜]{1,60}｜>)|\[(?=\/?INST\])|<(?=<\/?SYS>>)|<(?=(?:start|end)_of_turn>)|<(?=\/?tool_(?:call|response)s?>)|\[(?=\/?(?:TOOL_CALLS|TOOL_RESULTS|AVAILABLE_TOOLS)\])/g

/**
 * Pure: defuses template marks in text from outside, for an endpoint that recognises them anywhere in a message, as local model servers do.
 * A space after the first character keeps a mark readable, but it no longer works as a mark.
 */
export function escapeTemplateMarks(text: string): string {
  return text.replaceAll(marks, (first) => `${first} `)
}
