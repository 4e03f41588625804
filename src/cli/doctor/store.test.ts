import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { systemClock } from '../../core/clock.ts'
import { toClockFinding } from './clock.ts'
import { examineStore, toFindings, toFutureFinding, toQuarantineFinding } from './store.ts'

const sound: Parameters<typeof toFindings>[0] = {
  engine: 'sqlite',
  version: '3.53.4',
  profile: 'sandbox',
  migrations: { applied: 2, known: 2 },
  integrityProblems: [],
  bytes: 3 * 1024 * 1024,
  tables: [
    { database: 'read_model', table: 'job', rows: 12_000, bytes: 2 * 1024 * 1024 },
    { database: 'ledger', table: 'usage', rows: 3, bytes: 4096 },
  ],
  artifacts: { files: 40, bytes: 1024 * 1024 },
  clockSkewMs: 3,
}

describe('doctor: the database', () => {
  it('passes an undamaged one', () => {
    const findings = toFindings(sound)
    assert.deepEqual(new Set(findings.map(({ status }) => status)), new Set(['ok']))
    assert.equal(findings[0]?.found, 'SQLite 3.53.4, 3.0 MiB')
  })

  it('shows the rows and bytes of the largest tables and of the artifacts', () => {
    const growth = toFindings(sound).find(({ check }) => check === 'growth')
    assert.equal(growth?.found, 'job 12000 rows 2.0 MiB, usage 3 rows 0.0 MiB, artifacts 40 files 1.0 MiB')
  })

  it('fails for damage, with every damaged part', () => {
    const findings = toFindings({
      ...sound,
      integrityProblems: ['ledger: row 1 missing', 'read model: page 7'],
    })
    const failed = findings.filter(({ status }) => status === 'fail')
    assert.deepEqual(
      failed.map(({ found }) => found),
      ['ledger: row 1 missing', 'read model: page 7'],
    )
    assert.ok(failed.every(({ remedy }) => remedy?.includes('backup')))
  })

  for (const [applied, remedy] of [
    [1, /Start the server once/],
    [3, /newer version/],
  ] as const) {
    it(`fails when ${applied} of 2 migrations are applied`, () => {
      const [finding] = toFindings({
        ...sound,
        migrations: { applied, known: 2 },
      }).filter(({ status }) => status === 'fail')
      assert.match(finding?.remedy ?? '', remedy)
    })
  }

  for (const [differenceMs, status] of [
    [0, 'ok'],
    [-999, 'ok'],
    [1000, 'warn'],
    [-1000, 'warn'],
    [30_000, 'fail'],
    [-86_400_000, 'fail'],
  ] as const) {
    it(`reports a clock difference of ${differenceMs} ms as ${status}`, () => {
      assert.equal(toClockFinding('the database', differenceMs).status, status)
    })
  }

  it('says which clock is ahead', () => {
    assert.match(toClockFinding('redis', 90_000).found, /^redis is 90\.0 s ahead of this machine$/)
    assert.match(toClockFinding('redis', -90_000).found, /^redis is 90\.0 s behind this machine$/)
  })

  it('warns of syncs that are dated in the future', () => {
    assert.equal(toFutureFinding([]).status, 'ok')
    const finding = toFutureFinding([{ runId: 'a', sourceId: 'gazette', startedAt: 1000 }])
    assert.equal(finding.status, 'warn')
    assert.match(finding.found, /^1 in the future, the first of gazette at 1970-01-01T00:00:01\.000Z$/)
  })

  it('warns of members in quarantine, and not of those that are released', () => {
    const row = { source_id: 'gazette', member_id: 'ash', reason: 'no progress for 60 s', until: 1000 }
    assert.deepEqual(toQuarantineFinding([row], 1000).status, 'ok')
    const finding = toQuarantineFinding([row, { ...row, member_id: 'bow' }], 999)
    assert.equal(finding.status, 'warn')
    assert.match(finding.found, /^2 members; gazette\/ash until 1970-01-01T00:00:01\.000Z: no progress/)
    assert.match(finding.remedy ?? '', /broadsheet quarantine list/)
  })

  it('fails with the error when it does not open', async () => {
    const findings = await examineStore(
      {
        open: () => Promise.reject(new Error('no such host')),
        readQuarantine: async () => [],
        readRunsFromFuture: async () => [],
      },
      systemClock,
      AbortSignal.timeout(600_000),
    )
    assert.deepEqual(
      findings.map(({ status, found }) => [status, found]),
      [['fail', 'no such host']],
    )
  })
})
