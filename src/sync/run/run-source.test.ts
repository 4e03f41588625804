import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { copyFile, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { Type } from 'typebox'
import { FakeClock } from '../../../test/support/fake-clock.ts'
import { sqlite, testEngines } from '../../../test/support/store/test-engines.ts'
import {
  defineTownsSource,
  type Item,
  insertInterruptedRun,
  items,
  openSyncFixture,
  type SyncFixture,
  townsSource,
  townsWriter,
} from '../../../test/support/sync/sync-fixture.ts'
import { type Clock, systemClock } from '../../core/clock.ts'
import { Failure } from '../../core/errors.ts'
import { acquireLease, releaseLease } from '../../store/coordination/lease.ts'
import { createLeaseTime } from '../../store/coordination/ledger-time.ts'
import type { AnyWriter, Writer } from '../source.ts'
import { leaseName, type RunReport } from './run-rows.ts'

const signal = new AbortController().signal
const manual = { mode: 'manual', signal } as const
for (const engine of testEngines) {
  describe(`${engine.name}: a run`, { skip: engine.skip }, () => {
    it('publishes every member and records it in the run row', async () => {
      await using fixture = await openSyncFixture(engine)
      const report = await run(fixture)
      assert.deepEqual(pick(report), ['succeeded', 3, 3, 0])
      assert.deepEqual(await fixture.readTitlesByTown(), {
        ash: ['a 0', 'a 1', 'a 2'],
        bow: ['b 0', 'b 1', 'b 2', 'b 3'],
        cam: ['c 0'],
      })
      const [row] = await runRows(fixture)
      assert.deepEqual(
        [row?.status, row?.mode, row?.planned, row?.completed, row?.failed, row?.error_message],
        ['succeeded', 'manual', 3, 3, 0, null],
      )
      assert.ok((row?.finished_at ?? 0) >= (row?.started_at ?? 1))
      assert.equal(JSON.parse(row?.metadata ?? '').members.ash.records, 3)
      assert.equal(fixture.store.readModel.version('notices'), 3)
      assert.deepEqual(await leases(fixture), [])
    })

    it('saves every response as an artifact with its sha256 before it is mapped', async () => {
      await using fixture = await openSyncFixture(engine)
      await run(fixture)
      const rows = await fixture.store.ledger.read.selectFrom('artifact').selectAll().orderBy('id').execute()
      assert.deepEqual(
        rows.map((row) => [row.member_id, row.row_count, row.imported_at !== null]),
        [
          ['ash', 2, true],
          ['bow', 2, true],
          ['cam', 1, true],
        ],
      )
      for (const row of rows) {
        const bytes = await readFile(join(fixture.folder, row.location))
        assert.equal(createHash('sha256').update(bytes).digest('hex'), row.sha256)
        assert.equal(bytes.length, row.bytes)
      }
    })

    it('writes only changes the second time', async () => {
      await using fixture = await openSyncFixture(engine)
      await run(fixture)
      fixture.upstream.lists.ash = [
        { ref: 'a0', title: 'new' },
        ...items('a', 3).slice(1),
        { ref: 'a9', title: 'more' },
      ]
      const report = await run(fixture)
      const counts = ['ash', 'bow', 'cam'].map((id) => {
        const member = report.members[id]
        return member?.outcome === 'published' ? [member.written, member.unchanged, member.removed] : []
      })
      assert.deepEqual(counts, [
        [2, 2, 0],
        [0, 4, 0],
        [0, 1, 0],
      ])
      assert.deepEqual((await fixture.readTitlesByTown()).ash, ['new', 'a 1', 'a 2', 'more'])
    })

    describe('with a writer that can confirm', () => {
      const dayMs = 86_400_000

      async function openConfirming(source = townsSource) {
        const clock = new FakeClock()
        const confirmed: string[] = []
        const unsettled = new Set<string>()
        const writer: Writer<Item> = {
          ...townsWriter,
          async write(batch) {
            const counts = await townsWriter.write(batch)
            return unsettled.has(batch.memberId) ? counts : { ...counts, isSettled: true }
          },
          confirm: {
            version: '1',
            write: async ({ memberId }) => void confirmed.push(memberId),
          },
        }
        const fixture = await openSyncFixture(engine, { clock, source, writers: [writer as Writer<unknown>] })
        const readAgain = async (mode: 'scheduled' | 'manual', node = fixture.engine) => {
          confirmed.length = 0
          clock.advance(3_600_000)
          const report = await node.run('towns', { mode, signal })
          assert.ok(report.status !== 'skipped')
          return { report, confirmed: confirmed.toSorted() }
        }
        return { fixture, clock, unsettled, readAgain, writer }
      }

      it('stores responses that are the same again only as seen again', async () => {
        const { fixture, clock, readAgain } = await openConfirming()
        await using _ = fixture
        const first = await readAgain('scheduled')
        assert.deepEqual(first.confirmed, [])
        const publishedAt = clock.now()
        const again = await readAgain('scheduled')
        assert.deepEqual(again.confirmed, ['ash', 'bow', 'cam'])
        assert.deepEqual(pick(again.report), ['succeeded', 3, 3, 0])
        const artifacts = await fixture.store.ledger.read
          .selectFrom('artifact')
          .select('imported_at')
          .execute()
        assert.deepEqual(
          artifacts.map(({ imported_at }) => imported_at),
          [publishedAt, publishedAt, publishedAt],
        )
        const { artifactId } = first.report.members.bow as { artifactId: number }
        assert.deepEqual(again.report.members.bow, {
          outcome: 'published',
          artifactId,
          records: 4,
          dropped: {},
          written: 0,
          unchanged: 4,
          removed: 0,
        })
        assert.equal((await fixture.artifactFiles()).length, 3)
        const { members } = await fixture.engine.status('towns')
        assert.deepEqual(
          members.map(({ health, publishedAt, reads }) => [health, publishedAt, reads?.succeeded_at]),
          Array.from({ length: 3 }, () => ['ok', clock.now(), clock.now()]),
        )
        fixture.upstream.lists.ash = items('x', 3)
        assert.deepEqual((await readAgain('scheduled')).confirmed, ['bow', 'cam'])
        assert.deepEqual((await fixture.readTitlesByTown()).ash, ['x 0', 'x 1', 'x 2'])
        assert.deepEqual((await readAgain('scheduled')).confirmed, ['ash', 'bow', 'cam'])
      })

      it('prunes only the artifacts of members with a new one', async () => {
        const { fixture, readAgain } = await openConfirming()
        await using _ = fixture
        for (let round = 0; round < 2; round += 1) await readAgain('manual')
        const node = fixture.createEngine({ artifactsPerMember: 1 })
        assert.deepEqual((await readAgain('scheduled', node)).confirmed, ['ash', 'bow', 'cam'])
        assert.equal((await fixture.artifactFiles()).length, 6)
        fixture.upstream.lists.ash = items('x', 3)
        assert.deepEqual((await readAgain('scheduled', node)).confirmed, ['bow', 'cam'])
        assert.equal((await fixture.artifactFiles()).length, 5)
      })

      it('takes responses for the same that differ only in fields which the source ignores', async () => {
        const { fetch } = townsSource
        const { fixture, readAgain } = await openConfirming(
          defineTownsSource({
            ignoredFields: ['updated_at'],
            async *fetch(context) {
              for await (const response of fetch(context))
                yield { ...response, bytes: Buffer.from(response.body) }
            },
          }),
        )
        await using _ = fixture
        const listAsh = (title: string, updatedAt: string) => {
          fixture.upstream.lists.ash = [{ ref: 'a0', title, updated_at: updatedAt }]
        }
        listAsh('a 0', '15 November')
        await readAgain('scheduled')
        listAsh('a 0', '16 November')
        assert.deepEqual((await readAgain('scheduled')).confirmed, ['ash', 'bow', 'cam'])
        listAsh('another', '16 November')
        assert.deepEqual((await readAgain('scheduled')).confirmed, ['bow', 'cam'])
        assert.deepEqual((await fixture.readTitlesByTown()).ash, ['another'])
      })

      it('reads everything again if an operator asks for it, after a week, and with another version', async () => {
        const { fixture, clock, readAgain, writer } = await openConfirming()
        await using _ = fixture
        await readAgain('scheduled')
        assert.deepEqual((await readAgain('manual')).confirmed, [])
        clock.advance(6 * dayMs)
        assert.equal((await readAgain('scheduled')).confirmed.length, 3)
        clock.advance(dayMs)
        assert.deepEqual((await readAgain('scheduled')).confirmed, [])
        const other = { ...writer, confirm: { ...writer.confirm, version: '2' } } as Writer<unknown>
        const node = fixture.createEngine({ writers: [other] })
        assert.deepEqual((await readAgain('scheduled', node)).confirmed, [])
        assert.equal((await readAgain('scheduled', node)).confirmed.length, 3)
      })

      it('publishes the same responses again while something is open: held, dropped or not settled', async () => {
        const { fixture, unsettled, readAgain } = await openConfirming()
        await using _ = fixture
        unsettled.add('bow')
        fixture.upstream.lists.cam = [...items('c', 1), { ref: 1 }]
        await readAgain('scheduled')
        assert.deepEqual((await readAgain('scheduled')).confirmed, ['ash'])
        const list = fixture.upstream.lists.ash
        fixture.upstream.lists.ash = []
        assert.equal((await readAgain('scheduled')).report.members.ash?.outcome, 'held')
        fixture.upstream.lists.ash = list ?? []
        assert.deepEqual((await readAgain('scheduled')).confirmed, [])
        assert.deepEqual((await readAgain('scheduled')).confirmed, ['ash'])
      })
    })

    it('is partial when a member fails, whose published records stay', async () => {
      await using fixture = await openSyncFixture(engine)
      await run(fixture)
      fixture.upstream.lists = { ash: items('x', 3), bow: items('y', 4), cam: items('z', 1) }
      fixture.upstream.intercept = (url) => {
        if (url.includes('/bow?page=1'))
          throw new Failure('upstream_unavailable', 'The source answered with status 500.')
        return undefined
      }
      const report = await run(fixture)
      assert.deepEqual(pick(report), ['partial', 3, 2, 1])
      assert.deepEqual(Object.keys(await fixture.readTitlesByTown()).length, 3)
      assert.deepEqual((await fixture.readTitlesByTown()).bow, ['b 0', 'b 1', 'b 2', 'b 3'])
      assert.deepEqual((await fixture.readTitlesByTown()).ash, ['x 0', 'x 1', 'x 2'])
      assert.equal(report.message, '1 of 3 members failed; bow: The source answered with status 500.')
      assert.equal((await fixture.engine.status('towns')).health, 'partial')
      assert.deepEqual(await fixture.stagedFiles(), [])
    })

    it('fails when every member fails', async () => {
      await using fixture = await openSyncFixture(engine)
      fixture.upstream.intercept = () => {
        throw new Failure('upstream_refused', 'No.')
      }
      assert.deepEqual(pick(await run(fixture)), ['failed', 3, 0, 3])
      assert.equal((await fixture.engine.status('towns')).health, 'missing_artifact')
      assert.deepEqual(await fixture.readTitlesByTown(), {})
    })

    for (const [what, body] of [
      ['another shape', '{"items":{},"next":false}'],
      ['half of its JSON', '{"items":[{"ref":"a'],
      ['a page for people', '<html>be right back</html>'],
    ] as const) {
      it(`reports ${what} as upstream_changed, keeps the artifact and publishes nothing`, async () => {
        await using fixture = await openSyncFixture(engine)
        fixture.upstream.intercept = (url) => (url.includes('/ash') ? body : undefined)
        const report = await run(fixture)
        assert.equal(report.status, 'partial')
        const { ash } = report.members
        assert.ok(ash?.outcome === 'failed' && ash.code === 'upstream_changed')
        assert.doesNotMatch(ash.message, /right back|"ref"/)
        assert.equal((await fixture.readTitlesByTown()).ash, undefined)
        const saved = await fixture.store.ledger.read
          .selectFrom('artifact')
          .select(['imported_at'])
          .where('member_id', '=', 'ash')
          .execute()
        assert.deepEqual(
          saved.map((row) => row.imported_at),
          [null],
        )
      })
    }

    it('reports a mapping that throws as a bug, only in the log, and continues', async () => {
      const source = defineTownsSource({
        toRecords() {
          throw new TypeError('secret detail')
        },
      })
      await using fixture = await openSyncFixture(engine, { source })
      const report = await run(fixture)
      assert.equal(report.status, 'failed')
      assert.equal(Object.keys(report.members).length, 3)
      assert.doesNotMatch(JSON.stringify(report), /secret detail/)
      assert.match(JSON.stringify(fixture.events), /secret detail/)
    })

    it('drops bad rows and counts them by reason', async () => {
      await using fixture = await openSyncFixture(engine)
      fixture.upstream.lists.ash = [...items('a', 2), 17, { ref: 'x' }, ...items('a', 1)]
      const { ash } = (await run(fixture)).members
      assert.ok(ash?.outcome === 'published')
      assert.deepEqual([ash.records, { ...ash.dropped }], [2, { 'not an item': 2, duplicate: 1 }])
    })

    it('fails if all rows of a list are unusable', async () => {
      await using fixture = await openSyncFixture(engine)
      fixture.upstream.lists.ash = [1, 2, 3]
      const { ash } = (await run(fixture)).members
      assert.ok(ash?.outcome === 'failed' && ash.code === 'upstream_changed')
    })

    it('holds a list that became empty or shrank, until it recovers', async () => {
      await using fixture = await openSyncFixture(engine)
      await run(fixture)
      fixture.upstream.lists = { ash: [], bow: items('b', 1), cam: items('c', 1) }
      const held = await run(fixture)
      assert.deepEqual(pick(held), ['partial', 3, 1, 2])
      const { ash, bow } = held.members
      assert.ok(ash?.outcome === 'held' && bow?.outcome === 'held')
      assert.deepEqual(
        [ash.reason, bow.reason],
        ['the list of 3 became empty', 'the list shrank from 4 to 1'],
      )
      assert.equal((await fixture.readTitlesByTown()).ash?.length, 3)
      const status = await fixture.engine.status('towns')
      assert.deepEqual(
        status.members.map((member) => [member.health, member.heldReason]),
        [
          ['partial', 'the list of 3 became empty'],
          ['partial', 'the list shrank from 4 to 1'],
          ['ok', undefined],
        ],
      )
      fixture.upstream.lists = { ash: items('a', 2), bow: items('b', 2), cam: items('c', 1) }
      assert.equal((await run(fixture)).status, 'succeeded')
      assert.equal((await fixture.engine.status('towns')).health, 'ok')
      assert.equal((await fixture.engine.status('towns')).members[0]?.heldReason, undefined)
    })

    it('publishes a shrunken list with `force`', async () => {
      await using fixture = await openSyncFixture(engine)
      await run(fixture)
      fixture.upstream.lists.ash = []
      const report = await fixture.engine.run('towns', { ...manual, members: ['ash'], force: true })
      assert.equal(report.status, 'succeeded')
      assert.equal((await fixture.readTitlesByTown()).ash, undefined)
      assert.equal((await fixture.readTitlesByTown()).bow?.length, 4)
      assert.equal((await runRows(fixture)).at(-1)?.mode, 'members')
    })

    it('maps again with `force` what is stored as the source lists it', async () => {
      const towns = defineTownsSource()
      const used: (number | undefined)[] = []
      const source = {
        ...towns,
        toRecords(...[responses, context]: Parameters<typeof towns.toRecords>) {
          used.push(context.storedHashes?.size)
          return towns.toRecords(responses, context)
        },
      }
      const writer = { ...townsWriter, readHashes: async () => new Set(['stored']) }
      const writers = [writer as Writer<unknown>]
      await using fixture = await openSyncFixture(engine, { source, writers })
      const ash = { ...manual, members: ['ash'] }
      await fixture.engine.run('towns', ash)
      await fixture.engine.run('towns', { ...ash, force: true })
      assert.deepEqual(used, [1, 0])
    })

    it('publishes an empty list if the source allows it', async () => {
      await using fixture = await openSyncFixture(engine, { source: defineTownsSource({ mayBeEmpty: true }) })
      await run(fixture)
      fixture.upstream.lists = {}
      assert.equal((await run(fixture)).status, 'succeeded')
      assert.equal((await fixture.engine.status('towns')).health, 'empty')
    })

    it('passes on a text kind as text, and removes NUL from text and JSON', async () => {
      const source = defineTownsSource({
        raw: {
          page: Type.Object({ items: Type.Array(Type.Unknown()), next: Type.Boolean() }),
          text: Type.String(),
        },
        async *fetch({ member }) {
          const about = { url: 'https://towns.example/', fetchedAt: 1 }
          yield { ...about, kind: 'text', body: `{${member.id}\0` }
          yield { ...about, kind: 'page', body: JSON.stringify({ items: ['a\0b', 'c\\u0000'], next: false }) }
        },
        *toRecords([text, page]) {
          yield { ref: '1', title: text?.body }
          for (const title of page?.body.items ?? []) yield { ref: title, title }
        },
      })
      await using fixture = await openSyncFixture(engine, { source })
      assert.equal((await run(fixture)).status, 'succeeded')
      assert.deepEqual((await fixture.readTitlesByTown()).ash?.sort(), ['ab', 'c\\u0000', '{ash'])
    })

    it('rejects unknown members', async () => {
      await using fixture = await openSyncFixture(engine)
      await assert.rejects(fixture.engine.run('towns', { ...manual, members: ['ash', 'nowhere'] }), {
        code: 'invalid_request',
      })
      await assert.rejects(fixture.engine.run('nothing', manual), { code: 'not_found' })
      assert.deepEqual(await runRows(fixture), [])
      await acquireLease(fixture.store.ledger, leaseName('towns'), 'elsewhere:1', 60_000, async () => 0)
      await assert.rejects(fixture.engine.run('towns', { ...manual, members: ['nowhere'] }), {
        code: 'invalid_request',
      })
    })

    it('prevents a second run of the same source, in this process or another', async () => {
      await using fixture = await openSyncFixture(engine)
      const other = fixture.createEngine({ holder: 'elsewhere:1' })
      const seen: unknown[] = []
      fixture.upstream.intercept = async () => {
        if (seen.length === 0)
          seen.push(await fixture.engine.run('towns', manual), await other.run('towns', manual))
        return undefined
      }
      assert.equal((await run(fixture)).status, 'succeeded')
      const skipped = { status: 'skipped', sourceId: 'towns' }
      assert.deepEqual(seen, [skipped, skipped])
      assert.equal((await runRows(fixture)).length, 1)
    })

    it('closes the run of a dead process elsewhere once it holds the lease', async () => {
      await using fixture = await openSyncFixture(engine)
      const left = await insertInterruptedRun(fixture, 'elsewhere:1')
      assert.equal((await run(fixture)).status, 'succeeded')
      const row = (await runRows(fixture)).find(({ id }) => id === left)
      assert.equal(row?.status, 'failed')
      assert.match(row?.error_message ?? '', /^interrupted/)
    })

    it('stops and publishes nothing more when its lease is lost', async () => {
      const clock = new FakeClock()
      await using fixture = await openSyncFixture(engine, { clock, leaseMs: 30_000 })
      fixture.upstream.intercept = async (url, stop) => {
        if (!url.includes('/bow')) return undefined
        await fixture.store.ledger.transaction(async (tx) => {
          await tx.updateTable('lease').set({ holder: 'thief' }).execute()
        })
        const lost = new Promise((resolve) => stop.addEventListener('abort', resolve))
        clock.advance(10_000)
        await lost
        return undefined
      }
      const report = await run(fixture)
      assert.deepEqual(pick(report), ['failed', 3, 1, 0])
      assert.match(report.message ?? '', /^interrupted: the lease sync:towns was lost/)
      assert.deepEqual(Object.keys(await fixture.readTitlesByTown()), ['ash'])
      assert.deepEqual(await leases(fixture), ['thief'])
    })

    it('does not change its row after another process has closed it', async () => {
      const clock = new FakeClock()
      await using fixture = await openSyncFixture(engine, { clock, leaseMs: 30_000 })
      const other = fixture.createEngine({ holder: 'elsewhere:1' })
      fixture.upstream.intercept = async (url, stop) => {
        if (!url.includes('/bow')) return undefined
        await fixture.store.ledger.transaction(async (tx) => {
          await tx.updateTable('lease').set({ holder: 'elsewhere:1/next' }).execute()
        })
        assert.equal((await other.recover()).interruptedRuns, 1)
        const lost = new Promise((resolve) => stop.addEventListener('abort', resolve))
        clock.advance(10_000)
        await lost
        return undefined
      }
      assert.match((await run(fixture)).message ?? '', /lease sync:towns was lost/)
      const [row] = await runRows(fixture)
      assert.equal(row?.error_message, 'interrupted: the process ended before the run did')
    })

    it('fetches no further member when the store fails', async () => {
      const full: AnyWriter = {
        ...(townsWriter as AnyWriter),
        write: () => Promise.reject(new Failure('store_unavailable', 'The disk is full.')),
      }
      await using fixture = await openSyncFixture(engine, { writers: [full] })
      const report = await run(fixture)
      assert.deepEqual([...pick(report), report.message], ['failed', 3, 0, 1, 'The disk is full.'])
      assert.deepEqual(
        fixture.upstream.calls.filter((url) => !url.includes('/ash')),
        [],
      )
    })

    for (const way of ['request', 'stream'] as const) {
      it(`ends every ${way} of a source when it is stopped, whatever signal the source passes`, async () => {
        const stop = new AbortController()
        const ended: boolean[] = []
        const ask = async (_url: string, request: { readonly signal: AbortSignal }): Promise<never> => {
          stop.abort()
          ended.push(request.signal.aborted)
          throw new Failure('upstream_unavailable', 'The town is silent.')
        }
        const source = defineTownsSource({
          async *fetch({ http, baseUrl }) {
            const answer = await http[way]?.(baseUrl, { signal })
            if (answer) yield { kind: 'page', url: answer.url, fetchedAt: answer.receivedAt, body: '' }
          },
        })
        const outbound = { for: () => ({ request: ask, stream: ask }) }
        await using fixture = await openSyncFixture(engine, { source, outbound })
        await fixture.engine.run('towns', { mode: 'manual', signal: stop.signal })
        assert.deepEqual(ended, [true])
      })
    }

    it('does not publish after sleeping past the end of its lease', async () => {
      const clock = new FakeClock()
      await using fixture = await openSyncFixture(engine, { clock, leaseMs: 30_000 })
      const engineThatSleeps = fixture.createEngine({
        store: {
          ...fixture.store,
          readModel: Object.assign(Object.create(fixture.store.readModel), {
            read: fixture.store.readModel.read,
            run: fixture.store.readModel.run.bind(fixture.store.readModel),
            transaction: fixture.store.readModel.transaction.bind(fixture.store.readModel),
            dialect: {
              ...fixture.store.readModel.dialect,
              async bumpVersion() {
                // Time passes while nothing in this process runs, so no renewal is tried in between.
                clock.now = () => Date.parse('2026-11-15T13:00:00Z')
                return 1
              },
            },
          }),
        },
      })
      const report = await engineThatSleeps.run('towns', manual)
      assert.ok(report.status === 'failed')
      assert.match(report.message ?? '', /^interrupted: the lease sync:towns was lost/)
      assert.deepEqual(report.members, {})
      assert.deepEqual(await fixture.readTitlesByTown(), {})
    })

    it('resumes an interrupted run', async () => {
      await using fixture = await openSyncFixture(engine)
      const stop = new AbortController()
      fixture.upstream.intercept = (url) => {
        if (url.includes('/bow')) stop.abort()
        return undefined
      }
      const cut = await fixture.engine.run('towns', { mode: 'manual', signal: stop.signal })
      assert.ok(cut.status === 'failed')
      assert.deepEqual([cut.completed, cut.failed, cut.message], [1, 0, 'interrupted: the run was stopped'])
      fixture.upstream.calls.length = 0
      const report = await fixture.engine.run('towns', { ...manual, resume: true })
      assert.ok(report.status === 'succeeded')
      assert.deepEqual(
        Object.values(report.members).map((member) => member.outcome),
        ['resumed', 'published', 'published'],
      )
      assert.ok(!fixture.upstream.calls.some((url) => url.includes('/ash')))
      assert.equal((await run(fixture)).members.ash?.outcome, 'published')
    })

    it('limits the time of a member', async () => {
      const clock = new FakeClock()
      await using fixture = await openSyncFixture(engine, {
        clock,
        memberTimeoutMs: 60_000,
        leaseMs: 600_000,
      })
      fixture.upstream.intercept = async (url, stop) => {
        if (!url.includes('/ash')) return undefined
        return await new Promise((_, reject) => {
          stop.addEventListener('abort', () => reject(stop.reason))
          setImmediate(() => clock.advance(60_001))
        })
      }
      const report = await run(fixture)
      assert.deepEqual(pick(report), ['partial', 3, 2, 1])
      assert.match(report.message ?? '', /too long/)
    })

    it('gives a member more time if its source declares it', async () => {
      const clock = new FakeClock()
      const source = defineTownsSource({ memberTimeoutMs: 120_000 })
      await using fixture = await openSyncFixture(engine, {
        clock,
        source,
        memberTimeoutMs: 60_000,
        leaseMs: 600_000,
      })
      fixture.upstream.intercept = async (url) => {
        if (url.includes('/ash?page=0')) clock.advance(60_001)
        return undefined
      }
      assert.equal((await run(fixture)).status, 'succeeded')
    })

    it('keeps the newest artifacts of a member and the published one', async () => {
      await using fixture = await openSyncFixture(engine, { artifactsPerMember: 2 })
      for (let round = 0; round < 4; round += 1) await run(fixture)
      const rows = await fixture.store.ledger.read.selectFrom('artifact').select('location').execute()
      assert.equal(rows.length, 6)
      assert.equal((await fixture.artifactFiles()).length, 6)
      fixture.upstream.lists.ash = []
      for (let round = 0; round < 3; round += 1) await run(fixture)
      const state = await fixture.store.readModel.read
        .selectFrom('member_state')
        .select('artifact_id')
        .where('member_id', '=', 'ash')
        .executeTakeFirstOrThrow()
      assert.equal((await fixture.engine.import(state.artifact_id, { signal })).status, 'succeeded')
    })
  })

  describe(`${engine.name}: recovery`, { skip: engine.skip }, () => {
    it('closes the run of a process that died, releases its lease and records how far it came', async () => {
      await using fixture = await openSyncFixture(engine)
      await run(fixture)
      const left = await leaveLeasedRun(fixture, 'test:999999999')
      const { interruptedRuns } = await fixture.engine.recover()
      assert.equal(interruptedRuns, 1)
      const row = (await runRows(fixture)).find(({ id }) => id === left)
      assert.equal(row?.status, 'failed')
      assert.match(row?.error_message ?? '', /^interrupted/)
      assert.equal(row?.completed, 3)
      assert.deepEqual(await leases(fixture), [])
      assert.equal((await run(fixture)).status, 'succeeded')
    })

    it('does not wait for the lease of a process that died before it wrote its run', async () => {
      await using fixture = await openSyncFixture(engine)
      const { ledger } = fixture.store
      const leaseTime = createLeaseTime(ledger, systemClock)
      await acquireLease(ledger, leaseName('towns'), 'elsewhere:999999999/a', 30_000, leaseTime)
      assert.equal((await fixture.engine.run('towns', manual)).status, 'skipped')
      await releaseLease(ledger, leaseName('towns'), 'elsewhere:999999999/a')
      await acquireLease(ledger, leaseName('towns'), 'test:999999999/b', 30_000, leaseTime)
      assert.equal((await run(fixture)).status, 'succeeded')
    })

    it('recognizes an earlier process with its own process id', async () => {
      await using fixture = await openSyncFixture(engine)
      await leaveLeasedRun(fixture, `test:${process.pid}`)
      assert.equal((await fixture.engine.recover()).interruptedRuns, 1)
    })

    it('does not close its own run when the clock jumps', async () => {
      const clock = new FakeClock()
      await using fixture = await openSyncFixture(engine, { clock, leaseMs: 10 * 60 * 60_000 })
      fixture.upstream.intercept = async () => {
        clock.advance(30_000)
        assert.equal((await fixture.engine.recover()).interruptedRuns, 0)
        return undefined
      }
      assert.equal((await run(fixture)).status, 'succeeded')
    })

    it('does not close the run of a live process, here or elsewhere, until its lease expires', async () => {
      const clock = new FakeClock()
      await using fixture = await openSyncFixture(engine, { clock })
      await leaveLeasedRun(fixture, 'elsewhere:999999999', clock)
      assert.equal((await fixture.engine.recover()).interruptedRuns, 0)
      clock.advance(30_001)
      assert.equal((await fixture.engine.recover()).interruptedRuns, 1)
    })

    it('closes a run whose lease is held by another run of the same source, and not that other run', async () => {
      const clock = new FakeClock()
      await using fixture = await openSyncFixture(engine, { clock })
      const dead = await insertInterruptedRun(fixture, 'elsewhere:1')
      const alive = await leaveLeasedRun(fixture, 'elsewhere:2', clock)
      assert.equal((await fixture.engine.recover()).interruptedRuns, 1)
      const statuses = new Map((await runRows(fixture)).map(({ id, status }) => [id, status]))
      assert.deepEqual([statuses.get(dead), statuses.get(alive)], ['failed', 'running'])
      assert.equal((await leases(fixture)).length, 1)
    })

    it('marks published artifacts that a process died before marking', async () => {
      await using fixture = await openSyncFixture(engine)
      await run(fixture)
      await fixture.store.ledger.transaction(async (tx) => {
        await tx.updateTable('artifact').set({ imported_at: null }).execute()
      })
      await fixture.engine.recover()
      const rows = await fixture.store.ledger.read.selectFrom('artifact').select('imported_at').execute()
      assert.equal(rows.length, 3)
      assert.ok(rows.every((row) => row.imported_at !== null))
    })

    it('removes incomplete files', async () => {
      await using fixture = await openSyncFixture(engine)
      // Too long for memory, so that it is written while the rest is requested.
      const long = JSON.stringify({ items: ['x'.repeat(4 * 1024 ** 2)], next: true })
      fixture.upstream.intercept = async (url) => {
        if (url.endsWith('page=0')) return long
        const [name = ''] = await fixture.stagedFiles()
        await writeFile(
          join(fixture.folder, '.staging', name.replace(`.${process.pid}.`, '.999999999.')),
          'half',
        )
        throw new Failure('upstream_unavailable', 'gone')
      }
      await run(fixture)
      assert.equal((await fixture.engine.recover()).sweptFiles, 3)
      assert.deepEqual(await fixture.stagedFiles(), [])
    })
  })

  describe(`${engine.name}: an import`, { skip: engine.skip }, () => {
    it('publishes an artifact from the ledger', async () => {
      await using fixture = await openSyncFixture(engine)
      const first = (await run(fixture)).members.ash
      assert.ok(first?.outcome === 'published')
      fixture.upstream.lists.ash = items('n', 3)
      await run(fixture)
      const report = await fixture.engine.import(first.artifactId, { signal })
      assert.deepEqual(pick(report), ['succeeded', 1, 1, 0])
      assert.deepEqual((await fixture.readTitlesByTown()).ash, ['a 0', 'a 1', 'a 2'])
      assert.equal((await runRows(fixture)).at(-1)?.mode, 'import')
    })

    it('copies a file from another machine into its own store', async () => {
      await using there = await openSyncFixture(engine)
      await run(there)
      const file = (await there.artifactFiles()).find((path) => path.includes('/ash/')) ?? ''
      await using here = await openSyncFixture(engine)
      const copy = join(here.folder, 'from-there.zst')
      await copyFile(file, copy)
      assert.equal((await here.engine.import(copy, { signal })).status, 'succeeded')
      assert.deepEqual(await here.readTitlesByTown(), { ash: ['a 0', 'a 1', 'a 2'] })
      assert.equal((await here.engine.import(1, { signal })).status, 'succeeded')
    })

    it('is held by the guards unless forced', async () => {
      await using fixture = await openSyncFixture(engine)
      fixture.upstream.lists.ash = items('a', 1)
      const first = (await run(fixture)).members.ash
      assert.ok(first?.outcome === 'published')
      fixture.upstream.lists.ash = items('a', 9)
      await run(fixture)
      assert.equal((await fixture.engine.import(first.artifactId, { signal })).status, 'failed')
      assert.equal((await fixture.readTitlesByTown()).ash?.length, 9)
      assert.equal(
        (await fixture.engine.import(first.artifactId, { signal, force: true })).status,
        'succeeded',
      )
      assert.equal((await fixture.readTitlesByTown()).ash?.length, 1)
    })

    it('rejects files that are no artifact, are missing or were altered', async () => {
      await using fixture = await openSyncFixture(engine)
      await run(fixture)
      const text = join(fixture.folder, 'notes.txt')
      await writeFile(text, 'not an artifact')
      await assert.rejects(fixture.engine.import(text, { signal }), { code: 'invalid_request' })
      await assert.rejects(fixture.engine.import(join(fixture.folder, 'absent'), { signal }), {
        code: 'not_found',
      })
      await assert.rejects(fixture.engine.import(4711, { signal }), { code: 'not_found' })
      const [file = ''] = await fixture.artifactFiles()
      await writeFile(file, (await readFile(file)).subarray(0, -3))
      const id = (await fixture.store.ledger.read.selectFrom('artifact').selectAll().execute()).find((row) =>
        file.endsWith(row.location),
      )?.id
      assert.equal((await fixture.engine.import(id ?? 0, { signal })).status, 'failed')
      assert.equal((await fixture.readTitlesByTown()).ash?.length, 3)
    })
  })
}

describe('a run on SQLite, whose statements hold the event loop', () => {
  it('keeps its lease while the list of a member takes longer to map and to write', async () => {
    const clock = new FakeClock()
    const work = () => clock.advance(1000)
    const slow = defineTownsSource({
      *toRecords() {
        for (const item of items('a', 60)) {
          work()
          yield item
        }
      },
    })
    const writer: Writer<Item> = {
      ...townsWriter,
      async write(batch) {
        for (const _ of batch.records) {
          work()
          await batch.pause?.()
        }
        return await townsWriter.write(batch)
      },
    }
    await using fixture = await openSyncFixture(sqlite, {
      clock,
      leaseMs: 30_000,
      source: slow,
      writers: [writer as AnyWriter],
    })
    const report = await run(fixture)
    assert.deepEqual([report.status, report.message], ['succeeded', undefined])
  })

  it('keeps its lease while its last part takes longer', async () => {
    const clock = new FakeClock()
    let remaining = 60
    const writer: Writer<Item> = {
      ...townsWriter,
      async finalizeRun() {
        clock.advance(1000)
        remaining -= 1
        return remaining > 0 ? 'more' : undefined
      },
    }
    await using fixture = await openSyncFixture(sqlite, {
      clock,
      leaseMs: 30_000,
      writers: [writer as AnyWriter],
    })
    const report = await run(fixture)
    assert.deepEqual([report.status, report.message, remaining], ['succeeded', undefined, 0])
  })

  it('does not go on with a list after it was aborted', async () => {
    const clock = new FakeClock()
    const stop = new AbortController()
    let mapped = 0
    const source = defineTownsSource({
      *toRecords() {
        for (const item of items('a', 60)) {
          mapped += 1
          if (mapped === 10) stop.abort(new Error('stopped'))
          clock.advance(1000)
          yield item
        }
      },
    })
    await using fixture = await openSyncFixture(sqlite, { clock, source })
    const report = await fixture.engine.run('towns', { mode: 'manual', signal: stop.signal })
    assert.deepEqual([report.status, mapped], ['failed', 10])
  })
})

async function run(fixture: SyncFixture): Promise<RunReport> {
  const report = await fixture.engine.run('towns', manual)
  assert.ok(report.status !== 'skipped')
  return report
}

function pick(report: Awaited<ReturnType<SyncFixture['engine']['run']>>): unknown[] {
  return report.status === 'skipped' ? [] : [report.status, report.planned, report.completed, report.failed]
}

async function runRows(fixture: SyncFixture) {
  return await fixture.store.ledger.read.selectFrom('sync_run').selectAll().orderBy('started_at').execute()
}

async function leases(fixture: SyncFixture): Promise<string[]> {
  const rows = await fixture.store.ledger.read.selectFrom('lease').select('holder').execute()
  return rows.map((row) => row.holder)
}

/** A run that a dead process began long ago, and its lease. */
async function leaveLeasedRun(
  fixture: SyncFixture,
  holder: string,
  clock: Clock = systemClock,
): Promise<string> {
  const id = await insertInterruptedRun(fixture, holder, { startedAt: 0 })
  const { ledger } = fixture.store
  const leaseTime = clock === systemClock ? createLeaseTime(ledger, clock) : async () => clock.monotonic()
  await acquireLease(ledger, leaseName('towns'), `${holder}/${id}`, 30_000, leaseTime)
  return id
}
