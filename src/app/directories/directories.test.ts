import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { FakeClock } from '../../../test/support/fake-clock.ts'
import { testEngines } from '../../../test/support/store/test-engines.ts'
import { loadConfig } from '../../core/config/load-config.ts'
import { Failure } from '../../core/errors.ts'
import type { Directory } from '../../registry/directories.ts'
import { type AppContext, createAppContext } from '../app-context.ts'
import { decide, decideAll } from '../operator/edit-registry.ts'
import { loadSources } from '../sources.ts'
import { readDirectory } from './read-directory.ts'
import { failuresMax, tryCandidates } from './try-candidates.ts'
import { addNew, isCandidate, listDirectories, selectDirectories } from './update-registry.ts'

const { signal } = new AbortController()

const boards: Directory = {
  id: 'boards',
  url: 'https://lists.example/boards.csv',
  format: 'csv',
  address: 'url',
  name: 'name',
  provenance: 'job-lists',
}
const centers: Directory = { ...boards, id: 'centers', format: 'json', address: 'at', website: 'site' }

const csv = [
  'name,url',
  'Alder Works,https://jobs.lever.co/alder-works-candidate',
  '"Birch, Inc.",https://boards.greenhouse.io/birch-candidate',
  ',https://jobs.ashbyhq.com/cedar-candidate',
  'Nowhere,https://careers.example/jobs',
  'Not an address,alder',
  'Unsupported,https://alder.bamboohr.com/careers',
].join('\n')

describe('a directory', () => {
  it('gives the members that its addresses name, and leaves out the rest', () => {
    const { rows, entries } = readDirectory(boards, csv)
    assert.equal(rows, 6)
    assert.deepEqual(
      entries.map(({ source, memberId, cells }) => [source, memberId, cells.name, cells.status]),
      [
        ['lever', 'alder-works-candidate', 'Alder Works', 'candidate'],
        ['greenhouse', 'birch-candidate', 'Birch, Inc.', 'candidate'],
        ['ashby', 'cedar-candidate', 'cedar-candidate', 'candidate'],
      ],
    )
  })

  it('loses the rows that are malformed, and no other', () => {
    const comma = 'Dogwood, Inc.,https://jobs.lever.co/dogwood-candidate'
    const { rows, malformed, entries } = readDirectory(boards, `${csv}\n${comma}\n"Elm,https://elm.example`)
    assert.deepEqual([rows, malformed, entries.length], [6, 2, 3])
  })

  it('of trust centers gives those at the address of a provider, with the site of the company', () => {
    const row = { name: 'Alder Works', at: 'https://trust.delve.co/alder-works', site: 'alder.example' }
    const own = { name: 'Birch', at: 'https://trust.birch.example', site: 'https://birch.example' }
    const { entries } = readDirectory(centers, JSON.stringify({ data: [row, own, 7, null, { at: 3 }] }))
    assert.deepEqual(
      entries.map(({ source, memberId, cells }) => [source, memberId, cells.website]),
      [['trust-delve', 'alder-works', 'https://alder.example/']],
    )
  })

  it('that lists nothing, or is something else, is refused', () => {
    for (const [directory, body] of [
      [boards, 'name,url\nNowhere,https://careers.example\n'],
      [boards, '<!doctype html>\n<title>Moved</title>'],
      [centers, '{"error":"moved"}'],
      [centers, '[]'],
    ] as const)
      assert.throws(() => readDirectory(directory, body), { code: 'upstream_changed' })
  })

  it('of the program names its licence, and is read by nobody until an operator names it', async () => {
    const loaded = loadConfig({ env: { BROADSHEET_PROFILE: 'live', BROADSHEET_SECRET: secret } })
    const all = listDirectories({ loaded })
    assert.ok(all.length >= 4)
    for (const { licence } of all) assert.match(licence ?? '', /MIT|Apache|CC/)
    assert.deepEqual(loaded.config.registry.directories, [])
    assert.throws(() => selectDirectories(all, ['no-such']), { code: 'not_found' })
  })
})

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
      const readSources = async () => (await loadSources(await createContext())).sources
      const answers = new Map<string, number | Failure>()
      const tryNow = async (limit = 10) => {
        const tested: string[] = []
        const sources = (await readSources()).map((source) => ({
          ...source,
          polite: { ...source.polite, gapMs: 0 },
        }))
        const result = await tryCandidates(
          {
            store,
            // Pauses between candidates would wait for this test.
            clock: {
              now: () => clock.now(),
              monotonic: () => clock.monotonic(),
              after: (ms, call) => clock.after(ms, call),
              sleep: async () => {},
            },
            sources,
            limit,
            async test(source, { id }) {
              tested.push(`${source.id}/${id}`)
              const answer = answers.get(id) ?? new Failure('upstream_unavailable', 'The host is down.')
              if (answer instanceof Failure) throw answer
              return answer
            },
            decide: (decisions) => decideAll(loaded, decisions, signal),
          },
          signal,
        )
        return { ...result, tested: tested.sort() }
      }
      const add = async (text = csv, context?: AppContext) =>
        await addNew(context ?? (await createContext()), readDirectory(boards, text).entries, signal)
      return {
        loaded,
        folder,
        clock,
        answers,
        add,
        tryNow,
        readSources,
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

    it('are read once they answer, and retired when they fail on several days', async () => {
      await using fixture = await open()
      const { add, tryNow, answers, clock, readSources } = fixture
      await add()
      answers.set('alder-works-candidate', 12)
      answers.set('birch-candidate', 0)
      const first = await tryNow()
      assert.deepEqual([first.tried, first.promoted, first.retired], [3, ['lever/alder-works-candidate'], []])
      const member = (await readSources())
        .find(({ id }) => id === 'lever')
        ?.members.find(({ id }) => id === 'alder-works-candidate')
      assert.ok(member)
      assert.equal(member.off, undefined)
      assert.equal((await tryNow()).tried, 0)
      for (let failures = 2; failures <= failuresMax; failures++) {
        clock.advance(failures * 24 * 3_600_000)
        const { tested, retired } = await tryNow()
        assert.deepEqual(tested, ['ashby/cedar-candidate', 'greenhouse/birch-candidate'])
        assert.equal(retired.length, failures === failuresMax ? 2 : 0)
      }
      clock.advance(90 * 24 * 3_600_000)
      assert.equal((await tryNow()).tried, 0)
      const retired = (await readSources())
        .find(({ id }) => id === 'ashby')
        ?.members.find(({ id }) => id === 'cedar-candidate')
      assert.match(retired?.off ?? '', /^retired on .*: The host is down\.$/)
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
