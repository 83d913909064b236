import { spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, delimiter, dirname, join } from 'node:path'
import type { Check, Ending } from './evaluateRun.ts'
import type { Run } from './exclusions.ts'
import { protocolOfRun, protocolVariable, type Freedom } from './protocolOfRun.ts'

const root = join(import.meta.dirname, '../..')
const program = join(root, 'node_modules/@modelcontextprotocol/conformance/dist/index.js')
/** The path is relative because the suite splits the command at spaces, and the name of a folder may contain spaces. */
const driver = 'node out/conformance/driver.js'
const lastOf2025 = '2025-11-25'
const newest = '2026-07-28'
/** The suite waits as long as any process holds the driver's output open. This limit ends that wait. */
const ENDS_WITHIN_MS = 60_000

/** Lists every client scenario of the suite, with every version at which it can run. */
export async function listRuns(): Promise<readonly Run[]> {
  const { output } = await runSuite(['list', '--client'])
  const runs = [...output.matchAll(/^\s+- (\S+) \[(.+)\]$/gm)].flatMap(([, scenario = '', versions = '']) =>
    versions.split(',').flatMap((version): readonly Run[] => (version === 'extension' ? extensionRuns(scenario) : [{ scenario, version }])),
  )
  if (runs.length === 0) throw new Error(`The suite lists no scenarios:\n${output}`)
  return runs
}

/** An extension belongs to no version. Signing in must work in both eras. Skills belong to the newer era. */
function extensionRuns(scenario: string): readonly Run[] {
  const versions = scenario.startsWith('auth/') ? [lastOf2025, newest] : [newest]
  return versions.map((version) => ({ scenario, version, isExtension: true }))
}

/** Runs one scenario at one version, with what Parley may choose of the protocol. */
export async function runScenario({ scenario, version, isExtension = false }: Run, freedom: Freedom): Promise<Ending> {
  const folder = mkdtempSync(join(tmpdir(), 'parley-conformance-'))
  try {
    // For an extension, the suite also requires `--force`.
    const at = isExtension ? [version, '--force'] : [version]
    const args = ['client', '--command', driver, '--scenario', scenario, '--output-dir', folder, '--spec-version', ...at]
    const { code, output } = await runSuite(args, { [protocolVariable]: protocolOfRun(freedom, version) })
    // When the name of a scenario contains a slash, its results are one folder deeper.
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    const read = (name: string): string => {
      const file = files.find((each) => basename(each) === name)
      return file === undefined ? '' : readFileSync(join(folder, file), 'utf8')
    }
    const checks: readonly Check[] = JSON.parse(read('checks.json') || '[]')
    return { code, output, checks, said: `${read('stderr.txt')}${read('stdout.txt')}` }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function runSuite(
  args: readonly string[],
  variables: Readonly<Record<string, string>> = {},
): Promise<{ readonly code: number | null; readonly output: string }> {
  // The driver uses the same `node` as this process.
  const env = { ...process.env, ...variables, PATH: `${dirname(process.execPath)}${delimiter}${process.env['PATH'] ?? ''}`, NO_COLOR: '1' }
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [program, ...args], { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'], detached: true })
    const output: string[] = []
    child.stdout.on('data', (chunk) => output.push(String(chunk)))
    child.stderr.on('data', (chunk) => output.push(String(chunk)))
    const timer = setTimeout(() => {
      output.push(`\nended by force after ${ENDS_WITHIN_MS} ms`)
      // Kills the whole process group: the suite, its shell and the driver.
      if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL')
    }, ENDS_WITHIN_MS)
    child.on('error', reject)
    child.on('close', (code) => {
      clearTimeout(timer)
      resolve({ code, output: output.join('') })
    })
  })
}
