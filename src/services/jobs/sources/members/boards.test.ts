import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { ConfigurationError } from '../../../../core/errors.ts'
import { isTestName } from '../../../../core/text/is-test-name.ts'
import { candidateReason, Decisions } from '../../../../registry/decisions.ts'
import { readProvenance } from '../../../../registry/provenance.ts'
import { readRegistry } from '../../../../registry/read-registry.ts'
import { RegistryFiles } from '../../../../registry/registry-files.ts'
import { jobRecogniser } from '../addresses.ts'
import { jobSources, loadBoards } from '../index.ts'

const noDecisions = new Decisions([])

/** Key, and a page of the board where an operator may find it. */
const keysWithParts = [
  ['lever', 'fernmills', 'https://jobs.lever.co/fernmills'],
  ['lever', 'eu/fernmills', 'https://jobs.eu.lever.co/fernmills/0a1b'],
  ['personio', 'fern-mills.jobs.personio.com', 'https://fern-mills.jobs.personio.com/job/1'],
  ['teamtailor', 'fernmills.na', 'https://fernmills.na.teamtailor.com/jobs'],
  ['workday', 'fernmills.wd5/External', 'https://fernmills.wd5.myworkdayjobs.com/en-US/External'],
  [
    'workday',
    'fern-mills.wd103/fern_mills/Fern.Mills',
    'https://fern-mills.wd103.myworkdayjobs.com/wday/cxs/fern_mills/Fern.Mills/jobs',
  ],
  [
    'workday',
    'wd5.myworkdaysite.com/fernmills/External',
    'https://wd5.myworkdaysite.com/en-US/recruiting/fernmills/External',
  ],
] as const

const invalidKeys = [
  ['lever', 'us/fernmills'],
  ['lever', 'eu/fern/mills'],
  ['lever', 'eu/..'],
  ['workday', 'fernmills'],
  ['workday', 'fernmills.wd5'],
  ['workday', 'fernmills.wd5/..'],
  ['workday', 'fernmills.wd5/../External'],
  ['workday', 'fernmills.wd5/fern/mills/External'],
  ['workday', 'wd5.myworkdaysite.com/External'],
  ['workday', 'wd5.evil.example/fernmills/External'],
] as const

describe('the job boards of the registry', () => {
  it('are valid, on, and of a known provenance', () => {
    const files = new RegistryFiles()
    const exceptions = ['api.smartrecruiters.com']
    const sources = jobSources(loadBoards(files, noDecisions), exceptions)
    const members = sources.flatMap((source) => source.members)
    const provenance = readProvenance(files)
    files.assertValid()
    const candidates = members.filter(({ entry }) => entry?.status === 'candidate')
    assert.ok(members.length - candidates.length > 12_600, `${members.length}`)
    assert.ok(candidates.length > 32_000, `${candidates.length}`)
    for (const { id, key, name, off, entry } of members) {
      assert.equal(off, entry?.status === 'candidate' ? candidateReason : undefined, id)
      assert.ok(provenance.has(entry?.provenance ?? ''), id)
      assert.ok(!isTestName(key) && !isTestName(name), id)
    }
  })

  it('have candidates that no board is, and that are boards once the operator says so', (t) => {
    const shipped = mkdtempSync(join(tmpdir(), 'broadsheet-boards-'))
    t.after(() => rmSync(shipped, { recursive: true }))
    writeFileSync(join(shipped, 'boards.tsv'), 'platform\tkey\tname\tprovenance\nlever\tfern\tFern\tx\n')
    const rows = ['lever\tFern\tFern', 'lever\telm\tElm', 'lever\toak\tOak']
    writeFileSync(join(shipped, 'candidates.tsv'), ['platform\tkey\tname', ...rows].join('\n'))
    const decisions = new Decisions([{ source: 'lever', member: 'oak', status: 'on' }])
    const { lever = [] } = loadBoards(new RegistryFiles(undefined, shipped), decisions)
    assert.deepEqual(
      lever.map(({ key, off }) => [key, off]),
      [
        ['fern', undefined],
        ['elm', candidateReason],
        ['oak', undefined],
      ],
    )
  })

  it('are off while the robots.txt of their platform forbids to read them', () => {
    const sources = jobSources(loadBoards(new RegistryFiles(), noDecisions))
    const off = sources.flatMap(({ id, members }) =>
      members.flatMap((board) => (board.off && board.off !== candidateReason ? [id] : [])),
    )
    // Candidates, too: they would be tried in vain.
    assert.ok(off.length > 2700 && off.every((id) => id === 'smartrecruiters'), `${off.length}`)
  })

  it('have every form of key that the adapters read and discovery finds', () => {
    for (const [platform, key, page] of keysWithParts) {
      const match = jobRecogniser.addresses.match(new URL(page))
      assert.deepEqual([match?.rule.platform, match?.member], [platform, { key }])
    }
    assert.deepEqual(problemsOf(keysWithParts), [])
  })

  it('are not loaded if a key has a form that the adapter does not read', () => {
    assert.deepEqual(
      problemsOf(invalidKeys),
      invalidKeys.map(
        ([platform, key], at) => `boards.tsv:${at + 2}: key "${key}" is not one of ${platform}`,
      ),
    )
  })

  it('are not loaded if a platform is unknown', () => {
    assert.deepEqual(problemsOf([['workdey', 'acme']]), ['boards.tsv:2: unknown platform "workdey"'])
  })

  it('are those of the last valid table while one has several problems, which are reported together', (t) => {
    const operatorFolder = mkdtempSync(join(tmpdir(), 'broadsheet-boards-'))
    t.after(() => rmSync(operatorFolder, { recursive: true }))
    const location = { operatorFolder, validFolder: join(operatorFolder, 'valid') }
    const table = join(operatorFolder, 'boards.tsv')
    const writeBoards = (...lines: readonly string[]) =>
      writeFileSync(table, ['platform\tkey\tname\tprovenance', ...lines].join('\n'))
    const ourLeverBoards = () => {
      const { result, problems } = readRegistry(location, loadBoards)
      const ours = (result.lever ?? []).filter(({ entry }) => entry?.provenance === 'operator')
      return { keys: ours.map(({ key }) => key), problems: problems.map((one) => one.replace(table, 'ours')) }
    }
    writeBoards('lever\tfern-mills-one\tFern Mills\toperator')
    assert.deepEqual(ourLeverBoards(), { keys: ['fern-mills-one'], problems: [] })
    writeBoards(
      'lever\tfern-mills-two\tFern Mills\toperator',
      'workdey\tfern-mills\tFern Mills\toperator',
      'workday\tfern-mills\tFern Mills\toperator',
      'x'.repeat(10 * 1024 * 1024),
      'lever\tfern-mills-two\tFern Mills\toperator',
    )
    const { keys, problems } = ourLeverBoards()
    assert.deepEqual(keys, ['fern-mills-one'])
    assert.deepEqual(problems.toSorted(), [
      'ours:3: unknown platform "workdey"',
      'ours:4: key "fern-mills" is not one of workday',
      'ours:5: has 10485760 characters; at most 16384',
      'ours:6: lever/fern-mills-two is already on line 2',
    ])
  })
})

function problemsOf(
  boards: readonly (readonly [platform: string, key: string, ...unknown[]])[],
): readonly string[] {
  const folder = mkdtempSync(join(tmpdir(), 'broadsheet-boards-'))
  try {
    const rows = boards.map(([platform, key]) => `${platform}\t${key}\tFern Mills\tx`)
    writeFileSync(join(folder, 'boards.tsv'), ['platform\tkey\tname\tprovenance', ...rows].join('\n'))
    const files = new RegistryFiles(undefined, folder)
    loadBoards(files, noDecisions)
    files.assertValid()
    return []
  } catch (error) {
    assert.ok(error instanceof ConfigurationError)
    return error.problems
  } finally {
    rmSync(folder, { recursive: true })
  }
}
