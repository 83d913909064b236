/** The model that Parley offers where Ollama has none: it is small, and calls tools. */
export const smallModel = { name: 'qwen3:4b', bytes: 2_497_000_000 } as const
