/** The parameters that are numbers, with what the host takes. */
export const numericParameters = {
  temperature: { least: 0, most: 2, whole: false },
  maxOutputTokens: { least: 1, most: 10_000_000, whole: true },
} as const

export type NumericParameter = keyof typeof numericParameters
