import { under, type Row } from '../row'
import { many, tinyServer } from '../servers'
import { slopeOf, type Point } from '../slopeOf'
import type { Side } from '../sides/startSide'

const COUNTS = [1, 20, 100]

/** Measures how much the host's memory grows for each further connected server. The memory of the server's own process does not count. */
export async function measureMemory(pool: Side): Promise<readonly Row[]> {
  const resident: Point[] = []
  const used: Point[] = []
  for (const count of COUNTS) {
    const during = `${count} idle servers`
    await pool.ask('connect', { servers: many(count, tinyServer()) }, during)
    const { residentMb, usedMb } = await pool.ask('memory', {}, during)
    resident.push({ x: count, y: residentMb })
    used.push({ x: count, y: usedMb })
    await pool.ask('disconnect', {}, during)
  }
  const row: Row = {
    measure: `memory per connected server (${COUNTS.join(', ')} servers)`,
    parley: resident.map(({ y }) => `${y.toFixed(0)}`).join(', ') + ' MB resident',
    comparedWith: `${slopeOf(used).toFixed(3)} MB on the heap`,
    value: slopeOf(resident),
    unit: 'MB',
    goal: under(0.5),
  }
  return [row]
}
