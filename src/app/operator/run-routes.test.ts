import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { FakeClock } from '../../../test/support/fake-clock.ts'
import {
  assertError,
  type IdentityFixture,
  openIdentityFixture,
} from '../../../test/support/server/identity-fixture.ts'
import { type TestDatabase, testEngines } from '../../../test/support/store/test-engines.ts'
import { defineTownsSource, townsSource } from '../../../test/support/sync/sync-fixture.ts'
import { readActions } from '../../identity/operator/audit.ts'
import type { Store } from '../../store/store.ts'
import { readRunRequests } from '../../sync/run/run-requests.ts'
import { finishRun, insertRun, type MemberReport } from '../../sync/run/run-rows.ts'
import { shareOf } from '../../sync/run/shares.ts'
import type { AnySource } from '../../sync/source.ts'
import type { OperatorAlarms } from '../alarms/operator-alarms.ts'
import type { Discoverer } from '../discovery.ts'
import type { OperatorMembers } from './operator-members.ts'
import { createOperatorRuns } from './operator-runs.ts'
import { operatorService } from './operator-service.ts'

const boards = defineTownsSource({
  id: 'boards',
  members: [{ id: 'elm' }, { id: 'fir' }],
  hostOf: ({ id }) => `${id}.example`,
  shrinkBelow: 0,
  mayBeEmpty: true,
})
const paused = defineTownsSource({ id: 'paused', members: [{ id: 'dee', off: 'paused' }] })

/** Not requested here. */
const discoverer = {} as Discoverer
const alarms = {} as OperatorAlarms
const members = {} as OperatorMembers

for (const engine of testEngines) {
  describe(`${engine.name}: the run routes for operators`, { skip: engine.skip }, () => {
    let database: TestDatabase
    let store: Store
    let server: IdentityFixture
    let authorization = ''
    const clock = new FakeClock()
    before(async () => {
      database = await engine.borrowDatabase()
      store = await database.openStore()
      server = await openIdentityFixture({
        store,
        clock,
        operatorEmails: ['operator@example.org'],
        routes: ({ operators, limitRequests }) => {
          const sources = {
            read: async () => ({ sources: [townsSource, paused, boards] as AnySource[], writers: [] }),
          }
          const runs = createOperatorRuns({ store, clock, sources })
          return operatorService({ operators, discoverer, members, runs, alarms, limitRequests }).routes
        },
      })
      authorization = `Bearer ${(await server.signIn('operator@example.org')).token}`
    })
    after(async () => {
      await server[Symbol.asyncDispose]()
      await store[Symbol.asyncDispose]()
      await database[Symbol.asyncDispose]()
    })

    async function ask(method: string, path: string, body?: unknown) {
      clock.advance(7_000)
      return await server.request(method, path, {
        headers: { authorization },
        ...(body === undefined ? {} : { body }),
      })
    }
    const run = { service: 'notices', sourceId: 'towns', mode: 'manual' } as const
    async function finish(runId: string, members: Record<string, MemberReport>): Promise<void> {
      await insertRun(store.ledger, { ...run, runId, planned: 3, holder: 'x', startedAt: clock.now() })
      clock.advance(2_500)
      const failed = Object.keys(members).length
      const notFresh = { held: 4, gone: 0, gated: 0 }
      const report = {
        ...run,
        runId,
        planned: 3,
        status: 'partial',
        completed: 3 - failed,
        failed,
      } as const
      const message = 'one of them failed'
      await finishRun(store.ledger, { ...report, notFresh, message, members }, clock.now())
    }

    it('request one that every node can start, once per source, and follow it to its end', async () => {
      const started = await ask('POST', '/v1/runs', { source_id: 'towns' })
      assert.equal(started.status, 202, started.text)
      const { id, status } = started.json.data
      assert.equal(status, 'waiting')
      const again = await ask('POST', '/v1/runs', { source_id: 'towns', members: ['ash'] })
      assertError(again, 409, 'source_busy')
      assert.equal(again.json.error.details.run_id, id)
      await insertRun(store.ledger, { ...run, runId: id, planned: 3, holder: 'x', startedAt: clock.now() })
      const state = { artifact_id: 1, record_count: 1, published_at: clock.now() + 1, held_reason: null }
      await store.readModel.transaction(async (tx) => {
        const member = { service: 'notices', source_id: 'towns', member_id: 'ash' }
        await tx
          .insertInto('member_state')
          .values({ ...member, ...state })
          .execute()
      })
      const running = (await ask('GET', `/v1/runs/${id}`)).json.data
      assert.deepEqual([running.status, running.completed, running.planned], ['running', 1, 3])
      assertError(await ask('POST', '/v1/runs', { source_id: 'towns' }), 409, 'source_busy')
      const [action] = await readActions(server.ledger, 1)
      assert.deepEqual([action?.action, action?.target], ['runs.start', 'towns'])
      const report = { ...run, runId: id, planned: 3, completed: 3, failed: 0, members: {} }
      const notFresh = { held: 0, gone: 0, gated: 0 }
      await finishRun(
        store.ledger,
        { ...report, status: 'succeeded', message: undefined, notFresh },
        clock.now(),
      )
      const ended = (await ask('GET', `/v1/runs/${id}`)).json.data
      assert.deepEqual([ended.status, ended.completed, ended.problems], ['succeeded', 3, []])
    })

    it('retry the members that failed or were held back', async () => {
      await finish('faulty', {
        ash: { outcome: 'failed', code: 'upstream_unavailable', message: '<b>No answer.</b>' },
        bow: { outcome: 'held', reason: 'the list shrank', artifactId: 1, records: 1, dropped: {} },
        gone: { outcome: 'failed', code: 'internal', message: 'It is not configured any more.' },
      })
      const faulty = (await ask('GET', '/v1/runs/faulty')).json.data
      assert.deepEqual([faulty.seconds, faulty.held, faulty.problems.length], [2.5, 4, 3])
      assert.deepEqual(faulty.problems[0], {
        member_id: 'ash',
        outcome: 'failed',
        code: 'upstream_unavailable',
        message: '<b>No answer.</b>',
      })
      const retried = await ask('POST', '/v1/runs/faulty/retry')
      assert.equal(retried.status, 202, retried.text)
      const [request] = await readRunRequests(store.ledger, clock.now())
      assert.deepEqual([request?.members, request?.force], ['["ash","bow"]', 0])
      const listed = (await ask('GET', '/v1/runs?limit=2')).json
      assert.deepEqual(
        listed.data.map(({ id, status }: { id: string; status: string }) => [id, status]),
        [
          [retried.json.data.id, 'waiting'],
          ['faulty', 'partial'],
        ],
      )
      const cursor = encodeURIComponent(listed.meta.pagination.next_cursor)
      const next = (await ask('GET', `/v1/runs?limit=2&cursor=${cursor}`)).json.data
      assert.deepEqual(
        next.map(({ status }: { status: string }) => status),
        ['succeeded'],
      )
      for (const [query, count] of [
        ['status=waiting', 1],
        ['status=failed', 0],
        ['service=notices', 3],
        ['service=jobs', 0],
        ['source_id=paused', 0],
      ] as const)
        assert.equal((await ask('GET', `/v1/runs?${query}`)).json.data.length, count, query)
    })

    it('show every host, and members that are read but give nothing usable', async () => {
      const { ledger } = store
      await ledger.transaction(async (tx) => {
        await tx
          .insertInto('host_state')
          .values({
            host: 'fir.example',
            endpoints: '',
            state: 'refusing',
            since: clock.now(),
            seen_at: clock.now(),
            closed_until: null,
            needs_probe: 1,
          })
          .execute()
        const read = { tried_at: 1, succeeded_at: 1, changed_at: null, failures: 1, due_at: 1 }
        for (const [member_id, error_code] of [
          ['ash', 'upstream_changed'],
          ['bow', 'upstream_unavailable'],
        ] as const)
          await tx
            .insertInto('member_health')
            .values({ ...read, source_id: 'towns', member_id, error_code, error_message: 'no title' })
            .execute()
      })
      const { hosts, unusable, alarms } = (await ask('GET', '/v1/overview')).json.data
      assert.deepEqual(
        hosts.map(({ host, state, members }: Record<string, unknown>) => [host, state, members]),
        [
          ['fir.example', 'refusing', 1],
          [new URL(townsSource.baseUrl).host, 'answering', 3],
          ['elm.example', 'answering', 1],
        ],
      )
      assert.equal(hosts[1].since, null)
      const oldest_success_at = new Date(1).toISOString()
      assert.deepEqual(unusable, [{ source_id: 'towns', members: 1, oldest_success_at, reason: 'no title' }])
      assert.equal(alarms, 0)
      await ledger.transaction((tx) => tx.deleteFrom('member_health').execute())
    })

    it('sum up the last day, and list artifacts', async () => {
      const { hours } = (await ask('GET', '/v1/overview')).json.data
      assert.equal(hours.length, 24)
      const total = (status: string) =>
        hours.reduce((sum: number, hour: Record<string, number>) => sum + (hour[status] ?? 0), 0)
      assert.deepEqual([total('succeeded'), total('partial'), total('failed')], [1, 1, 0])
      assert.ok(hours.at(-1).seconds > 2)
      const captured = {
        storage: 'disk',
        sha256: 'abc',
        bytes: 10,
        row_count: 1,
        imported_at: null,
      } as const
      await store.ledger.transaction(async (tx) => {
        for (const member_id of ['ash', 'bow', 'ash']) {
          const artifact = { service: 'notices', source_id: 'towns', member_id, run_id: null, ...captured }
          const rest = { artifact_type: 'answers', location: 'towns/a', captured_at: clock.now() }
          const { id } = await tx
            .selectFrom('artifact')
            .select(({ fn }) => fn.max('id').as('id'))
            .executeTakeFirstOrThrow()
          await tx
            .insertInto('artifact')
            .values({ id: Number(id ?? 0) + 1, ...artifact, ...rest })
            .execute()
        }
      })
      const first = (await ask('GET', '/v1/artifacts?source_id=towns&limit=2')).json
      const cursor = encodeURIComponent(first.meta.pagination.next_cursor)
      const rest = (await ask('GET', `/v1/artifacts?source_id=towns&limit=2&cursor=${cursor}`)).json
      assert.deepEqual(
        [...first.data, ...rest.data].map(({ member_id }: { member_id: string }) => member_id),
        ['ash', 'bow', 'ash'],
      )
      assert.equal((await ask('GET', '/v1/artifacts?source_id=towns&member_id=bow')).json.data.length, 1)
      assert.deepEqual((await ask('GET', '/v1/overview')).json.data.artifacts, [
        { service: 'notices', files: 3, bytes: 30 },
      ])
    })

    it('cancel one that waits or runs, and no other', async () => {
      const states = async () => {
        const { data } = (await ask('GET', '/v1/runs?status=cancelled')).json
        return data.map(({ id, cancelled_by }: Record<string, string>) => [id, cancelled_by])
      }
      const operator = 'operator@example.org'
      const waiting = (await ask('POST', '/v1/runs', { source_id: 'boards', members: ['elm'] })).json.data
      for (const attempt of [1, 2]) {
        const cancelled = await ask('POST', `/v1/runs/${waiting.id}/cancel`)
        assert.equal(cancelled.status, 202, `${attempt} ${cancelled.text}`)
        const { status, mode, cancelled_by } = cancelled.json.data
        assert.deepEqual([status, mode, cancelled_by], ['cancelled', 'members', operator])
      }
      assert.deepEqual(await states(), [[waiting.id, operator]])
      const [action] = await readActions(server.ledger, 1)
      assert.deepEqual([action?.action, action?.target], ['runs.cancel', waiting.id])
      const facts = { ...run, runId: 'long', planned: 3, holder: 'x', startedAt: clock.now() }
      await insertRun(store.ledger, facts)
      const running = (await ask('POST', '/v1/runs/long/cancel')).json.data
      assert.deepEqual([running.status, running.cancelled_by], ['running', operator])
      const report = { ...run, runId: 'long', planned: 3, completed: 1, failed: 0, members: {} }
      const end = { notFresh: { held: 0, gone: 0, gated: 0 }, message: 'cancelled by an operator' }
      await finishRun(store.ledger, { ...report, ...end, status: 'failed' }, clock.now())
      const { hours } = (await ask('GET', '/v1/overview')).json.data
      assert.deepEqual([hours.at(-1).failed, hours.at(-1).cancelled], [0, 2])
      assert.deepEqual(await states(), [
        ['long', operator],
        [waiting.id, operator],
      ])
      assert.equal((await ask('GET', '/v1/runs?status=failed')).json.data.length, 0)
      assertError(await ask('POST', '/v1/runs/faulty/cancel'), 409, 'run_ended')
      assertError(await ask('POST', '/v1/runs/unknown/cancel'), 404, 'not_found')
    })

    it('count the members of one share of a source, not those that other nodes read meanwhile', async () => {
      const [elm, fir] = boards.members.map((member) => shareOf(boards as AnySource, member))
      assert.notEqual(elm, fir)
      const facts = { ...run, sourceId: 'boards', planned: 5, holder: 'x', startedAt: clock.now() }
      await insertRun(store.ledger, { ...facts, runId: 'share', share: elm })
      const read = async () => (await ask('GET', '/v1/runs/share')).json.data.completed
      for (const [member_id, completed] of [
        ['fir', 0],
        ['elm', 1],
      ] as const) {
        const state = { artifact_id: 1, record_count: 1, published_at: clock.now(), held_reason: null }
        await store.readModel.transaction(async (tx) => {
          const member = { service: 'notices', source_id: 'boards', member_id }
          await tx
            .insertInto('member_state')
            .values({ ...member, ...state })
            .execute()
        })
        assert.equal(await read(), completed)
      }
    })

    it('refuse what cannot be run', async () => {
      for (const [path, body, status] of [
        ['/v1/runs', { source_id: 'nowhere' }, 404],
        ['/v1/runs', { source_id: 'towns', members: ['nobody'] }, 404],
        ['/v1/runs', { source_id: 'towns', members: [] }, 400],
        ['/v1/runs', { source_id: 'towns', force: true }, 400],
        ['/v1/runs', { source_id: 'boards', members: ['elm'], force: true }, 400],
        ['/v1/runs', { source_id: 'paused' }, 400],
        ['/v1/runs', {}, 400],
        ['/v1/runs/unknown/retry', undefined, 404],
      ] as const)
        assert.equal((await ask('POST', path, body)).status, status, `${path} ${JSON.stringify(body)}`)
      assertError(await ask('GET', '/v1/runs/unknown'), 404, 'not_found')
      assertError(await ask('GET', '/v1/runs?status=lost'), 400, 'invalid_request')
      for (const [method, path] of [
        ['GET', '/v1/runs'],
        ['GET', '/v1/runs/faulty'],
        ['POST', '/v1/runs/faulty/retry'],
      ] as const) {
        assertError(await server.request(method, path), 401, 'unauthenticated')
        const headers = { authorization: `Bearer ${(await server.signIn('other@example.org')).token}` }
        assertError(await server.request(method, path, { headers }), 404, 'not_found')
        clock.advance(61_000)
      }
    })
  })
}
