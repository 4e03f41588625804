import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { startServerProcess } from '../../../test/support/server/server-process.ts'
import { type TestDatabase, testEngines } from '../../../test/support/store/test-engines.ts'

const secret = 'a secret of the tests that is long enough'

function storeSettings({ storeOptions }: TestDatabase): Record<string, string> {
  const { databaseUrl, schemaPrefix = '' } = storeOptions
  if (databaseUrl === undefined) return {}
  return { DATABASE_URL: databaseUrl, DATABASE_SCHEMA_PREFIX: schemaPrefix.replace(/_$/, '') }
}

for (const engine of testEngines) {
  describe(`${engine.name}: a backup of a live server`, { skip: engine.skip }, () => {
    it('is restored elsewhere with its members, decisions, keys and credits', async () => {
      await using from = await engine.createDatabase()
      await using to = await engine.createDatabase()
      const live = { BROADSHEET_PROFILE: 'live', BROADSHEET_SECRET: secret, SYNC_ENABLED: 'false' }
      const here = { ...live, DATA_DIR: 'here', ...storeSettings(from) }
      const there = { ...live, DATA_DIR: 'there', ...storeSettings(to) }
      using served = await startServerProcess([], here)
      const { runner } = served
      const json = async (env: Record<string, string>, ...args: string[]) => {
        const { code, stdout, stderr } = await runner.runHere([...args, '--json'], env)
        assert.equal(code, 0, stderr)
        return JSON.parse(stdout)
      }
      const run = async (env: Record<string, string>, ...args: string[]) => await runner.runHere(args, env)
      for (const args of [
        ['members', 'add', 'lever', 'key=zz-acme', 'name=Acme Inc.'],
        ['members', 'pause', 'lever', 'zz-acme', '--note', 'asked us to stop'],
        ['members', 'pause', 'trust-vanta', '*', '--note', 'later'],
      ])
        assert.equal((await run(here, ...args)).code, 0, args.join(' '))
      const { secret: key } = await json(here, 'keys', 'create', 'reader@example.org')
      await json(here, 'credits', 'grant', 'reader@example.org', '500')

      const report = await json(here, 'backup', 'monday')
      assert.deepEqual(report.registry.map(({ name }: { name: string }) => name).sort(), [
        'boards.tsv',
        'decisions.tsv',
      ])
      await json(there, 'restore', 'monday')

      const decisions = (folder: string) =>
        readFileSync(join(runner.folder, folder, 'registry', 'decisions.tsv'), 'utf8')
      assert.equal(decisions('there'), decisions('here'))
      for (const args of [
        ['members', 'list'],
        ['keys', 'list'],
        ['credits', 'show', 'reader@example.org'],
        ['audit'],
      ])
        assert.deepEqual(await json(there, ...args), await json(here, ...args), args.join(' '))
      const acme = await json(there, 'members', 'list', 'lever', '--search', 'zz-acme')
      assert.deepEqual([acme[0].state, acme[0].reason], ['off', 'asked us to stop'])

      const again = await run(there, 'restore', 'monday')
      assert.equal(again.code, 2)
      assert.match(again.stderr, /is not empty: add --overwrite/)
      await run(there, 'members', 'resume', 'lever', 'zz-acme')
      await json(there, 'restore', 'monday', '--overwrite')
      assert.equal(decisions('there'), decisions('here'))
      const refused = await run(here, 'restore', 'monday', '--overwrite')
      assert.equal(refused.code, 2)
      assert.match(refused.stderr, /is (already in use by process|in use by a running server)/)

      using copy = await startServerProcess([], { ...there, DATA_DIR: join(runner.folder, 'there') })
      const usage = await fetch(`${copy.origin}/cinema/v1/usage`, { headers: { 'x-api-key': key } })
      assert.equal(usage.status, 200)
    })

    it('has artifacts on request, and those alone that its ledger lists', async () => {
      await using from = await engine.createDatabase()
      await using to = await engine.createDatabase()
      const env = { ...storeSettings(from), DATA_DIR: 'here' }
      using served = await startServerProcess([], { ...env, SYNC_ENABLED: 'false' })
      const { runner } = served
      const synced = await runner.run(['sync', 'gazette', '--member', 'alderbrook'], env)
      assert.equal(synced.code, 0, synced.stderr)
      assert.equal((await runner.runHere(['backup', 'without'], env)).code, 0)
      assert.equal(existsSync(join(runner.folder, 'without', 'artifacts')), false)
      const { stdout } = await runner.runHere(['backup', 'with', '--artifacts', '--json'], env)
      assert.equal(JSON.parse(stdout).artifacts.files, 1)
      const there = { ...storeSettings(to), DATA_DIR: 'there' }
      assert.equal((await runner.runHere(['restore', 'with'], there)).code, 0)
      const imported = await runner.run(['import', '--all', '--json'], there)
      assert.equal(imported.code, 0, imported.stderr)
      assert.equal(JSON.parse(imported.stdout)[0].completed, 1)
    })

    it('is refused where the store is another one, or the folder is no backup', async () => {
      await using to = await engine.createDatabase()
      using served = await startServerProcess([], { SYNC_ENABLED: 'false' })
      const { code, stderr } = await served.runner.runHere(['restore', 'none'], {
        ...storeSettings(to),
        DATA_DIR: 'there',
      })
      assert.equal(code, 2)
      assert.match(stderr, /is not a backup of a (SQLite|PostgreSQL) store: it has no ledger/)
    })
  })
}
