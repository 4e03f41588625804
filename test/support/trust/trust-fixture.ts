/** The trust service over a store of its own, behind a listening server, for tests. */

import { trustService } from '../../../src/services/trust/index.ts'
import type { Findings } from '../../../src/services/trust/normalise/findings.ts'
import { toItems } from '../../../src/services/trust/normalise/items.ts'
import { surfaces } from '../../../src/services/trust/normalise/vocabulary.ts'
import type { CenterRecord, TrustRecord } from '../../../src/services/trust/schema/records.ts'
import { type TrustTables, trustTables } from '../../../src/services/trust/schema/tables.ts'
import { trustWriter } from '../../../src/services/trust/sync.ts'
import type { StoreOptions } from '../../../src/store/open.ts'
import type { Store } from '../../../src/store/store.ts'
import type { WriteCounts } from '../../../src/sync/source.ts'
import { openTestServer, type TestServer } from '../server/test-server.ts'
import type { TestEngine } from '../store/test-engines.ts'

/** Enough to catch most mistakes during development; the nightly run has more. */
export const publications = Number(process.env.RANDOM_PUBLICATIONS ?? 12)

export interface TrustFixture extends AsyncDisposable {
  readonly store: Store
  /** Publishes records as captured at this time, and returns the counts. */
  publish(at: string, ...records: readonly TrustRecord[]): Promise<WriteCounts>
  readRows<Table extends keyof TrustTables>(table: Table): Promise<TrustTables[Table][]>
  /** The log, oldest first. */
  readLog(): Promise<LoggedChange[]>
  /** Type and name of each change, by time and type. */
  readChanges(): Promise<string[]>
  get(path: string): Promise<{ status: number; body: Body }>
  getRaw: TestServer['get']
}

interface LoggedChange {
  readonly type: string
  readonly provider: string
  readonly detected_at: number
  readonly doc: string
}

interface Body {
  // biome-ignore lint/suspicious/noExplicitAny: tests read arbitrary response fields
  readonly data: any
  // biome-ignore lint/suspicious/noExplicitAny: as above
  readonly [name: string]: any
}

/** By default without the threads of a server’s store, which take longer to start than most tests. */
export async function openTrustFixture(
  engine: TestEngine,
  role: StoreOptions['role'] = 'worker',
): Promise<TrustFixture> {
  await using stack = new AsyncDisposableStack()
  const place = stack.use(await engine.borrowDatabase())
  const store = stack.use(await place.openStore({ role }))
  const server = stack.use(await openTestServer({ service: trustService(store.readModel), store }))
  const read = trustTables(store.readModel.read)
  const readLog = async () =>
    (await read
      .selectFrom('change')
      .selectAll()
      .where('service', '=', 'trust')
      .orderBy('number')
      .execute()) as LoggedChange[]
  const resources = stack.move()
  return {
    store,
    async publish(at, ...records) {
      const { dialect } = store.readModel
      const capturedAt = Date.parse(at)
      return await store.readModel.transaction(async (tx) => {
        const facts = {
          tx,
          dialect,
          sourceId: 'trust-test',
          memberId: 'm',
          artifactId: 1,
          capturedAt,
          records,
        }
        const counts = await trustWriter.write(facts)
        const outcomes = new Map([['m', 'published' as const]])
        await trustWriter.finalizeRun?.({ tx, dialect, sourceId: facts.sourceId, now: capturedAt, outcomes })
        await dialect.bumpVersion(tx, 'trust', capturedAt)
        return counts
      })
    },
    readRows: (table) => read.selectFrom(table).selectAll().execute() as never,
    readLog,
    async readChanges() {
      const rows = (await readLog()).sort(
        (a, b) => a.detected_at - b.detected_at || (a.type < b.type ? -1 : a.type > b.type ? 1 : 0),
      )
      return rows.map(({ type, doc }) => `${type} ${JSON.parse(doc).subject.name}`)
    },
    getRaw: server.get,
    async get(path) {
      const { status, json } = await server.get(path)
      return { status, body: json }
    },
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  }
}

/** One read of a fictional center; the surfaces in `findings` count as read. */
export function readRecord(
  name: string,
  overrides: Partial<Findings> & { readonly bestEffort?: boolean; readonly provider?: string } = {},
): CenterRecord {
  const { bestEffort = false, provider = 'oneleet', ...findingsOverrides } = overrides
  const slug = name.toLowerCase().replaceAll(' ', '-')
  const website = `https://www.${slug}.example`
  const states = Object.fromEntries(
    surfaces.map((surface) => [
      surface,
      findingsOverrides.states?.[surface] ?? (findingsOverrides[surface] ? 'read' : 'not_read'),
    ]),
  )
  const findings = { gate: 'none', states, ...findingsOverrides } as Findings
  return {
    type: 'read',
    center: { provider, company: name, website, url: `https://trust.${slug}.example/` },
    gate: findings.gate,
    gate_reason: findings.gate === 'none' ? null : 'for a test',
    parser: `${provider}@1`,
    best_effort: bestEffort,
    describes_restricted: false,
    states: states as CenterRecord['states'],
    items: toItems(findings, { name, website }, () => {}),
    evidence: [
      {
        kind: 'api_read',
        url: `https://api.${provider}.example/${slug}`,
        http_status: 200,
        sha256: 'ab',
        bytes: 2,
        content_type: 'application/json',
      },
    ],
    content_hash: `hash of ${JSON.stringify(findingsOverrides).length}`,
  }
}

export function vendorFinding(name: string, overrides: object = {}) {
  return {
    name,
    website: `https://${name.toLowerCase().replaceAll(' ', '-')}.example`,
    purpose: 'Hosting',
    ...overrides,
  }
}
