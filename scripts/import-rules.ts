/** Who may import whom, and what may be touched where. `$` stands for one service, the same on both sides. */

/** The parts of its own service that a source may use: schemas, and whatever only maps and classifies. */
const sourceImportableParts = ['schema/', 'normalise/']

/** The first line that fits a module counts. A module may always import from its own place. */
export const layers: readonly { at: string; imports: readonly string[]; typesOf?: readonly string[] }[] = [
  { at: 'src/core/', imports: [] },
  { at: 'src/store/', imports: ['src/core/'] },
  { at: 'src/sync/', imports: ['src/store/', 'src/core/'] },
  { at: 'src/http/', imports: ['src/store/', 'src/core/'] },
  { at: 'src/identity/', imports: ['src/http/', 'src/store/', 'src/core/'] },
  {
    at: 'src/services/$/sources/',
    imports: [
      'src/core/',
      'src/sync/source.ts',
      ...sourceImportableParts.map((part) => `src/services/$/${part}`),
    ],
  },
  { at: 'src/services/$/', imports: ['src/http/', 'src/sync/source.ts', 'src/store/', 'src/core/'] },
  { at: 'sandbox/', imports: ['src/core/clock.ts', 'src/core/zoned-time.ts'] },
  { at: 'src/app/', imports: ['src/', 'sandbox/'] },
  { at: 'src/cli/', imports: ['src/app/', 'src/core/'] },
  { at: 'src/main.js', imports: ['src/cli/', 'src/core/'] },
  { at: 'packages/client/', imports: [], typesOf: ['src/services/$/schema/'] },
  { at: 'packages/console/', imports: ['packages/client/'] },
]

/** Tests, measurements and scripts look at everything, and nothing of the program looks at them. */
export const exemptFiles = /\.test\.ts$|^(test|scripts|bench|packages\/[a-z]+\/test)\//

/** Packages, globals and builtins that belong to named places. */
export const restrictedApis: readonly { what: string; only: readonly string[]; why: string }[] = [
  { what: 'process.env', only: ['src/core/config/load-config.ts'], why: 'settings come from one table' },
  { what: 'process.exit', only: ['src/main.js'], why: 'close things and let the loop empty' },
  { what: 'Date.now', only: ['src/core/clock.ts', 'packages/client/src/clock.ts'], why: 'time is handed in' },
  { what: 'new Date()', only: ['src/core/clock.ts'], why: 'time is handed in' },
  {
    what: 'Math.random',
    only: [
      'src/core/outbound/create-outbound.ts',
      'src/store/sqlite/retry-while-busy.ts',
      'packages/client/src/clock.ts',
    ],
    why: 'randomness is handed in; only the pause before a retry is left to chance',
  },
  ...['undici', 'fetch', 'new WebSocket', 'new EventSource', 'node:https'].map((what) => ({
    what,
    // The bucket is the operator's own, and no upstream.
    only: ['src/core/outbound', 'src/sync/artifacts/s3-artifact-store.ts', 'sandbox/', 'packages/'],
    why: 'requests leave by one door',
  })),
  ...['node:http', 'node:net', 'node:tls'].map((what) => ({
    what,
    only: ['src/core/outbound', 'src/http/', 'sandbox/'],
    why: 'sockets belong to the edge and to the one door out',
  })),
  ...['node:sqlite', 'pg', 'pg-cursor'].map((what) => ({
    what,
    only: ['src/store/'],
    why: 'engines stay behind the store',
  })),
]

/** Taken from a reserved builtin, these reach nothing. */
export const harmlessImports: ReadonlySet<string> = new Set([
  'isIP',
  'isIPv4',
  'isIPv6',
  'BlockList',
  'STATUS_CODES',
  'METHODS',
])

export const vagueNames = /^(utils?|helpers?|common|misc|lib|shared|managers?)$/
