/** Which files may import which, and which APIs are reserved for which files. `$` stands for one service, the same on both sides. */

export interface Layer {
  readonly path: string
  /** Besides `path` itself. */
  readonly mayImport: readonly string[]
  readonly mayImportTypesOf?: readonly string[]
}

function inService(...parts: string[]): string[] {
  return parts.map((part) => `src/services/$/${part}`)
}

/** What publishing and queries share: schemas, pure functions and stored encodings. */
const sharedParts = inService('schema/', 'normalise/', 'encoding/', 'coverage/', 'scopes.ts')

/** The first entry that matches a file applies. */
export const layers: readonly Layer[] = [
  { path: 'src/core/', mayImport: [] },
  { path: 'src/store/', mayImport: ['src/core/'] },
  { path: 'src/registry/', mayImport: ['src/core/'] },
  { path: 'src/sync/', mayImport: ['src/store/', 'src/core/'], mayImportTypesOf: ['src/registry/'] },
  { path: 'src/discovery/', mayImport: ['src/core/', 'src/registry/registry-entry.ts'] },
  // Browsers load them, each from its own address.
  { path: 'src/http/pages/scripts/', mayImport: [] },
  { path: 'src/http/', mayImport: ['src/store/', 'src/core/'] },
  { path: 'src/identity/', mayImport: ['src/http/', 'src/store/', 'src/core/'] },
  {
    path: 'src/services/$/sources/',
    mayImport: [
      'src/core/',
      'src/registry/',
      'src/sync/source.ts',
      'src/sync/define-source.ts',
      'src/sync/response-tag.ts',
      'src/sync/status-rules.ts',
      'src/sync/rosters/roster.ts',
      'src/discovery/recogniser.ts',
      ...inService('schema/', 'normalise/'),
    ],
  },
  { path: 'src/services/$/normalise/', mayImport: ['src/core/', ...inService('schema/')] },
  {
    path: 'src/services/$/publish/',
    mayImport: ['src/core/', 'src/store/', 'src/sync/source.ts', 'src/sync/plausibility.ts', ...sharedParts],
    mayImportTypesOf: inService('sources/'),
  },
  {
    path: 'src/services/$/queries/',
    mayImport: ['src/core/', 'src/store/', ...sharedParts],
    mayImportTypesOf: ['src/http/cursor.ts', ...inService('sources/', 'cinema-context.ts')],
  },
  {
    // The protocol of the provider's socket is written once, in the client.
    path: 'src/services/market/streams/',
    mayImport: [
      'src/core/',
      'src/http/',
      'packages/client/src/',
      ...['gateway/', 'parameters/', 'scanner/', 'schema/'].map((part) => `src/services/market/${part}`),
    ],
  },
  {
    path: 'src/services/$/routes/',
    mayImport: [
      'src/core/',
      'src/store/',
      'src/http/',
      ...sharedParts,
      ...inService('queries/', 'live/', 'places/', 'cinema-context.ts', 'warnings.ts'),
      // The market's gateway takes the place of queries.
      ...inService('gateway/', 'parameters/', 'products/', 'scanner/', 'socket-methods.ts', 'streams/'),
    ],
    mayImportTypesOf: inService('sources/'),
  },
  {
    path: 'src/services/$/',
    mayImport: ['src/http/', 'src/sync/source.ts', 'src/sync/plausibility.ts', 'src/store/', 'src/core/'],
  },
  { path: 'sandbox/', mayImport: ['src/core/clock.ts', 'src/core/type-guard.ts', 'src/core/zoned-time.ts'] },
  { path: 'src/app/profile/sandbox.ts', mayImport: ['src/', 'sandbox/'] },
  { path: 'src/app/', mayImport: ['src/'] },
  // Commands that read a running server do it with the client.
  { path: 'src/cli/', mayImport: ['src/app/', 'src/core/', 'packages/client/src/'] },
  { path: 'src/main.js', mayImport: ['src/cli/', 'src/core/'] },
  { path: 'packages/client/', mayImport: [], mayImportTypesOf: ['src/services/$/schema/'] },
  { path: 'packages/console/', mayImport: ['packages/client/'] },
]

/** Folders that only some layers may import, whatever the layers say. */
export const restrictedFolders = [{ path: 'src/http/server/', importableFrom: ['src/http/', 'src/app/'] }]

/** Loaded when they are needed, so that a server loads the profile and the command it runs and no other, and starts fast. */
export const dynamicOnly =
  /^src\/(app\/(discovery|profile\/(live|sandbox))|cli\/commands\/(?!index\.)[a-z/-]+|core\/config\/parse-config-file)\.ts$/

/** Tests, benchmarks and scripts may import everything, and no product code may import them. */
export const exemptFiles = /\.test\.ts$|^(test|scripts|bench|packages\/[a-z]+\/test)\//

export interface RestrictedApi {
  /** A global, a builtin module or a package. */
  readonly api: string
  readonly allowedIn: readonly string[]
  readonly reason: string
}

export const restrictedApis: readonly RestrictedApi[] = [
  {
    api: 'process.env',
    allowedIn: ['src/core/config/load-config.ts'],
    reason: 'settings come from one table',
  },
  {
    api: 'process.exit',
    allowedIn: ['src/main.js'],
    reason: 'dispose resources and let the event loop empty',
  },
  {
    api: 'Date.now',
    allowedIn: ['src/core/clock.ts', 'packages/client/src/clock.ts'],
    reason: 'the clock is injected',
  },
  { api: 'new Date()', allowedIn: ['src/core/clock.ts'], reason: 'the clock is injected' },
  {
    api: 'Math.random',
    allowedIn: [
      'src/core/outbound/create-outbound.ts',
      'src/store/sqlite/retry-while-busy.ts',
      'packages/client/src/clock.ts',
    ],
    reason: 'randomness is injected; only the pause before a retry is random',
  },
  ...['undici', 'fetch', 'new WebSocket', 'new EventSource', 'node:https'].map((api) => ({
    api,
    // The bucket belongs to the operator and is no upstream. Scripts run in browsers.
    allowedIn: [
      'src/core/outbound',
      // A server that the person at the terminal names.
      'src/cli/remote/server-address.ts',
      'src/sync/artifacts/bucket.ts',
      'src/http/pages/scripts/',
      'sandbox/',
      'packages/',
    ],
    reason: 'only the outbound client sends requests',
  })),
  ...['node:http', 'node:net', 'node:tls'].map((api) => ({
    api,
    allowedIn: ['src/core/outbound', 'src/http/', 'sandbox/'],
    reason: 'only the HTTP server and the outbound client use sockets',
  })),
  ...['node:sqlite', 'pg', 'pg-cursor', '@clickhouse/client'].map((api) => ({
    api,
    allowedIn: ['src/store/'],
    reason: 'database engines stay behind the store',
  })),
  ...['ajv/dist/2020.js', 'ajv-formats'].map((api) => ({
    api,
    allowedIn: [],
    reason: 'loaded with the first schema, so that servers start faster',
  })),
]

/** Names that are harmless when imported from a restricted module. */
export const harmlessImports: ReadonlySet<string> = new Set([
  'isIP',
  'isIPv4',
  'isIPv6',
  'BlockList',
  'STATUS_CODES',
  'METHODS',
])

export const vagueNames = /^(utils?|helpers?|common|misc|lib|shared|managers?)$/
