export interface Point {
  readonly x: number
  readonly y: number
}

/** Returns how much y grows when x grows by 1, along the line that fits the points best (least squares). */
export function slopeOf(points: readonly Point[]): number {
  const meanX = mean(points.map(({ x }) => x))
  const meanY = mean(points.map(({ y }) => y))
  const together = mean(points.map(({ x, y }) => (x - meanX) * (y - meanY)))
  const spread = mean(points.map(({ x }) => (x - meanX) ** 2))
  if (spread === 0) throw new Error('A line needs points at two places')
  return together / spread
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}
