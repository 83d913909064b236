/** The upper bounds of the steps of each histogram, as the conventions advise them (`gen-ai-metrics.md`, `mcp.md`). What is above the last has a step of its own. */
export const histogramBuckets = {
  /** `gen_ai.client.operation.duration`, in seconds. */
  modelSeconds: [0.01, 0.02, 0.04, 0.08, 0.16, 0.32, 0.64, 1.28, 2.56, 5.12, 10.24, 20.48, 40.96, 81.92],
  /** `mcp.client.operation.duration`, in seconds. */
  mcpSeconds: [0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 30, 60, 120, 300],
  /** `gen_ai.client.token.usage`, in tokens. */
  tokens: [1, 4, 16, 64, 256, 1024, 4096, 16_384, 65_536, 262_144, 1_048_576, 4_194_304, 16_777_216, 67_108_864],
} as const
