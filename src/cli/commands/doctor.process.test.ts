import assert from 'node:assert/strict'
import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { redisUrl, skipReason } from '../../../test/support/backends.ts'
import { CliRunner, noCoverage } from '../../../test/support/cli-runner.ts'
import type { CommandResult } from '../../../test/support/command-line.ts'
import { databaseFiles } from '../../store/sqlite/files.ts'
import type { Finding } from '../doctor/finding.ts'

describe('broadsheet doctor', () => {
  const runner = new CliRunner()
  after(() => runner[Symbol.dispose]())

  function failed({ stdout }: CommandResult): Finding[] {
    return (JSON.parse(stdout) as Finding[]).filter(({ status }) => status === 'fail')
  }

  it('passes a new installation', async () => {
    const { code, stdout, stderr } = await runner.run(['doctor'])
    assert.deepEqual([code, stderr], [0, ''])
    for (const check of [
      'settings',
      'runtime',
      'data folder',
      'disk',
      'database',
      'upstreams',
      'upstream gazette',
    ]) {
      assert.match(stdout, new RegExp(`^(ok|warn) +${check}: `, 'm'))
    }
    assert.match(stdout, /^ok +upstreams: all simulated/m)
  })

  it('creates nothing, and neither do the other commands that only read', async () => {
    const readOnly = [
      'doctor',
      'sync-jobs',
      'plan',
      'audit',
      'keys list',
      'limits list',
      'quarantine list',
      'config check',
    ]
    for (const command of [...readOnly, 'config explain', 'quarantine release gazette ash', 'backup copy']) {
      await runner.runHere([...command.split(' '), '--data-dir', 'nowhere'])
      assert.equal(existsSync(join(runner.folder, 'nowhere')), false, command)
    }
    assert.equal(existsSync(join(runner.folder, 'data')), false)
  })

  it('checks a folder that a server is using', async () => {
    const server = runner.start(['serve', '--port', '0'], { ...noCoverage, SYNC_ENABLED: 'false' })
    await server.waitForOutput(/ready at/)
    const { code, stdout } = await runner.runHere(['doctor', '--json'])
    server.child.kill('SIGTERM')
    assert.equal(code, 0, stdout)
    const checks = (JSON.parse(stdout) as Finding[]).map(({ check }) => check)
    for (const check of ['database', 'integrity', 'clock']) assert.ok(checks.includes(check), check)
    assert.equal((await server.exited).code, 0)
  })

  it('reports wrong settings, and nothing else', async () => {
    const exit = await runner.runHere(['doctor', '--json'], { PORT: '80a', BROADSHEET_PROFILE: 'live' })
    assert.equal(exit.code, 1)
    assert.deepEqual(
      failed(exit).map(({ found }) => found.split(':')[0]),
      ['server.port', 'security.secret'],
    )
  })

  it('reports a folder that cannot be written', async () => {
    writeFileSync(join(runner.folder, 'file'), '')
    const exit = await runner.runHere(['doctor', '--json', '--data-dir', 'file/data'])
    assert.equal(exit.code, 1)
    assert.deepEqual(
      failed(exit).map(({ check }) => check),
      ['data folder'],
    )
  })

  it('reports a database that cannot be reached, without its password', async () => {
    const exit = await runner.runHere(['doctor', '--json'], {
      DATABASE_URL: 'postgres://u:canary@127.0.0.1:1/x',
    })
    assert.equal(exit.code, 1)
    const [finding] = failed(exit)
    assert.match(finding?.found ?? '', /127\.0\.0\.1:1 cannot be reached/)
    assert.doesNotMatch(exit.stdout + exit.stderr, /canary/)
  })

  it('reports a damaged database', async () => {
    mkdirSync(join(runner.folder, 'damaged'))
    const sound = databaseFiles(join(runner.folder, 'data'))
    const damaged = databaseFiles(join(runner.folder, 'damaged'))
    copyFileSync(sound.ledger.path, damaged.ledger.path)
    writeFileSync(damaged.readModel.path, readFileSync(sound.readModel.path).fill(0x55, 100))
    const exit = await runner.runHere(['doctor', '--json', '--data-dir', 'damaged'])
    assert.equal(exit.code, 1)
    assert.match(failed(exit)[0]?.found ?? '', /read-model-\w+\.db is damaged/)
  })

  it('checks Redis, the mail server and the bucket if configured, and prints no password', async () => {
    const exit = await runner.runHere(['doctor', '--json'], {
      REDIS_URL: 'redis://u:canary@127.0.0.1:1',
      SMTP_URL: 'smtp://u:canary@127.0.0.1:1',
      MAIL_FROM: 'desk@example.org',
      S3_URL: 'http://127.0.0.1:1',
      S3_BUCKET: 'artifacts',
      S3_ACCESS_KEY: 'canary',
      S3_SECRET_KEY: 'canary',
    })
    assert.equal(exit.code, 1)
    assert.deepEqual(
      failed(exit).map(({ check }) => check),
      ['redis', 'mail server', 'artifact bucket'],
    )
    assert.doesNotMatch(exit.stdout + exit.stderr, /canary/)
  })

  it('passes a reachable Redis', { skip: skipReason('Redis', redisUrl()) }, async () => {
    const { code, stdout } = await runner.runHere(['doctor'], { REDIS_URL: redisUrl() ?? '' })
    assert.equal(code, 0, stdout)
    assert.match(stdout, /^ok +redis: answers$/m)
    assert.match(stdout, /^ok +clock: agrees with redis$/m)
  })

  it('reports an upstream that does not answer', async () => {
    const exit = await runner.runHere(['doctor', '--json'], { SANDBOX_FAULTS: 'gazette.sandbox=status:503' })
    assert.equal(exit.code, 1)
    assert.deepEqual(
      failed(exit).map(({ check }) => check),
      ['upstream gazette'],
    )
  })
})
