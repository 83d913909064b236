// The architecture of Parley as a table. `oxlint.config.ts` reads it. scripts/architecture.test.ts lints one forbidden import per row and
// expects each to fail.
import { readdirSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')
const folders = (path) =>
  readdirSync(join(root, path), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .toSorted()

/**
 * For each domain of main/, the domains that it may use in addition to itself and lib. The files directly in main/ (host.ts, handlers.ts,
 * …) may use all of them.
 */
export const mayUse = {
  lib: [],
  confinedFrames: [],
  rpc: [],
  storage: [],
  schemas: [],
  links: [],
  net: [],
  traffic: ['storage'],
  icons: ['links', 'net'],
  skills: [],
  questions: ['storage'],
  settings: ['storage'],
  desktop: ['settings'],
  secrets: ['storage'],
  servers: ['storage', 'secrets', 'questions'],
  roots: ['storage', 'questions', 'servers'],
  telemetry: ['secrets', 'settings'],
  policy: ['storage'],
  definitions: ['storage', 'questions'],
  dataFlow: [],
  approvals: ['storage', 'questions', 'servers'],
  elicitation: ['questions', 'schemas', 'links'],
  models: ['secrets', 'settings', 'net'],
  sampling: ['questions', 'models', 'storage', 'telemetry'],
  // From the wire to the pool: each layer may use the layers before it.
  parsing: ['schemas'],
  transport: ['net', 'parsing', 'secrets', 'servers', 'storage', 'traffic'],
  session: ['parsing', 'schemas', 'secrets', 'servers', 'storage', 'telemetry', 'transport'],
  catalog: ['parsing', 'session'],
  subscriptions: ['parsing', 'session'],
  calls: ['catalog', 'parsing', 'questions', 'schemas', 'session', 'storage', 'transport'],
  connections: [
    'calls',
    'catalog',
    'parsing',
    'questions',
    'servers',
    'session',
    'storage',
    'subscriptions',
    'telemetry',
    'traffic',
    'transport',
  ],
  suspendedCalls: ['storage', 'calls'],
  tasks: ['storage', 'calls'],
  oauth: ['net', 'storage', 'secrets', 'questions', 'links', 'servers', 'settings', 'transport'],
  resources: ['storage'],
  prompts: [],
  completion: [],
  logs: ['storage'],
  tools: ['approvals', 'connections', 'schemas', 'servers', 'telemetry'],
  appTools: ['definitions', 'parsing', 'questions', 'tools'],
  apps: ['appTools', 'approvals', 'confinedFrames', 'dataFlow', 'storage', 'traffic'],
  search: ['storage'],
  toolSearch: [],
  ownTools: ['tools', 'toolSearch'],
  downloads: [],
  exports: [],
  files: ['storage'],
  projects: ['storage', 'roots'],
  instructions: [],
  usage: ['storage'],
  context: ['tools', 'ownTools'],
  chat: [
    'storage',
    'models',
    'tools',
    'approvals',
    'calls',
    'questions',
    'servers',
    'telemetry',
    'usage',
    'appTools',
    'ownTools',
    'context',
    'projects',
    'instructions',
  ],
  imports: ['chat', 'files', 'storage', 'tools'],
  temporary: ['storage', 'calls', 'chat', 'suspendedCalls', 'tasks'],
}

/** The domains that implement the protocol, so they may use its library. */
const protocolDomains = [
  'calls',
  'catalog',
  'connections',
  'elicitation',
  'oauth',
  'parsing',
  'sampling',
  'session',
  'subscriptions',
  'telemetry',
  'transport',
]

/** The sides of Parley, and the sides that their files must not import. */
const sides = {
  shared: ['app', 'main', 'preload', 'renderer', 'e2e'],
  main: ['app', 'preload', 'renderer', 'e2e'],
  app: ['renderer', 'preload', 'e2e'],
  preload: ['app', 'main', 'renderer', 'e2e'],
  renderer: ['app', 'main', 'preload', 'e2e'],
}

const inside = (names) => names.flatMap((name) => [`**/${name}/**`])
const notOurs = '!**/shared/**'
const electronOnlyAtTheEdge = {
  group: ['electron', 'electron/*'],
  message: 'Electron stays at the edge: only app/electron and preload may import it. Give the host a port instead (main/ports.ts).',
}
const sdk = ['@modelcontextprotocol/*', '@modelcontextprotocol/**']
const sdkOnlyInConnections = {
  group: sdk,
  allowTypeImports: true,
  message: 'Only what speaks the protocol (protocolDomains in scripts/architecture.mjs) may use its library; elsewhere import its types.',
}
const noSdk = {
  group: sdk,
  message: 'The conformance driver reaches the protocol through the host alone; else it would test the protocol library.',
}
const ipcOnlyInItsFile = (name, file) => ({
  group: ['electron'],
  importNames: [name],
  message: `${name} belongs to ${file} alone: everything else goes through the door.`,
})
const noNode = { group: ['node:*', 'node:*/**'], message: 'This side has no Node: put it into main/ and reach it through the contract.' }

function sidePattern(side) {
  return {
    group: inside(sides[side]),
    message: `${side}/ may not import ${sides[side].join(', ')}: see the arrows in ARCHITECTURE.md.`,
  }
}

function restricted(files, patterns, excludeFiles) {
  return { files, ...(excludeFiles && { excludeFiles }), rules: { 'no-restricted-imports': ['error', { patterns }] } }
}

function domainOverrides() {
  const all = Object.keys(mayUse)
  const unknown = folders('main').filter((name) => !['integration', 'testing'].includes(name) && !all.includes(name))
  if (unknown.length > 0) throw new Error(`main/${unknown[0]} has no row in scripts/architecture.mjs`)
  return all.map((domain) => {
    const allowed = [domain, 'lib', ...mayUse[domain]]
    const forbidden = all.filter((name) => !allowed.includes(name))
    const domainPattern = {
      group: [...inside(forbidden), notOurs, '!**/testing/**'],
      message: `main/${domain} may use ${['lib', ...mayUse[domain]].join(', ')} and nothing else of main (scripts/architecture.mjs).`,
    }
    const usesSdk = protocolDomains.includes(domain)
    return restricted(
      [`main/${domain}/**`],
      [sidePattern('main'), electronOnlyAtTheEdge, domainPattern, ...(usesSdk ? [] : [sdkOnlyInConnections])],
    )
  })
}

function featureOverrides() {
  const features = folders('renderer/features')
  return features.map((feature) =>
    restricted(
      [`renderer/features/${feature}/**`],
      [
        sidePattern('renderer'),
        electronOnlyAtTheEdge,
        noNode,
        sdkOnlyInConnections,
        {
          group: [...inside(features.filter((name) => name !== feature)), notOurs],
          message: `The feature ${feature} may not import another feature: renderer/layout composes them.`,
        },
        {
          group: ['**/shell/**'],
          message: 'Features may not import the shell, which composes them: what both share lives in renderer/state or renderer/widgets.',
        },
      ],
    ),
  )
}

/**
 * The files that assert a type instead of parsing it, with the reason. Tests and their helpers may do so, because a wrong assertion makes
 * the test fail.
 */
const assertsTypes = {
  'shared/rpc/trustHostValue.ts': 'What the host sends is believed, in this one place: the contract has types for it, not schemas.',
  'shared/domain/defaultLimits.ts': 'An object that is made from the names of another one has no type of its own.',
  'main/rpc/dispatch.ts':
    'That the handler of a name takes the input of that name is checked by `Handlers`; TypeScript cannot carry it over.',
}
const tests = ['**/*.test.ts', '**/*.test.tsx', '**/testing/**', 'e2e/**']

/** Returns the whole lint configuration: the rules for all files, then one override per row of the tables above. */
export function lintConfiguration() {
  return {
    plugins: ['typescript', 'react', 'unicorn', 'import', 'promise', 'jsx-a11y'],
    categories: { correctness: 'error' },
    env: { builtin: true, es2024: true },
    rules: {
      'typescript/no-floating-promises': 'error',
      'typescript/no-misused-promises': 'error',
      'typescript/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
      'typescript/no-explicit-any': 'error',
      // `as const` is still allowed.
      'typescript/consistent-type-assertions': ['error', { assertionStyle: 'never' }],
      'typescript/no-non-null-assertion': 'error',
      'typescript/consistent-type-imports': 'error',
      'typescript/require-await': 'off',
      'typescript/unbound-method': 'off',
      'react/rules-of-hooks': 'error',
      'react/exhaustive-deps': 'error',
      'react/react-in-jsx-scope': 'off',
      'import/no-cycle': 'error',
      'import/no-default-export': 'error',
      'no-console': 'error',
      'no-var': 'error',
      'prefer-const': 'error',
      eqeqeq: 'error',
      'no-empty': ['error', { allowEmptyCatch: false }],
      // Parley searches for control characters on purpose, because they hide text from people.
      'no-control-regex': 'off',
      'no-eval': 'error',
      'no-new-func': 'error',
      'react/no-danger': 'error',
      'unicorn/filename-case': ['error', { cases: { camelCase: true, pascalCase: true } }],
      'unicorn/no-thenable': 'off',
      // A scrollable pane must be reachable by keyboard (axe: scrollable-region-focusable).
      'jsx-a11y/no-noninteractive-tabindex': 'off',
      // Media from servers have no captions that Parley could show.
      'jsx-a11y/media-has-caption': 'off',
      'jsx-a11y/prefer-tag-over-role': 'off',
      'jsx-a11y/no-autofocus': 'off',
    },
    overrides: [
      restricted(['shared/**'], [sidePattern('shared'), electronOnlyAtTheEdge, noNode, sdkOnlyInConnections], ['**/*.test.ts']),
      restricted(['main/*.ts'], [sidePattern('main'), electronOnlyAtTheEdge, sdkOnlyInConnections]),
      ...domainOverrides(),
      restricted(['app/**'], [sidePattern('app'), electronOnlyAtTheEdge, sdkOnlyInConnections]),
      restricted(['app/electron/**'], [sidePattern('app'), ipcOnlyInItsFile('ipcMain', 'app/electron/ipc.ts'), sdkOnlyInConnections]),
      restricted(['app/electron/ipc.ts'], [sidePattern('app'), sdkOnlyInConnections]),
      restricted(['preload/**'], [sidePattern('preload'), noNode]),
      restricted(['renderer/**'], [sidePattern('renderer'), electronOnlyAtTheEdge, noNode, sdkOnlyInConnections]),
      restricted(
        ['renderer/rpc/**', 'renderer/state/**', 'renderer/widgets/**'],
        [
          sidePattern('renderer'),
          electronOnlyAtTheEdge,
          noNode,
          sdkOnlyInConnections,
          { group: ['**/features/**', '**/shell/**'], message: 'rpc, state and widgets know no feature and no screen.' },
        ],
      ),
      restricted(
        ['renderer/ui/**', 'renderer/markdown/**'],
        [
          sidePattern('renderer'),
          electronOnlyAtTheEdge,
          noNode,
          sdkOnlyInConnections,
          {
            group: ['**/features/**', '**/shell/**', '**/rpc/**', '**/state/**', '**/widgets/**', '**/domain/**'],
            message: 'Primitives know neither the host nor the domain: what does belongs to renderer/widgets.',
          },
        ],
      ),
      ...featureOverrides(),
      restricted(['e2e/conformance/**'], [noSdk]),
      { files: [...tests, ...Object.keys(assertsTypes)], rules: { 'typescript/consistent-type-assertions': 'off' } },
      { files: ['*.config.ts', '**/*.config.ts'], rules: { 'import/no-default-export': 'off', 'unicorn/filename-case': 'off' } },
      { files: ['scripts/**', 'e2e/**', 'app/**'], rules: { 'no-console': 'off' } },
    ],
    ignorePatterns: ['out', 'release', 'node_modules', 'test-results', 'playwright-report'],
  }
}
