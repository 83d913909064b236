import * as z from 'zod'
import { ConfigValue } from './configValue'
import { ArgumentCondition, RuleVerdict, ToolKind } from './rule'
import { issue } from './schemaIssueIds'
import { TelemetryEndpoint, TelemetryHeaderName, TelemetryProtocol, TelemetrySignals } from './telemetry/telemetry'

const Text = z.string().min(1).max(4096)

/** One kind of server. `*` matches any text within a name, a path or a host. */
export const ServerPattern = z.union(
  [
    z.strictObject({
      command: Text.describe('A program: its base name (`npx`) matches it wherever it lies; a whole path matches that file alone.'),
    }),
    z.strictObject({ npm: Text.describe('A package of the npm registry that npx, bunx, pnpm dlx or yarn dlx runs: `@atlas/*`.') }),
    z.strictObject({ pypi: Text.describe('A package of PyPI that uvx or pipx runs: `mcp-server-*`.') }),
    z.strictObject({ image: Text.describe('A container image that docker or podman runs, without tag: `ghcr.io/atlas/*`.') }),
    z.strictObject({ url: Text.describe('A remote server: `https://*.atlas.example`, `https://mcp.example.com/team/*`.') }),
    z.strictObject({
      serverName: Text.describe('As in VS Code: a server of exactly this name. Users choose names, so it stops nobody.'),
    }),
    z.strictObject({
      serverUrl: Text.describe('As in VS Code: the whole address of a remote server, `*` for anything: `https://mcp.example.com/*`.'),
    }),
    z.strictObject({
      serverCommand: z
        .array(z.string().max(4096))
        .min(1)
        .max(1000)
        .describe('As in VS Code: the program and all its arguments, exactly so: `["npx", "-y", "@atlas/files"]`.'),
      cwd: Text.optional().describe('The folder that the entry starts in, exactly so. Left out, `allow` admits no entry with a folder.'),
    }),
  ],
  { error: issue('json.issue.pattern') },
)
export type ServerPattern = z.infer<typeof ServerPattern>

/** Selects models by their address and by name. An absent field matches anything. */
export const ModelPattern = z.strictObject({
  address: Text.optional().describe(
    'Where the model is reached, such as `https://gateway.atlas.example/*`; a name says nothing about that.',
  ),
  names: z.array(Text).min(1).optional().describe('Ids of models at that address: `claude-*`.'),
})
export type ModelPattern = z.infer<typeof ModelPattern>

/** A rule that no user can loosen; or a tool that everybody is allowed beforehand, as long as it stays what it was. */
export const PolicyRule = z
  .strictObject({
    verdict: RuleVerdict.describe('`allow` needs `server`, `tool` and `definition`, and a server of this file.'),
    server: z.string().min(1).max(200).optional().describe('The name of a server; left out, all of them.'),
    tool: z.string().min(1).max(200).optional(),
    kind: z
      .enum([...ToolKind.options, 'notReadOnly'])
      .optional()
      .describe('Tools by what their server says of them. What a server does not say counts as the worst.'),
    believe: z
      .literal(true)
      .optional()
      .describe(
        'For `notReadOnly`: what a server says of its tools counts. Without it, a tool that says it only reads is asked about too.',
      ),
    definition: z
      .string()
      .regex(/^[0-9a-f]{64}$/)
      .optional()
      .describe('For `allow`: the hash of the tool, as `parley list --json` prints it.'),
    where: z.array(ArgumentCondition).min(1).max(20).optional().describe('Conditions on arguments; all of them must hold.'),
  })
  .refine(({ server, tool }) => tool === undefined || server !== undefined, issue('json.issue.toolNeedsServer'))
  .refine(({ tool, where }) => where === undefined || tool !== undefined, issue('json.issue.argumentsNeedTool'))
  .refine(
    ({ verdict, tool, definition, kind }) =>
      verdict === 'allow' ? tool !== undefined && definition !== undefined && kind === undefined : definition === undefined,
    issue('json.issue.allowNeedsDefinition'),
  )
  .refine(({ kind, believe }) => believe === undefined || kind === 'notReadOnly', issue('json.issue.believeNeedsKind'))
export type PolicyRule = z.infer<typeof PolicyRule>

const WebAddress = z.url({ protocol: /^https?$/ }).max(2000)

/** A client that was registered by hand, for the remote servers at these addresses. */
export const PolicyClient = z.strictObject({
  address: Text.describe('Of the servers that it is for: `https://mcp.example.com/*`.'),
  clientId: z.string().min(1).max(2000),
  clientSecret: ConfigValue.optional(),
  issuer: WebAddress.optional().describe('The one authorization server to sign in at.'),
})
export type PolicyClient = z.infer<typeof PolicyClient>

export const PolicyIdentityProvider = z.strictObject({
  issuer: WebAddress,
  clientId: z.string().min(1).max(2000),
  clientSecret: ConfigValue.optional(),
  tokenEndpoint: WebAddress.optional(),
})

export const UpdateChannel = z.enum(['none', 'stable', 'beta'])
export type UpdateChannel = z.infer<typeof UpdateChannel>

const Folders = z.array(Text)

const ExtensionPattern = z
  .string()
  .max(200)
  .regex(/^[a-z0-9.*-]+(\/[\w.*-]+)?$/i, issue('json.issue.extensionPattern'))

/**
 * Parley's own part of a server's entry. The values are parsed like those of servers.json. An unknown name is an error, because it would
 * have no effect.
 */
const PolicyServerPart = z
  .strictObject({
    enabled: z.unknown(),
    roots: z.unknown(),
    tools: z.strictObject({ disabled: z.unknown() }).partial(),
    sampling: z.unknown(),
    samplingLimits: z.strictObject({ models: z.unknown(), callsPerDay: z.unknown(), tokensPerDay: z.unknown() }).partial(),
    elicitation: z.unknown(),
    touches: z.unknown(),
    protocol: z.unknown(),
    auth: z.unknown(),
    extensions: z.unknown(),
    traceContext: z.unknown(),
    shareTraceId: z.unknown(),
  })
  .partial()

/** `policy.json`: what an admin fixes for everybody at a computer. Everything else stays the user's choice. */
export const PolicyFile = z.strictObject({
  $schema: z.string().optional(),
  name: z.string().min(1).max(80).describe('Who set it, as people see it: “Atlas IT does not allow npx.”'),
  contact: z.string().min(1).max(300).optional().describe('Whom to ask: an address, a page, a telephone number.'),
  ignorable: z
    .array(z.string().min(1).max(200))
    .max(100)
    .optional()
    .describe('Words of newer versions that an older Parley may leave out: `apps`, `servers.signedBy`. What Parley knows always counts.'),
  mcpServers: z
    .record(z.string(), z.looseObject({ parley: PolicyServerPart.optional() }))
    .optional()
    .describe('Servers that everybody has, in the shape of servers.json. Users can neither change nor remove them.'),
  servers: z
    .strictObject({
      add: z.boolean().optional().describe('False: users have no servers but those of this file.'),
      allow: z.array(ServerPattern).optional().describe('Users may have servers that one of these matches, and no others.'),
      deny: z.array(ServerPattern).optional().describe('Never, whatever is allowed.'),
      variables: z
        .array(z.string().regex(/^[^=\s]{1,200}$/, issue('json.issue.variable')))
        .optional()
        .describe(
          'Variables that users may set for servers under `allow` or `deny`, beside harmless ones and keys such as GITHUB_TOKEN: `ATLAS_*`. ' +
            'One that can change what runs, such as NODE_OPTIONS, counts only where its whole name is here.',
        ),
      protocol: z
        .array(z.string().regex(/^(2025|2026|\d{4}-\d{2}-\d{2})$/, issue('json.issue.protocol')))
        .min(1)
        .optional()
        .describe(
          'The versions of MCP that are spoken with servers, and no others: `2025` (all before 2026-07-28), `2026`, or one such as `2025-11-25`.',
        ),
      extensions: z
        .strictObject({
          allow: z.array(ExtensionPattern).max(200).optional().describe('Parley claims only extensions that one of these matches.'),
          deny: z.array(ExtensionPattern).max(200).optional().describe('Never, whatever is allowed.'),
        })
        .optional()
        .describe('Extensions of the protocol, by name: `io.modelcontextprotocol/tasks`, `com.example/*`. `*` stands for any text.'),
    })
    .optional(),
  folders: z
    .strictObject({
      within: Folders.optional().describe('Folders are shared with servers only inside of these. `~` is the home of whoever runs Parley.'),
      ofServers: z.record(z.string(), Folders).optional().describe('By server: exactly these folders, whatever users choose.'),
    })
    .optional(),
  models: z.strictObject({ allow: z.array(ModelPattern).optional() }).optional(),
  sampling: z
    .strictObject({
      allowed: z.boolean().optional().describe('Whether servers may ask for the user’s model.'),
      callsPerDay: z.int().nonnegative().optional().describe('The most that a user may grant one server in a day.'),
      tokensPerDay: z.int().nonnegative().optional(),
      models: z.array(ModelPattern).optional().describe('Models that servers may use.'),
    })
    .optional(),
  elicitation: z
    .strictObject({
      forms: z.boolean().optional().describe('Whether servers may ask for information.'),
      pages: z.boolean().optional().describe('Whether servers may ask to visit a page.'),
      hosts: z
        .array(z.string().regex(/^(\*\.)?[a-z0-9.-]+$/i, issue('json.issue.host')))
        .optional()
        .describe('Hosts whose pages servers may send people to: `login.example.com`, `*.example.com` for all below.'),
    })
    .optional(),
  rules: z.array(PolicyRule).max(1000).optional(),
  signIn: z
    .strictObject({
      registration: z.boolean().optional().describe('Whether Parley may register itself as a client where it signs in.'),
      clientMetadataUrl: z
        .url({ protocol: /^https$/ })
        .max(2000)
        .optional(),
      clients: z.array(PolicyClient).optional(),
      idp: PolicyIdentityProvider.optional().describe('The identity provider that vouches for people at work.'),
    })
    .optional(),
  telemetry: z
    .strictObject({
      allowed: z.boolean().optional().describe('False: Parley sends no telemetry, whatever users set.'),
      endpoint: TelemetryEndpoint.optional().describe('The collector that everybody sends to: the base address of OTLP over HTTP.'),
      protocol: TelemetryProtocol.optional().describe('How data is encoded. Left out: `http/protobuf`.'),
      signals: TelemetrySignals.partial().optional().describe('What is sent. Left out: everything.'),
      headers: z.record(TelemetryHeaderName, ConfigValue).optional().describe('Of each request. Name the secrets of a vault.'),
      content: z
        .boolean()
        .optional()
        .describe('True: what people say and what tools return is sent too. False: nobody may send it. Needs `endpoint` to be true.'),
    })
    .refine(
      ({ endpoint, protocol, signals, headers, content }) =>
        endpoint !== undefined || (protocol === undefined && signals === undefined && headers === undefined && content !== true),
      issue('json.issue.telemetryNeedsEndpoint'),
    )
    .optional(),
  chat: z
    .strictObject({ temporary: z.boolean().optional().describe('Whether people may begin chats of which nothing is kept.') })
    .optional(),
  updates: z.strictObject({ channel: UpdateChannel }).optional().describe('Shown to users. Parley does not update itself yet.'),
})
export type PolicyFile = z.infer<typeof PolicyFile>
