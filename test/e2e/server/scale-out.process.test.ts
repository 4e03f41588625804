/** Two servers on one PostgreSQL and one Redis: one runs the due source, both see what is published, one can be killed. */

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import pg from 'pg'
import { systemClock } from '../../../src/core/clock.ts'
import { postgresUrl, redisUrl, skipReason } from '../../support/backends.ts'
import { CliRunner, noCoverage, type RunningProcess } from '../../support/cli-runner.ts'
import { postgres } from '../../support/store/test-engines.ts'
import { untilWithin } from '../../support/until.ts'

const skip = skipReason('PostgreSQL', postgresUrl()) || skipReason('Redis', redisUrl())
describe('two servers on one database', () => {
  it('share the work, see each other’s publications within a second, and survive each other', {
    skip,
    timeout: 600_000,
  }, async () => {
    assert.ok(postgres)
    await using place = await postgres.createDatabase()
    using runner = new CliRunner()
    const env = {
      DATABASE_URL: place.storeOptions.databaseUrl ?? '',
      DATABASE_SCHEMA_PREFIX: place.storeOptions.schemaPrefix?.replace(/_$/, '') ?? '',
      REDIS_URL: redisUrl() ?? '',
      DATA_DIR: runner.folder,
      PORT: '0',
    }
    // One server of three is enough.
    const uncovered = { ...env, ...noCoverage }
    const database = new pg.Client({ connectionString: env.DATABASE_URL })
    await database.connect()
    try {
      // The upstream of the first is slow, so that it is still syncing when it is killed.
      const slow = runner.start(['serve', 'notices', '--fault', 'gazette.sandbox/*=latency:3000'], uncovered)
      const slowBase = await baseOf(slow)
      await until('the first server runs the job', async () =>
        (await runs()).some((run) => run.status === 'running'),
      )
      const second = runner.start(['serve', 'notices'], uncovered)
      const base = await baseOf(second)
      assert.equal((await runs()).length, 1, 'the job that is running was started a second time')
      assert.equal((await fetch(`${slowBase}/healthz`)).status, 200)

      slow.child.kill('SIGKILL')
      await slow.exited
      assert.equal((await fetch(`${base}/healthz`)).status, 200)
      await until('the second server takes the job over', async () =>
        (await runs()).some((run) => run.status === 'succeeded'),
      )
      const [interrupted, ...others] = await runs()
      assert.equal(interrupted?.status, 'failed')
      assert.match(interrupted?.error_message ?? '', /^interrupted/)
      assert.deepEqual(
        others.map((run) => run.status),
        ['succeeded'],
      )

      await runOnRequest('requested-of-one-process')

      const third = runner.start(['serve', 'notices', '--workers', '2'], env)
      const thirdBase = await baseOf(third)
      const before = await Promise.all([base, thirdBase].map(etagOf))
      assert.equal(before[0], before[1], 'two servers on the same data disagree about its tag')
      // With another seed all data changes: new notices are published, and so many missing ones are reported.
      const { code, stderr } = await runner.run(['sync', 'gazette', '--force'], {
        ...uncovered,
        SANDBOX_SEED: '2',
      })
      assert.equal(code, 1, stderr)
      assert.match(stderr, /gazette: partial, 12 of 12/)
      await untilWithin(1000, 'both servers see the whole publication', async () => {
        const after = await Promise.all([base, thirdBase].map(etagOf))
        return after[0] !== before[0] && after[0] === after[1]
      })

      second.child.kill('SIGTERM')
      assert.equal((await second.exited).code, 0)
      await runOnRequest('requested-of-workers')
      third.child.kill('SIGTERM')
      assert.equal((await third.exited).code, 0)
    } finally {
      await database.end()
    }

    /** Nothing is due, so no sync thread is running; what an operator requests still starts. */
    async function runOnRequest(runId: string): Promise<void> {
      const schema = `${place.storeOptions.schemaPrefix}ledger`
      await database.query(
        `insert into ${schema}.run_request (source_id, service, run_id, members, force, requested_at, requested_by)
          values ('gazette', 'notices', '${runId}', '["alderbrook"]', 0, ${systemClock.now()}, 'operator@example.org')`,
      )
      await until(`${runId} is finished`, async () => {
        const { rows } = await database.query(
          `select completed from ${schema}.sync_run where id = '${runId}' and finished_at is not null`,
        )
        return rows.length === 1
      })
    }

    async function runs(): Promise<{ status: string; error_message: string | null }[]> {
      const { rows } = await database.query(
        `select status, error_message from ${place.storeOptions.schemaPrefix}ledger.sync_run where source_id = 'gazette' and mode = 'scheduled' order by started_at`,
      )
      return rows
    }
  })
})

async function baseOf(server: RunningProcess): Promise<string> {
  return (await server.waitForOutput(/ready at (http:\S+)/))[1] ?? ''
}

async function etagOf(base: string): Promise<string | null> {
  const answer = await fetch(`${base}/v1/notices?limit=5`)
  assert.equal(answer.status, 200)
  assert.notDeepEqual(((await answer.json()) as { data: unknown[] }).data, [])
  return answer.headers.get('etag')
}

async function until(what: string, isSo: () => Promise<boolean>): Promise<void> {
  const deadline = systemClock.now() + 120_000
  while (!(await isSo())) {
    assert.ok(systemClock.now() < deadline, `waited in vain until ${what}`)
    await systemClock.sleep(200)
  }
}
