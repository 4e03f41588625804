import assert from 'node:assert/strict'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { redisUrl, skipReason } from '../../../test/support/backends.ts'
import { CliRunner, type ExitResult } from '../../../test/support/cli-runner.ts'
import type { Finding } from '../doctor/finding.ts'

describe('broadsheet doctor', () => {
  const place = new CliRunner()
  after(() => place[Symbol.dispose]())

  function failed({ stdout }: ExitResult): Finding[] {
    return (JSON.parse(stdout) as Finding[]).filter(({ status }) => status === 'fail')
  }

  it('finds a new installation healthy', async () => {
    const { code, stdout, stderr } = await place.run(['doctor'])
    assert.deepEqual([code, stderr], [0, ''])
    for (const check of [
      'settings',
      'runtime',
      'data folder',
      'disk',
      'database',
      'integrity',
      'clock',
      'upstream gazette',
    ]) {
      assert.match(stdout, new RegExp(`^(ok|warn) +${check}: `, 'm'))
    }
  })

  it('examines a folder that a server is using', async () => {
    const server = place.start(['serve', '--port', '0'], { SYNC_ENABLED: 'false' })
    await server.waitForOutput(/ready at/)
    const { code, stdout } = await place.run(['doctor', '--json'])
    server.child.kill('SIGTERM')
    assert.equal(code, 0, stdout)
    assert.equal((await server.exited).code, 0)
  })

  it('reports wrong settings, and nothing else', async () => {
    const ended = await place.run(['doctor', '--json'], { PORT: '80a', BROADSHEET_PROFILE: 'live' })
    assert.equal(ended.code, 1)
    assert.deepEqual(
      failed(ended).map(({ found }) => found.split(':')[0]),
      ['server.port', 'security.secret'],
    )
  })

  it('reports a folder that cannot be written', async () => {
    writeFileSync(join(place.folder, 'file'), '')
    const ended = await place.run(['doctor', '--json', '--data-dir', 'file/data'])
    assert.equal(ended.code, 1)
    assert.deepEqual(
      failed(ended).map(({ check }) => check),
      ['data folder'],
    )
  })

  it('reports a database that cannot be reached, without its password', async () => {
    const ended = await place.run(['doctor', '--json'], { DATABASE_URL: 'postgres://u:canary@127.0.0.1:1/x' })
    assert.equal(ended.code, 1)
    const [finding] = failed(ended)
    assert.match(finding?.found ?? '', /127\.0\.0\.1:1 cannot be reached/)
    assert.doesNotMatch(ended.stdout + ended.stderr, /canary/)
  })

  it('reports a damaged database', async () => {
    mkdirSync(join(place.folder, 'damaged'))
    const sound = readFileSync(join(place.folder, 'data', 'read-model.db'))
    writeFileSync(join(place.folder, 'damaged', 'read-model.db'), sound.fill(0x55, 100))
    const ended = await place.run(['doctor', '--json', '--data-dir', 'damaged'])
    assert.equal(ended.code, 1)
    assert.match(failed(ended)[0]?.found ?? '', /read-model\.db is damaged/)
  })

  it('asks Redis, the mail server and the bucket where they are used, and prints no password', async () => {
    const ended = await place.run(['doctor', '--json'], {
      REDIS_URL: 'redis://u:canary@127.0.0.1:1',
      SMTP_URL: 'smtp://u:canary@127.0.0.1:1',
      MAIL_FROM: 'desk@example.org',
      S3_URL: 'http://127.0.0.1:1',
      S3_BUCKET: 'artifacts',
      S3_ACCESS_KEY: 'canary',
      S3_SECRET_KEY: 'canary',
    })
    assert.equal(ended.code, 1)
    assert.deepEqual(
      failed(ended).map(({ check }) => check),
      ['redis', 'mail server', 'artifact bucket'],
    )
    assert.doesNotMatch(ended.stdout + ended.stderr, /canary/)
  })

  it('finds Redis when it is there', { skip: skipReason('Redis', redisUrl()) }, async () => {
    const { code, stdout } = await place.run(['doctor'], { REDIS_URL: redisUrl() ?? '' })
    assert.equal(code, 0, stdout)
    assert.match(stdout, /^ok +redis: answers$/m)
  })

  it('reports an upstream that does not answer', async () => {
    const ended = await place.run(['doctor', '--json'], { SANDBOX_FAULTS: 'gazette.sandbox=status:503' })
    assert.equal(ended.code, 1)
    assert.deepEqual(
      failed(ended).map(({ check }) => check),
      ['upstream gazette'],
    )
  })
})
