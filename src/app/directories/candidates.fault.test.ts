import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { FakeClock } from '../../../test/support/fake-clock.ts'
import { testEngines } from '../../../test/support/store/test-engines.ts'
import { loadConfig } from '../../core/config/load-config.ts'
import { Failure } from '../../core/errors.ts'
import { HostClosed } from '../../core/outbound/hosts/host-closed.ts'
import type { Outbound } from '../../core/outbound/outbound.ts'
import { identityLedger } from '../../identity/index.ts'
import { readActions } from '../../identity/operator/audit.ts'
import { candidateReason } from '../../registry/decisions.ts'
import type { Directory } from '../../registry/directories.ts'
import { candidatesProvenance } from '../../services/jobs/sources/members/boards.ts'
import type { MemberHealthRow } from '../../store/tables.ts'
import { readMemberHealth, replaceMemberHealth } from '../../sync/health/member-health.ts'
import type { MemberKey } from '../../sync/member-marker.ts'
import { quarantineMember } from '../../sync/quarantine.ts'
import type { AnySource } from '../../sync/source.ts'
import { type AppContext, createAppContext } from '../app-context.ts'
import { decide, decideAll } from '../operator/edit-registry.ts'
import { loadSources } from '../sources.ts'
import { readDirectory } from './read-directory.ts'
import { tryMembers } from './tasks.ts'
import { type CandidateReading, failuresMax, tryCandidates } from './try-candidates.ts'
import { addNew, isCandidate } from './update-registry.ts'

const { signal } = new AbortController()

const boards: Directory = {
  id: 'boards',
  url: 'https://lists.example/boards.csv',
  format: 'csv',
  address: 'url',
  name: 'name',
  provenance: 'job-lists',
}

const csv = [
  'name,url',
  'Alder Works,https://jobs.lever.co/alder-works-candidate',
  '"Birch, Inc.",https://boards.greenhouse.io/birch-candidate',
  ',https://jobs.ashbyhq.com/cedar-candidate',
  'Nowhere,https://careers.example/jobs',
  'Not an address,alder',
  'Unsupported,https://jobs.jobvite.com/alder',
].join('\n')

const hourMs = 3_600_000
const dayMs = 24 * hourMs

/** Thousands of candidates come with the program. */
function withoutShipped(sources: readonly AnySource[]): readonly AnySource[] {
  return sources.map((source) => ({
    ...source,
    members: source.members.filter(({ entry }) => entry?.provenance !== candidatesProvenance),
  }))
}

const secret = 'a-secret-of-at-least-thirty-two-characters'

for (const engine of testEngines) {
  describe(`${engine.name}: candidates`, { skip: engine.skip }, () => {
    async function open() {
      const stack = new AsyncDisposableStack()
      const folder = mkdtempSync(join(tmpdir(), 'broadsheet-directories-'))
      stack.defer(() => rmSync(folder, { recursive: true }))
      const database = stack.use(await engine.borrowDatabase())
      const clock = new FakeClock()
      const store = stack.use(await database.openStore({ clock, role: 'worker' }))
      const env = {
        BROADSHEET_PROFILE: 'live',
        BROADSHEET_SECRET: secret,
        DATA_DIR: folder,
        LOG_LEVEL: 'silent',
      }
      const loaded = loadConfig({ env })
      // As a new process would see the tables.
      const createContext = () => createAppContext(loaded, { clock })
      const readSources = async () => withoutShipped((await loadSources(await createContext())).sources)
      const answers = new Map<string, CandidateReading | Error | (() => Promise<CandidateReading>)>()
      const tryNow = async (limit = 10, trySignal = signal, roundMs = hourMs) => {
        const tested: string[] = []
        const sources = await readSources()
        const result = await tryCandidates(
          {
            store,
            clock,
            sources,
            limit,
            roundMs,
            async test(source, { id }) {
              tested.push(`${source.id}/${id}`)
              const answer = answers.get(id) ?? new Failure('upstream_unavailable', 'The host is down.')
              if (answer instanceof Error) throw answer
              return typeof answer === 'string' ? answer : await answer()
            },
            decide: (decisions, decideSignal) => decideAll(loaded, decisions, decideSignal),
          },
          trySignal,
        )
        return { ...result, tested: tested.sort() }
      }
      const add = async (text = csv, context?: AppContext) =>
        await addNew(context ?? (await createContext()), readDirectory(boards, text).entries, signal)
      return {
        loaded,
        folder,
        clock,
        store,
        answers,
        add,
        tryNow,
        createContext,
        readSources,
        healthOf: async (id: string, memberId: string) =>
          (await readMemberHealth(store, { id }, clock.now())).get(memberId),
        reasonOff: async (id: string, memberId: string) => {
          const source = (await readSources()).find((one) => one.id === id)
          const member = source?.members.find((one) => one.id === memberId) ?? assert.fail(memberId)
          return member.off
        },
        [Symbol.asyncDispose]: () => stack.disposeAsync(),
      }
    }

    it('are what the registry lacks, once, and are not read', async () => {
      await using fixture = await open()
      assert.deepEqual(await fixture.add(), { added: 3 })
      assert.deepEqual(await fixture.add(), { added: 0 })
      const table = readFileSync(join(fixture.folder, 'registry', 'boards.tsv'), 'utf8')
      assert.match(table, /^lever\talder-works-candidate\tAlder Works\t.*candidate\tjob-lists/m)
      const candidates = (await fixture.readSources()).flatMap(({ members }) => members.filter(isCandidate))
      assert.equal(candidates.length, 3)
      await decide(fixture.loaded, { source: 'lever', member: 'other-candidate', status: 'removed' }, signal)
      const removed = 'name,url\nOther,https://jobs.lever.co/other-candidate\n'
      assert.deepEqual(await fixture.add(removed), { added: 0 })
    })

    it('are read once they answer, and forgotten for a quarter when they fail several times', async () => {
      await using fixture = await open()
      const { add, tryNow, answers, clock, reasonOff } = fixture
      await add()
      answers.set('alder-works-candidate', 'content')
      answers.set('birch-candidate', 'empty')
      const first = await tryNow()
      assert.deepEqual(
        [first.tried, first.promoted, first.forgotten],
        [3, ['lever/alder-works-candidate'], []],
      )
      assert.equal(await reasonOff('lever', 'alder-works-candidate'), undefined)
      assert.equal((await tryNow()).tried, 0)
      for (let failures = 2; failures <= failuresMax; failures++) {
        clock.advance(failures * dayMs)
        const { tested, forgotten } = await tryNow()
        assert.deepEqual(tested, ['ashby/cedar-candidate', 'greenhouse/birch-candidate'])
        assert.equal(forgotten.length, failures === failuresMax ? 2 : 0)
      }
      clock.advance(90 * dayMs)
      assert.equal((await tryNow()).tried, 0)
      clock.advance(2 * dayMs)
      const { tried, forgotten } = await tryNow()
      assert.deepEqual([tried, forgotten.length], [2, 2])
      assert.equal(await reasonOff('ashby', 'cedar-candidate'), candidateReason)
    })

    it('are forgotten after two days on which they do not exist, and joined by nobody else', async () => {
      await using fixture = await open()
      const { add, tryNow, answers, clock, healthOf } = fixture
      await add()
      answers.set('alder-works-candidate', 'absent')
      answers.set('birch-candidate', 'foreign')
      assert.deepEqual((await tryNow()).forgotten, [])
      clock.advance(dayMs)
      assert.deepEqual((await tryNow()).forgotten, ['lever/alder-works-candidate'])
      clock.advance(3 * dayMs)
      assert.deepEqual((await tryNow()).tested, ['ashby/cedar-candidate', 'greenhouse/birch-candidate'])
      assert.match((await healthOf('greenhouse', 'birch-candidate'))?.error_message ?? '', /another company/)
    })

    it('are tried until the round is over, and the rest in the next one', async () => {
      await using fixture = await open()
      const { add, tryNow, answers, clock } = fixture
      await add(`${csv}\nMore,https://jobs.lever.co/more-candidate`)
      for (const id of ['alder-works-candidate', 'birch-candidate', 'cedar-candidate', 'more-candidate'])
        answers.set(id, async () => {
          clock.advance(hourMs)
          return 'content'
        })
      assert.equal((await tryNow(10)).tried, 3)
      assert.equal((await tryNow(10)).tried, 1)
    })

    it('have not failed if their host is not asked at present, and the others are tried', async () => {
      await using fixture = await open()
      const { add, tryNow, answers, healthOf } = fixture
      await add()
      answers.set('alder-works-candidate', 'content')
      answers.set('birch-candidate', new HostClosed({ host: 'boards.example' }, 'refusing', 60_000))
      const { tried, promoted } = await tryNow()
      assert.deepEqual([tried, promoted], [2, ['lever/alder-works-candidate']])
      assert.equal(await healthOf('greenhouse', 'birch-candidate'), undefined)
      assert.equal((await healthOf('ashby', 'cedar-candidate'))?.failures, 1)
    })

    it('do not lose their turn or their promotion to a bug in the adapter of another', async () => {
      await using fixture = await open()
      const { add, tryNow, answers, clock, healthOf } = fixture
      await add()
      answers.set('alder-works-candidate', 'content')
      answers.set('birch-candidate', new TypeError('undefined is not a function'))
      answers.set('cedar-candidate', new Failure('not_found', 'There is no such board.'))
      const first = await tryNow()
      assert.deepEqual([first.tried, first.promoted], [3, ['lever/alder-works-candidate']])
      assert.equal((await healthOf('greenhouse', 'birch-candidate'))?.error_code, 'internal')
      assert.equal((await healthOf('ashby', 'cedar-candidate'))?.error_code, 'not_found')
      assert.equal(await healthOf('lever', 'alder-works-candidate'), undefined)
      assert.equal((await tryNow()).tried, 0)
      for (let failures = 2; failures <= failuresMax + 1; failures++) {
        clock.advance(failures * dayMs)
        await tryNow()
      }
      clock.advance(failuresMax * dayMs)
      // A bug is no reason to forget a member.
      assert.deepEqual((await tryNow()).tested, ['greenhouse/birch-candidate'])
    })

    it('that were promoted before a stop stay promoted, and the one that was stopped has not failed', async () => {
      await using fixture = await open()
      const { add, tryNow, answers, healthOf, reasonOff } = fixture
      await add()
      const stop = new AbortController()
      const order: [string, string][] = []
      for (const [id, source] of [
        ['alder-works-candidate', 'lever'],
        ['birch-candidate', 'greenhouse'],
        ['cedar-candidate', 'ashby'],
      ] as const)
        answers.set(id, async () => {
          order.push([source, id])
          if (order.length === 1) return 'content'
          stop.abort()
          stop.signal.throwIfAborted()
          return 'empty'
        })
      await assert.rejects(tryNow(10, stop.signal), { name: 'AbortError' })
      const [promoted, stopped] = order
      assert.ok(promoted && stopped)
      assert.equal(await reasonOff(...promoted), undefined)
      assert.equal(await reasonOff(...stopped), candidateReason)
      assert.equal(await healthOf(...stopped), undefined)
    })

    it('have failed before they are read, wait in quarantine, and are forgotten if they always stall', async () => {
      await using fixture = await open()
      const { add, tryNow, answers, clock, store, healthOf } = fixture
      await add('name,url\nAlder Works,https://jobs.lever.co/alder-works-candidate\n')
      const key = { sourceId: 'lever', memberId: 'alder-works-candidate' }
      let during: MemberHealthRow | undefined
      answers.set(key.memberId, async () => {
        during = await healthOf('lever', key.memberId)
        throw new Failure('upstream_unavailable', 'The host is down.')
      })
      await quarantineMember(store.ledger, { ...key, service: 'jobs', reason: 'stalled' }, clock.now())
      assert.equal((await tryNow()).tried, 0)
      clock.advance(2 * 3_600_000)
      assert.equal((await tryNow()).tried, 1)
      assert.deepEqual([during?.error_code, during?.failures], ['stalled', 1])
      assert.equal((await healthOf('lever', key.memberId))?.failures, 1)
      // As a thread that was killed during the last attempt leaves it.
      await replaceMemberHealth(store.ledger, { id: 'lever' }, key.memberId, {
        ...(during ?? assert.fail()),
        failures: failuresMax,
      })
      clock.advance(failuresMax * dayMs)
      assert.equal((await tryNow()).tried, 0)
    })

    it('are read by their adapters, under their mark', async () => {
      await using fixture = await open()
      const { add, clock, store, reasonOff, healthOf } = fixture
      await add()
      const context = await fixture.createContext()
      const requested: string[] = []
      const marked = new Set<string>()
      const posting = {
        id: '1',
        text: 'Carpenter',
        hostedUrl: 'https://jobs.lever.co/alder-works-candidate/1',
        categories: { location: 'Leeds' },
      }
      const http: Outbound = {
        async request(url) {
          const { host } = new URL(url)
          requested.push(host)
          if (host !== 'api.lever.co') throw new Failure('upstream_unavailable', 'The host is down.')
          return { status: 200, url, headers: {}, body: JSON.stringify([posting]), receivedAt: clock.now() }
        },
      }
      const { sources, writers } = await loadSources(context)
      const deps = {
        store,
        writers,
        sources: withoutShipped(sources),
        outbound: { for: () => http },
        marker: { mark: ({ memberId }: MemberKey) => void marked.add(memberId) },
      }
      const result = await tryMembers(context, deps, { limit: 10 }, signal)
      assert.deepEqual(result, { tried: 3, promoted: ['lever/alder-works-candidate'], forgotten: [] })
      assert.ok(requested.includes('api.lever.co'))
      assert.deepEqual([...marked].sort(), ['alder-works-candidate', 'birch-candidate', 'cedar-candidate'])
      assert.equal(await reasonOff('lever', 'alder-works-candidate'), undefined)
      assert.equal((await healthOf('greenhouse', 'birch-candidate'))?.error_code, 'upstream_unavailable')
      const actions = await readActions(identityLedger(store.ledger), 10)
      assert.deepEqual(
        actions.map(({ action, target }) => `${action} ${target}`),
        ['members.promote lever alder-works-candidate'],
      )
    })

    it('are read only until it is known what they have', async () => {
      await using fixture = await open()
      const { clock, store } = fixture
      await fixture.add('name,url\nFern,https://ats.rippling.com/fern-candidate/jobs\n')
      const context = await fixture.createContext()
      const { sources, writers } = await loadSources(context)
      const requested: string[] = []
      const rows = ['1', '2', '3'].map((uuid) => ({
        uuid,
        name: 'Carpenter',
        url: `https://ats.rippling.com/fern-candidate/jobs/${uuid}`,
      }))
      const http: Outbound = {
        async request(url) {
          requested.push(new URL(url).pathname)
          const isMissing = url.endsWith('/robots.txt')
          const body = isMissing ? '' : JSON.stringify(rows)
          return { status: isMissing ? 404 : 200, url, headers: {}, body, receivedAt: clock.now() } as never
        },
      }
      const deps = { store, writers, sources: withoutShipped(sources), outbound: { for: () => http } }
      const { promoted } = await tryMembers(context, deps, {}, signal)
      assert.deepEqual(promoted, ['rippling/fern-candidate'])
      assert.deepEqual(
        requested.filter((path) => path !== '/robots.txt'),
        ['/platform/api/ats/v1/board/fern-candidate/jobs'],
      )
    })

    it('are tried a few at a time, one of each source in turn', async () => {
      await using fixture = await open()
      await fixture.add(`${csv}\nMore,https://jobs.lever.co/more-candidate`)
      const { tested } = await fixture.tryNow(3)
      assert.equal(new Set(tested.map((id) => id.split('/')[0])).size, 3)
      assert.equal((await fixture.tryNow(3)).tried, 1)
    })
  })
}
