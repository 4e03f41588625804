import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { FakeClock } from '../../../test/support/fake-clock.ts'
import {
  assertError,
  type IdentityFixture,
  openIdentityFixture,
} from '../../../test/support/server/identity-fixture.ts'
import { type TestDatabase, testEngines } from '../../../test/support/store/test-engines.ts'
import { loadConfig } from '../../core/config/load-config.ts'
import { readActions } from '../../identity/operator/audit.ts'
import { storedHostStates } from '../../store/coordination/host-states.ts'
import type { Store } from '../../store/store.ts'
import { saveComparison } from '../../sync/rosters/proposals.ts'
import type { OperatorAlarms } from '../alarms/operator-alarms.ts'
import { type AppContext, createAppContext } from '../app-context.ts'
import type { Discoverer } from '../discovery.ts'
import { CurrentSources } from './current-sources.ts'
import { createOperatorMembers } from './operator-members.ts'
import { createOperatorRuns } from './operator-runs.ts'
import { operatorService } from './operator-service.ts'

const discoverer = {} as Discoverer
const alarms = {} as OperatorAlarms

interface Row {
  readonly source_id: string
  readonly member_id: string
  readonly state: string
  readonly reason: string | null
}

for (const engine of testEngines) {
  describe(`${engine.name}: the member routes for operators`, { skip: engine.skip }, () => {
    const folder = mkdtempSync(join(tmpdir(), 'broadsheet-operator-'))
    const clock = new FakeClock()
    let database: TestDatabase
    let store: Store
    let server: IdentityFixture
    /** A second server with the same store and folder. */
    let other: IdentityFixture
    let authorization = ''

    before(async () => {
      database = await engine.borrowDatabase()
      store = await database.openStore()
      const context = await openContext()
      const open = () =>
        openIdentityFixture({
          store,
          clock,
          operatorEmails: ['operator@example.org'],
          routes: ({ operators, limitRequests }) => {
            const current = new CurrentSources(context)
            const members = createOperatorMembers(context, store, current)
            const runs = createOperatorRuns({ store, clock, sources: current })
            return operatorService({ operators, discoverer, members, runs, alarms, limitRequests }).routes
          },
        })
      server = await open()
      other = await open()
      authorization = `Bearer ${(await server.signIn('operator@example.org')).token}`
    })
    after(async () => {
      await server[Symbol.asyncDispose]()
      await other[Symbol.asyncDispose]()
      await store[Symbol.asyncDispose]()
      await database[Symbol.asyncDispose]()
      rmSync(folder, { recursive: true })
    })

    async function openContext(): Promise<AppContext> {
      const env = {
        BROADSHEET_PROFILE: 'live',
        BROADSHEET_SECRET: 'a-secret-of-at-least-thirty-two-characters',
        DATA_DIR: folder,
        LOG_LEVEL: 'silent',
      }
      return await createAppContext(loadConfig({ env }), { clock })
    }

    async function request(method: string, path: string, body?: unknown, target = server) {
      clock.advance(2000)
      return await target.request(method, path, {
        headers: { authorization },
        ...(body === undefined ? {} : { body }),
      })
    }

    async function find(q: string, target = server): Promise<[string, string, string | null][]> {
      const { json } = await request('GET', `/v1/members?q=${q}`, undefined, target)
      return (json.data as Row[]).map(({ member_id, state, reason }) => [member_id, state, reason])
    }

    it('add, import, pause, resume and remove members, which another server lists at once', async () => {
      const added = await request('POST', '/v1/members', {
        source: 'lever',
        entries: [{ key: 'zz-acme', name: 'Acme Inc.', home: 'US' }],
      })
      assert.deepEqual([added.status, added.json.data], [200, { added: 1, replaced: 0 }], added.text)
      const csv = 'key,name\nzz-one,"One, Inc."\nzz-acme,Acme\n'
      const imported = await request('POST', '/v1/members/import', { source: 'lever', csv })
      assert.deepEqual(imported.json.data, { added: 1, replaced: 1 }, imported.text)
      assert.deepEqual(await find('zz-', other), [
        ['zz-acme', 'new', null],
        ['zz-one', 'new', null],
      ])
      const note = 'until spring'
      assert.equal((await request('POST', '/v1/members/lever/zz-one/pause', { note })).status, 200)
      assert.deepEqual(await find('ZZ-ONE', other), [['zz-one', 'off', note]])
      assert.equal((await request('POST', '/v1/members/lever/zz-one/resume', undefined, other)).status, 200)
      assert.equal((await request('POST', '/v1/members/lever/zz-acme/remove')).status, 200)
      assert.deepEqual(await find('zz-', other), [['zz-one', 'new', null]])
      const actions = (await readActions(server.ledger, 5)).map(({ action, target }) => `${action} ${target}`)
      assert.deepEqual(actions, [
        'members.remove lever zz-acme',
        'members.resume lever zz-one',
        'members.pause lever zz-one',
        `members.import lever: ${csv.length} characters`,
        'members.add lever: 1 entries',
      ])
    })

    it('lose no edit when two operators edit at once', async () => {
      clock.advance(60_000)
      const keys = Array.from({ length: 4 }, (_, n) => `two-operators-${n}`)
      const results = await Promise.all(
        keys.map((key, n) =>
          (n % 2 === 0 ? server : other).request('POST', '/v1/members', {
            headers: { authorization },
            body: { source: 'ashby', entries: [{ key, name: key }] },
          }),
        ),
      )
      assert.deepEqual(
        results.map(({ status }) => status),
        [200, 200, 200, 200],
        results.map(({ text }) => text).join('\n'),
      )
      assert.deepEqual(
        (await find('two-operators-')).map(([id]) => id),
        keys,
      )
    })

    it('list how the last reads ended, filter by state, and page through thousands of members', async () => {
      const [shrunk, inPart] = (await request('GET', '/v1/members?service=cinema&limit=2')).json.data as Row[]
      const read = { tried_at: clock.now(), changed_at: null, due_at: clock.now() + 60_000 }
      await store.ledger.transaction(async (tx) => {
        await tx
          .insertInto('member_health')
          .values([
            {
              ...read,
              source_id: 'lever',
              member_id: 'zz-one',
              succeeded_at: null,
              failures: 3,
              error_code: 'upstream_unavailable',
              error_message: 'The host does not answer.',
            },
            {
              ...read,
              source_id: 'ashby',
              member_id: 'two-operators-1',
              succeeded_at: clock.now(),
              failures: 0,
              error_code: null,
              error_message: null,
            },
          ])
          .execute()
      })
      await store.readModel.transaction(async (tx) => {
        const state = { artifact_id: 1, record_count: 12, published_at: clock.now() }
        await tx
          .insertInto('member_state')
          .values(
            [
              ['jobs', 'ashby', 'two-operators-1', null],
              // The writer of job boards decides, so nobody else can publish this list.
              ['jobs', 'ashby', 'two-operators-2', 'the list shrank from 12 to 1'],
              ['cinema', shrunk?.source_id, shrunk?.member_id, 'the list of 12 became empty'],
              ['cinema', inPart?.source_id, inPart?.member_id, '4 of 9 upcoming showtimes are missing'],
            ].map(([service, source_id, member_id, held_reason = null]) => ({
              service: String(service),
              source_id: String(source_id),
              member_id: String(member_id),
              held_reason,
              ...state,
            })),
          )
          .execute()
      })
      const stale = await request('GET', '/v1/members?state=stale')
      assert.equal(stale.json.data.length, 1)
      const [row] = stale.json.data
      assert.deepEqual(
        [row.source_id, row.service, row.name, row.failures, row.error_code, row.reason, row.age_seconds],
        ['lever', 'jobs', 'One, Inc.', 3, 'upstream_unavailable', 'The host does not answer.', null],
      )
      const [healthy] = (await request('GET', '/v1/members?q=two-operators-1')).json.data
      assert.deepEqual([healthy.state, healthy.record_count, healthy.age_seconds], ['on', 12, 4])
      const held = (await request('GET', '/v1/members?held=true')).json.data
      assert.deepEqual(
        held.map((each: { member_id: string; held_reason: string }) => [each.member_id, each.held_reason]),
        [[shrunk?.member_id, 'the list of 12 became empty']],
      )
      const partial = (await request('GET', `/v1/members?q=${inPart?.member_id}`)).json.data.find(
        ({ member_id }: Row) => member_id === inPart?.member_id,
      )
      assert.equal(partial.held_reason, null)
      const seen = new Set<string>()
      let cursor = ''
      let last = ''
      do {
        const page = await request('GET', `/v1/members?service=trust&limit=500${cursor}`)
        for (const { source_id, member_id } of page.json.data as Row[]) {
          const key = `${source_id}\t${member_id}`
          assert.ok(key > last, `${key} is after ${last}`)
          last = key
          seen.add(key)
        }
        const next = page.json.meta.pagination.next_cursor
        cursor = next === null ? '' : `&cursor=${encodeURIComponent(next)}`
      } while (cursor !== '')
      assert.ok(seen.size > 1400, `${seen.size} trust centers`)
    })

    it('show the plan and the sources', async () => {
      const { members, sources, hosts } = (await request('GET', '/v1/plan')).json.data
      assert.ok(members.jobs >= 12_000 && members.cinema >= 400 && members.trust >= 1000)
      assert.ok(sources.length > 20 && hosts.length <= 200)
      const listed = (await request('GET', '/v1/sources')).json.data
      const lever = listed.find(({ source_id }: Row) => source_id === 'lever')
      assert.deepEqual([lever.service, lever.basis, lever.every_minutes], ['jobs', 'open', 1440])
    })

    it('list what rosters propose, and approve or reject it', async () => {
      const roster = { name: 'filmbot brattle', sourceId: 'filmbot' }
      const cells = { installation: 'brattle', site: '9', name: 'Brattle Nine' }
      const changes = ['add', 'close'].map((kind) => ({
        kind: kind as 'add' | 'close',
        memberId: kind === 'add' ? 'brattle.9' : 'brattle.8',
        detail: 'as listed',
        cells: kind === 'add' ? cells : {},
      }))
      await saveComparison(store.ledger, roster, { changes, memories: new Map() }, clock.now())
      const open = (await request('GET', '/v1/proposals?source_id=filmbot')).json.data
      const idOf = (kind: string) => open.find((proposal: { kind: string }) => proposal.kind === kind)?.id
      assert.equal(open.length, 2)
      const path = `/v1/proposals/${idOf('add')}/approve`
      const refused = await request('POST', path, {})
      assertError(refused, 400, 'invalid_request')
      assert.match(refused.json.error.message, /"timezone" is missing/)
      const timezone = 'America/New_York'
      const approved = await request('POST', path, { cells: { timezone } }, other)
      assert.deepEqual([approved.status, approved.json.data.status], [200, 'approved'], approved.text)
      const [stored] = (await request('GET', '/v1/proposals?status=approved')).json.data
      assert.ok(stored.decided_at !== null && stored.decided_by !== null)
      assert.deepEqual(approved.json.data, stored)
      assert.deepEqual((await find('brattle nine'))[0]?.[0], 'brattle.9')
      assertError(await request('POST', path, { cells: { timezone } }), 400, 'invalid_request')
      assert.equal((await request('POST', `/v1/proposals/${idOf('close')}/reject`)).status, 200)
      assert.deepEqual((await request('GET', '/v1/proposals')).json.data, [])
      const [rejected] = (await request('GET', '/v1/proposals?status=rejected')).json.data
      assert.deepEqual([rejected.kind, rejected.decided_by], ['close', 'operator@example.org'])
      assertError(await request('POST', '/v1/proposals/p-0123456789abcdef/reject'), 404, 'not_found')
    })

    it('refuse what is invalid with every problem, and change nothing', async () => {
      const path = join(folder, 'registry', 'boards.tsv')
      const before = readFileSync(path, 'utf8')
      const refused = await request('POST', '/v1/members', {
        source: 'workday',
        entries: [
          { key: 'acme', name: 'Acme' },
          { key: 'beta', name: 'Beta' },
        ],
      })
      assertError(refused, 400, 'invalid_request')
      assert.equal(refused.json.error.details.problems.length, 2, refused.text)
      for (const [at, body, status] of [
        ['/v1/members', { source: 'leverr', entries: [{ key: 'a', name: 'A' }] }, 400],
        ['/v1/members', { source: 'lever', entries: [] }, 400],
        ['/v1/members', { source: 'lever', entries: [{ key: 'a', name: 'A', x: 'y' }] }, 400],
        ['/v1/members/import', { source: 'lever', csv: 'key,key\na,b\n' }, 400],
        ['/v1/members/lever/nobody-at-all/pause', {}, 404],
        ['/v1/members/leverr/acme/resume', {}, 400],
        ['/v1/members/lever/zz-one/pause', { agreed_on: '2026-02-30' }, 400],
        ['/v1/members/lever/nobody-at-all/test', undefined, 404],
      ] as const) {
        const { status: actual, text } = await request('POST', at, body)
        assert.equal(actual, status, `${at}: ${text}`)
      }
      assert.equal(readFileSync(path, 'utf8'), before)
    })

    it('test no member whose host asked for a pause', async () => {
      for (const [source, entry] of [
        ['chains', { id: 'moonlit', name: 'Moonlit', country: 'GB', currency: 'GBP' }],
        [
          'installations',
          { id: 'moonlit', platform: 'filmbot', chain: 'moonlit', base: 'https://moonlit.example' },
        ],
        ['filmbot', { installation: 'moonlit', site: '1', name: 'Moonlit 1', timezone: 'Europe/London' }],
      ] as const)
        assert.equal((await request('POST', '/v1/members', { source, entries: [entry] })).status, 200)
      const [[member] = []] = await find('moonlit')
      await storedHostStates(store, clock).save({
        host: 'moonlit.example',
        state: 'limiting',
        since: clock.now(),
        closedMs: 3_600_000,
        needsProbe: false,
      })
      const refused = await request('POST', `/v1/members/filmbot/${member}/test`)
      assertError(refused, 503, 'upstream_unavailable')
      assert.match(refused.json.error.message, /asked for a pause/)
    })

    it('say what is wrong with tables that were edited by hand, and keep the last valid ones', async () => {
      const path = join(folder, 'registry', 'boards.tsv')
      const before = readFileSync(path, 'utf8')
      writeFileSync(path, `${before}nonsense\n`)
      const { json } = await request('GET', '/v1/members?q=zz-')
      assert.equal(json.data.length, 1)
      assert.match(json.meta.problems.join(), /boards\.tsv:\d+: key is missing/)
      writeFileSync(path, before)
      assert.deepEqual((await request('GET', '/v1/members?q=zz-')).json.meta.problems, [])
    })

    it('are for operators who have signed in, and for nobody else', async () => {
      const stranger = `Bearer ${(await server.signIn('stranger@example.org')).token}`
      for (const [method, path] of [
        ['GET', '/v1/members'],
        ['GET', '/v1/plan'],
        ['GET', '/v1/sources'],
        ['GET', '/v1/proposals'],
        ['POST', '/v1/proposals/p-0123456789abcdef/approve'],
        ['POST', '/v1/members/lever/zz-one/remove'],
        ['POST', '/v1/members/lever/zz-one/test'],
      ] as const) {
        assertError(await server.request(method, path), 401, 'unauthenticated')
        const headers = { authorization: stranger }
        assertError(await server.request(method, path, { headers }), 404, 'not_found')
      }
    })
  })
}
