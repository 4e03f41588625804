import assert from 'node:assert/strict'
import { rm } from 'node:fs/promises'
import { describe, it } from 'node:test'
import type { Reply, SandboxRequest } from '../../../../sandbox/host.ts'
import { companies } from '../../../../sandbox/jobs/companies.ts'
import { jobHosts } from '../../../../sandbox/jobs/index.ts'
import { startSandbox } from '../../../../sandbox/server.ts'
import { FakeClock } from '../../../../test/support/fake-clock.ts'
import { newFolder } from '../../../../test/support/shared-folder.ts'
import { sqlite, type TestEngine, testEngines } from '../../../../test/support/store/test-engines.ts'
import { systemClock } from '../../../core/clock.ts'
import { silentEvents } from '../../../core/events.ts'
import { createOutbound } from '../../../core/outbound/create-outbound.ts'
import type { OutboundRequest } from '../../../core/outbound/outbound.ts'
import { diskArtifactStore } from '../../../sync/artifacts/disk-artifact-store.ts'
import { allowedHosts } from '../../../sync/define-source.ts'
import { toHealthState } from '../../../sync/health/health-state.ts'
import type { AnyWriter } from '../../../sync/source.ts'
import { createSyncEngine } from '../../../sync/sync-engine.ts'
import { withJobTables } from '../schema/tables.ts'
import { jobSources, jobsWriter } from '../sync.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs
const writer = jobsWriter as AnyWriter

/** What the host sends instead of its reply to a request for the list. */
type Alter = (reply: Reply, tag: string | undefined) => Reply

/** One board of the sandbox, read over HTTP. */
async function openBoard(engine: TestEngine, platform: 'greenhouse' | 'ashby' = 'greenhouse') {
  await using stack = new AsyncDisposableStack()
  const clock = new FakeClock('2026-11-15T06:00:00Z')
  let alter: Alter = (reply) => reply
  const hosts = jobHosts.map(({ routes, ...host }) => ({
    ...host,
    routes: routes.map((route) => ({
      ...route,
      answer: async (request: SandboxRequest) => {
        const reply = await route.answer(request)
        return /content=|includeCompensation=/.test(request.url.search)
          ? alter(reply, request.headers['if-none-match'])
          : reply
      },
    })),
  }))
  const sandbox = stack.use(await startSandbox({ clock, seed: 'spring', hosts }))
  const folder = newFolder('conditional')
  stack.defer(() => rm(folder, { recursive: true, force: true }))
  const place = stack.use(await engine.borrowDatabase())
  const store = stack.use(await place.openStore({ clock, role: 'worker' }))
  const company = companies.find((one) => one.platform === platform)
  assert.ok(company)
  const key = platform === 'greenhouse' ? 'copperlogistics' : company.key
  const board = { key, name: company.name, home: 'US' }
  const [source] = jobSources({ [platform]: [board] })
  assert.ok(source)
  const outbound = stack.use(
    createOutbound({
      userAgent: 'Broadsheet/test',
      hosts: allowedHosts([source]),
      overrideOrigin: () => ({ origin: sandbox.origin }),
      pauseBetweenRequests: false,
      attemptsMax: 1,
      clock: systemClock,
    }),
  )
  /** The tags of the requests for the list, and the statuses of the responses that were accepted. */
  const asked: (readonly [tag: string | undefined, status: number])[] = []
  const recording = {
    for: () => ({
      async request(url: string, request: OutboundRequest) {
        const response = await outbound.request(url, request)
        if (/\/jobs\?|\/job-board\//.test(url))
          asked.push([request.headers?.['if-none-match'], response.status])
        return response
      },
    }),
  }
  const createEngine = (changes: { readonly writer?: AnyWriter; readonly home?: string } = {}) =>
    createSyncEngine({
      store,
      outbound: recording,
      artifacts: diskArtifactStore({ folder }),
      sources: [
        {
          ...source,
          members: source.members.map((member) => ({ ...member, home: changes.home ?? member.home })),
        } as never,
      ],
      writers: [changes.writer ?? writer],
      clock,
      leaseTime: async () => clock.monotonic(),
      events: silentEvents,
      holder: `test:${process.pid}`,
    })
  const resources = stack.move()
  return {
    createEngine,
    alter: (next: Alter) => {
      alter = next
    },
    /** Reads the board after this time; returns its report and how the list was asked for. */
    async read(laterMs = 0, { node = createEngine(), mode = 'scheduled' as 'scheduled' | 'manual' } = {}) {
      clock.advance(laterMs)
      asked.length = 0
      const report = await node.run(platform, { mode, signal: AbortSignal.timeout(600_000) })
      assert.ok(report.status !== 'skipped')
      return { member: report.members[key.toLowerCase()], asked: [...asked] }
    },
    artifacts: async () => (await store.ledger.read.selectFrom('artifact').select('id').execute()).length,
    async readState() {
      const [board] = await withJobTables(store.readModel.read)
        .selectFrom('job_board')
        .select(['state', 'good_day', 'listed_at'])
        .execute()
      const jobs = await withJobTables(store.readModel.read)
        .selectFrom('job')
        .select(['id', 'title', 'last_seen'])
        .orderBy('id')
        .execute()
      return { board, jobs, now: clock.now() }
    },
    async healthState() {
      const row = await store.ledger.read.selectFrom('member_health').selectAll().executeTakeFirst()
      return toHealthState({}, row)
    },
    async storedTag() {
      const row = await store.readModel.read
        .selectFrom('member_state')
        .select('response_tag')
        .executeTakeFirst()
      return row?.response_tag?.split(' ')[1]
    },
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  }
}

for (const engine of testEngines) {
  describe(`${engine.name}: a board whose host tags its list`, { skip: engine.skip }, () => {
    it('is confirmed by a 304: nothing is received or stored but when it was seen', async () => {
      await using board = await openBoard(engine)
      const first = await board.read()
      assert.deepEqual(first.asked, [[undefined, 200]])
      const tag = await board.storedTag()
      assert.match(tag ?? '', /^W\/"[0-9a-f]{32}"$/)
      const before = await board.readState()

      const second = await board.read(13 * hourMs)
      assert.deepEqual(second.asked, [[tag, 304]])
      assert.ok(first.member?.outcome === 'published' && second.member?.outcome === 'published')
      const { artifactId, records } = first.member
      assert.deepEqual(second.member, {
        outcome: 'published',
        artifactId,
        records,
        dropped: {},
        written: 0,
        unchanged: records,
        removed: 0,
        isNotModified: true,
      })
      assert.equal(await board.artifacts(), 1)
      const after = await board.readState()
      assert.deepEqual(after.jobs, before.jobs)
      assert.deepEqual(after.board, { state: 'ok', good_day: '2026-11-15', listed_at: after.now })
    })

    it('has changed if most rows cannot be read, or none is left; its postings stay', async () => {
      await using board = await openBoard(engine)
      await board.read()
      const before = (await board.readState()).jobs.length
      for (const [alter, changed] of [
        [(body: string) => body.replaceAll('"title":', '"heading":'), /^\d+ of \d+ rows could not be read$/],
        [() => '{"jobs":[],"meta":{"total":0}}', /^the list went from \d+ rows to none$/],
      ] as const) {
        board.alter((reply) => ({ ...reply, status: 200, headers: {}, body: alter(String(reply.body)) }))
        const { member } = await board.read(13 * hourMs, { mode: 'manual' })
        assert.ok(member?.outcome === 'published')
        assert.match(member.changed ?? '', changed)
        assert.equal((await board.readState()).jobs.length, before)
        assert.equal(await board.healthState(), 'changed')
      }
    })

    it('is confirmed at Ashby too', async () => {
      await using board = await openBoard(engine, 'ashby')
      await board.read()
      const { member, asked } = await board.read(13 * hourMs)
      assert.deepEqual(asked, [[await board.storedTag(), 304]])
      assert.ok(member?.outcome === 'published' && member.isNotModified)
    })

    it('is read as a whole once its list is another one, which has a tag of its own', async () => {
      await using board = await openBoard(engine)
      await board.read()
      const tag = await board.storedTag()
      const next = await board.read(27 * hourMs)
      assert.deepEqual(next.asked, [[tag, 200]])
      assert.ok(next.member?.outcome === 'published' && next.member.isNotModified === undefined)
      const nextTag = await board.storedTag()
      assert.notEqual(nextTag, tag)
      assert.deepEqual((await board.read(13 * hourMs)).asked, [[nextTag, 304]])
    })
  })
}

describe('the tag of a list', { skip: sqlite.skip }, () => {
  it('is not sent in a run that an operator asks for, by another version, or for a board with other facts', async () => {
    await using board = await openBoard(sqlite)
    await board.read()
    const plainly = [[undefined, 200]]
    assert.deepEqual((await board.read(hourMs, { mode: 'manual' })).asked, plainly)
    const confirm = { ...writer.confirm, version: 'another' } as NonNullable<AnyWriter['confirm']>
    const other = board.createEngine({ writer: { ...writer, confirm } })
    assert.deepEqual((await board.read(13 * hourMs, { node: other })).asked, plainly)
    await board.read(10 * hourMs)
    assert.equal((await board.read(13 * hourMs)).asked[0]?.[1], 304)
    const moved = board.createEngine({ home: 'CA' })
    assert.deepEqual((await board.read(dayMs, { node: moved })).asked, plainly)
  })

  it('is not sent while the last list left something open', async () => {
    await using board = await openBoard(sqlite)
    board.alter((reply) => {
      const list = JSON.parse(String(reply.body))
      return { ...reply, body: JSON.stringify({ ...list, meta: { total: list.meta.total + 1 } }) }
    })
    const { member } = await board.read()
    assert.ok(member?.outcome === 'published' && member.problem !== undefined)
    assert.equal(await board.storedTag(), undefined)
    assert.deepEqual((await board.read(13 * hourMs)).asked, [[undefined, 200]])
  })

  it('is ignored if it is long, or has characters that a header should not have', async () => {
    for (const etag of [
      `"${'x'.repeat(255)}"`,
      '"a" , "b"',
      '"a\u00fcb"',
      '"a b"',
      '"a\tb"',
      'unquoted',
      '""',
      '*',
    ]) {
      await using board = await openBoard(sqlite)
      board.alter((reply) => ({ ...reply, headers: { ...reply.headers, etag } }))
      await board.read()
      assert.equal(await board.storedTag(), undefined, etag)
      assert.deepEqual((await board.read(13 * hourMs)).asked, [[undefined, 200]], etag)
    }
  })

  it('is left out of a second request if the host confirms another one', async () => {
    await using board = await openBoard(sqlite)
    await board.read()
    const tag = await board.storedTag()
    board.alter((reply) => (reply.status === 304 ? { status: 304, headers: { etag: 'W/"other"' } } : reply))
    const { asked, member } = await board.read(13 * hourMs)
    assert.deepEqual(asked, [
      [tag, 304],
      [undefined, 200],
    ])
    assert.ok(member?.outcome === 'published' && member.isNotModified === undefined)
  })

  it('confirms nothing if it was not sent: such a 304 is an error, and the postings stay', async () => {
    await using board = await openBoard(sqlite)
    await board.read()
    const { jobs } = await board.readState()
    board.alter(() => ({ status: 304 }))
    const { member, asked } = await board.read(hourMs, { mode: 'manual' })
    assert.deepEqual(asked, [])
    assert.ok(member?.outcome === 'failed')
    assert.equal(member.code, 'upstream_changed')
    assert.deepEqual((await board.readState()).jobs, jobs)
  })

  it('is not sent for longer than a week, even if the host confirms it for ever', async () => {
    await using board = await openBoard(sqlite)
    await board.read()
    const { jobs } = await board.readState()
    board.alter((reply, tag) => (tag === undefined ? reply : { status: 304 }))
    let days = 0
    for (; days < 10; days += 1) {
      const { member } = await board.read(dayMs + hourMs)
      assert.ok(member?.outcome === 'published')
      if (!member.isNotModified) break
      assert.deepEqual((await board.readState()).jobs, jobs)
    }
    assert.ok(days >= 3 && days < 7, `${days} days`)
    assert.notDeepEqual((await board.readState()).jobs, jobs)
  })
})
