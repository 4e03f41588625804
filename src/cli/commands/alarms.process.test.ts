import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { CliRunner } from '../../../test/support/cli-runner.ts'
import { type TestDatabase, testEngines } from '../../../test/support/store/test-engines.ts'
import { updateAlarms } from '../../app/alarms/update-alarms.ts'
import { readLastBackup } from '../../store/coordination/last-backup.ts'
import type { Store } from '../../store/store.ts'

const now = Date.now()

for (const engine of testEngines) {
  describe(`${engine.name}: broadsheet alarms`, { skip: engine.skip }, () => {
    let database: TestDatabase
    let store: Store
    const runner = new CliRunner()
    const received: string[] = []
    const receiver = createServer((request, response) => {
      received.push(String(request.headers['webhook-signature']))
      response.end()
    })
    before(async () => {
      database = await engine.borrowDatabase()
      store = await database.openStore()
      receiver.listen(0, '127.0.0.1')
      await once(receiver, 'listening')
    })
    after(async () => {
      receiver.close().closeAllConnections()
      runner[Symbol.dispose]()
      await store[Symbol.asyncDispose]()
      await database[Symbol.asyncDispose]()
    })

    function run(args: readonly string[], env: Readonly<Record<string, string>> = {}) {
      const { dataDir, databaseUrl, schemaPrefix = '' } = database.storeOptions
      return runner.runHere(args, {
        ...(dataDir ? { DATA_DIR: dataDir } : {}),
        ...(databaseUrl
          ? { DATABASE_URL: databaseUrl, DATABASE_SCHEMA_PREFIX: schemaPrefix.replace(/_$/, '') }
          : {}),
        ...env,
      })
    }

    it('lists, mutes and unmutes', async () => {
      const causes = [{ kind: 'platform_changed', subject: 'lever', detail: '4 members.' }] as const
      await updateAlarms(store, { node: '', causes, recipients: [], nowMs: now })
      assert.match((await run(['alarms', 'list'])).stdout, /platform_changed:lever +open .* 4 members/)
      const muted = await run(['alarms', 'mute', 'platform_changed:lever', '--days', '2', '--note', 'known'])
      assert.match(muted.stdout, /is muted until/, muted.stderr)
      const { stdout, stderr } = await run(['alarms', 'list'])
      assert.match(stdout, /platform_changed:lever +muted/)
      assert.match(stderr, /platform_changed:lever is muted until .*: known/)
      const listed = JSON.parse((await run(['alarms', 'list', '--json'])).stdout)
      assert.deepEqual([listed.alarms.length, listed.mutes.length], [1, 1])
      assert.equal((await run(['alarms', 'unmute', 'platform_changed:lever'])).code, 0)
      assert.match((await run(['alarms', 'list'])).stdout, /platform_changed:lever +open/)
      assert.equal((await run(['alarms', 'unmute', 'platform_changed:lever'])).code, 1)
      assert.equal((await run(['alarms', 'mute', 'lever'])).code, 1)
      assert.equal((await run(['alarms', 'mute', 'all', '--days', '400'])).code, 2)
    })

    it('tests the ways to operators', async () => {
      assert.match((await run(['alarms', 'test'])).stderr, /nobody to tell/)
      const port = (receiver.address() as AddressInfo).port
      const settings = {
        OPERATOR_EMAILS: 'operator@example.org',
        ALARM_WEBHOOK_URL: `http://127.0.0.1:${port}/hook`,
        ALARM_WEBHOOK_SECRET: `whsec_${Buffer.alloc(32).toString('base64')}`,
      }
      const refused = await run(['alarms', 'test'], settings)
      assert.equal(refused.code, 1)
      assert.match(refused.stdout, /webhook +.*private address/)
      const sent = await run(['alarms', 'test'], { ...settings, OUTBOUND_ALLOW_PRIVATE_HOSTS: 'true' })
      assert.equal(sent.code, 0, sent.stderr)
      assert.match(sent.stdout, /operator@example\.org +sent\n *webhook +sent/)
      assert.match(received[0] ?? '', /^v1,/)
    })

    it('needs both settings of the webhook', async () => {
      const url = { ALARM_WEBHOOK_URL: 'https://pager.example.org/' }
      assert.match((await run(['alarms', 'list'], url)).stderr, /alarms\.webhookSecret: missing/)
      const short = { ...url, ALARM_WEBHOOK_SECRET: 'whsec_short' }
      assert.match((await run(['alarms', 'list'], short)).stderr, /must be whsec_ and the base64 of 24 to 64/)
    })

    it('knows of a backup, also one that is made without naming the profile', async () => {
      assert.equal((await readLastBackup(store.ledger)).isBackup, false)
      await using _live = await database.openStore({ profile: 'live', mayMigrate: true })
      const made = await run(['backup', join(runner.folder, 'copy')])
      assert.deepEqual([made.code, made.stderr.includes('warning')], [0, false], made.stderr)
      const { at, isBackup } = await readLastBackup(store.ledger)
      assert.ok(isBackup && at >= now)
    })
  })
}
