/**
 * The marks that templates of chat models write around messages: the start of turns, calls and tool results. Only unambiguous marks are
 * listed: `<s>`, for example, is also an HTML tag. Each expression matches the first character of a mark.
 */
const marks = new RegExp(
  [
    // ChatML, Llama 3, Phi, GLM, Granite: <|im_start|>. Gemma 4: <|turn>, <turn|>, and <|"|> around strings.
    /<(?=\|(?:[\w-]{1,40}|\\{0,3}")\|>|\|[\w-]{1,40}>|[\w-]{1,40}\|>)/,
    // DeepSeek, Hunyuan: <｜User｜>
    /<(?=｜[^\n<｜]{1,60}｜>)/,
    // Llama 2, Gemma, Hermes, MiniMax
    /<(?=<\/?SYS>>|(?:start|end)_of_turn>|\/?(?:minimax:)?tool_(?:call|response)s?>)/,
    // Mistral, GLM. EXAONE: [|system|]
    /\[(?=\/?(?:INST|SYSTEM_PROMPT|AVAILABLE_TOOLS|TOOL_CALLS|TOOL_CONTENT|TOOL_RESULTS|MODEL_SETTINGS|gMASK)\]|\|[\w-]{1,40}\|\])/,
    // MiniMax: ]~b]system, ]~!b[, [e~[, ]<]image[>[
    /\[(?=e~\[)|\](?=~!?b[[\]]|![dp]~\[|<\][^\n[\]]{1,40}\[>\[)/,
  ]
    .map(({ source }) => source)
    .join('|'),
  'g',
)

/**
 * Pure: defuses template marks in text from outside, for an endpoint that recognises them anywhere in a message, as local model servers do.
 * A space after the first character keeps a mark readable, but it no longer works as a mark. JSON stays JSON with the same structure: no
 * mark can stand outside of its strings.
 */
export function escapeTemplateMarks(text: string): string {
  return text.replaceAll(marks, (first) => `${first} `)
}
