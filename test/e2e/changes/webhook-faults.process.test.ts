/** Webhooks of real servers: killed between sending and recording, two on one database, and `broadsheet listen`. */

import assert from 'node:assert/strict'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { after, before, beforeEach, describe, it } from 'node:test'
import { Webhook } from 'standardwebhooks'
import { createWebhook } from '../../../src/app/webhooks/webhooks.ts'
import { sandboxSecret } from '../../../src/core/config/config-table.ts'
import { createKeyedHash, identityLedger } from '../../../src/identity/index.ts'
import { ChangeBatch } from '../../../src/store/changes/change-batch.ts'
import type { Store } from '../../../src/store/store.ts'
import { postgresUrl, skipReason } from '../../support/backends.ts'
import { CliRunner, noCoverage } from '../../support/cli-runner.ts'
import { projectRoot } from '../../support/project-root.ts'
import { newFolder } from '../../support/shared-folder.ts'
import { postgres, sqlite, type TestDatabase } from '../../support/store/test-engines.ts'
import { until } from '../../support/until.ts'

const timeout = 300_000

describe('webhooks of servers', () => {
  const received: { id: string; number: number; headers: Record<string, string>; body: string }[] = []
  let answer: (response: ServerResponse) => void
  const receiver = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    const headers = request.headers as Record<string, string>
    received.push({ id: headers['webhook-id'] ?? '', number: JSON.parse(body).data.number, headers, body })
    answer(response)
  })
  let host = ''
  before(async () => {
    receiver.listen(0, '127.0.0.1')
    await once(receiver, 'listening')
    host = `127.0.0.1:${(receiver.address() as AddressInfo).port}`
  })
  after(() => receiver.close().closeAllConnections())
  beforeEach(() => {
    received.length = 0
    answer = (response) => response.writeHead(204).end()
  })
  const numbers = () => new Set(received.map(({ number }) => number))

  async function subscribe(store: Store): Promise<string> {
    const ledger = identityLedger(store.ledger)
    const nowMs = Date.now()
    return await ledger.transaction(async (tx) => {
      const identity = { id: 'id_1', email: 'x@example.org', mailbox: 'x@example.org', quota_owner: 'id_1' }
      await tx
        .insertInto('identity')
        .values({ ...identity, created_at: nowMs, blocked_at: null, per_second: null, per_minute: null })
        .execute()
      const { secret } = await createWebhook(ledger, tx, createKeyedHash(sandboxSecret), {
        identityId: 'id_1',
        service: 'notices',
        filters: {},
        url: `http://${host}/hook`,
        label: undefined,
        epoch: store.readModel.epoch(),
        position: { number: 0, at: 0 },
        nowMs,
      })
      return secret
    })
  }

  async function log({ readModel }: Store, ...subjects: string[]): Promise<void> {
    await readModel.transaction(async (tx) => {
      const batch = new ChangeBatch('notices')
      for (const subject of subjects)
        batch.add({ type: 'notice.published', subject, detectedAt: Date.now(), keys: { town: 'Ely' } })
      await batch.write(tx, readModel.dialect)
    })
  }

  function serve(runner: CliRunner, { storeOptions }: TestDatabase, services = ['notices']) {
    const { dataDir = runner.folder, databaseUrl, schemaPrefix } = storeOptions
    return runner.start(['serve', ...services], {
      ...noCoverage,
      PORT: '0',
      SYNC_ENABLED: 'false',
      DATA_DIR: dataDir,
      WEBHOOK_PRIVATE_HOSTS: host,
      ...(databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl }),
      ...(schemaPrefix === undefined ? {} : { DATABASE_SCHEMA_PREFIX: schemaPrefix.replace(/_$/, '') }),
    })
  }

  it('lose nothing when the server is killed between sending and recording', { timeout }, async () => {
    await using database = await sqlite.borrowDatabase()
    await using store = await database.openStore({ role: 'worker' })
    using runner = new CliRunner()
    const secret = await subscribe(store)
    const first = serve(runner, database)
    await first.waitForOutput(/ready at/)
    // The receiver has taken it, and the server does not know.
    answer = () => {}
    await log(store, 'a', 'b', 'c')
    await until(() => received.length >= 3)
    first.child.kill('SIGKILL')
    await first.exited
    const before = received.splice(0)
    answer = (response) => response.writeHead(204).end()
    const second = serve(runner, database)
    await second.waitForOutput(/ready at/)
    await until(() => numbers().size === 3)
    assert.deepEqual(
      new Set(received.map(({ id }) => id)),
      new Set(before.map(({ id }) => id)),
      'a repetition has the id of the first delivery',
    )
    for (const { body, headers } of received) new Webhook(secret).verify(body, headers)
    // Delivered and recorded: a start sends nothing again.
    await until(async () => {
      const row = await store.ledger.read.selectFrom('webhook').select('position').executeTakeFirstOrThrow()
      return Number(row.position) === 3
    })
    second.child.kill('SIGKILL')
    await second.exited
    received.length = 0
    const third = serve(runner, database)
    await third.waitForOutput(/ready at/)
    await log(store, 'd')
    await until(() => received.length > 0)
    assert.deepEqual([...numbers()], [4])
  })

  it('are verified by the receiver of the guide that uses the published package', { timeout }, async () => {
    await using database = await sqlite.borrowDatabase()
    await using store = await database.openStore({ role: 'worker' })
    using runner = new CliRunner()
    const secret = await subscribe(store)
    const server = serve(runner, database)
    await server.waitForOutput(/ready at/)
    await log(store, 'a', 'b')
    await until(() => numbers().size === 2)
    const page = readFileSync(join(projectRoot, 'docs/how-to/receive-webhooks.md'), 'utf8')
    const [, program = ''] = /```js standardwebhooks\n([\s\S]*?)```/.exec(page) ?? []
    const file = join(newFolder('receiver'), 'receiver.mjs')
    const library = import.meta.resolve('standardwebhooks')
    assert.ok(program.includes("'standardwebhooks'"))
    writeFileSync(file, program.replace("'standardwebhooks'", `'${library}'`))
    using receiverRunner = new CliRunner(file)
    const guide = receiverRunner.start([secret], { ...noCoverage, PORT: '0' })
    const [, port] = await guide.waitForOutput(/listening on (\d+)/)
    /** What the server sent, as it arrived. */
    const forward = async ({ headers, body }: { headers: Record<string, string>; body: string }) => {
      const { 'webhook-id': id = '', 'webhook-timestamp': timestamp = '' } = headers
      const { 'webhook-signature': signature = '' } = headers
      const response = await fetch(`http://127.0.0.1:${port}/`, {
        method: 'POST',
        headers: { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signature },
        body,
      })
      return response.status
    }
    for (const delivery of received) {
      assert.equal(await forward(delivery), 204)
      await guide.waitForOutput(new RegExp(`notice.published ${delivery.number}`))
      assert.equal(await forward({ ...delivery, body: `${delivery.body} ` }), 400)
    }
  })

  it('are sent by one of two servers on PostgreSQL, and by the other if that dies', {
    timeout,
    skip: skipReason('PostgreSQL', postgresUrl()),
  }, async () => {
    await using database = await postgres.createDatabase()
    await using store = await database.openStore({ role: 'worker', profile: 'sandbox' })
    using runner = new CliRunner()
    await subscribe(store)
    const servers = [serve(runner, database), serve(runner, database)]
    for (const server of servers) await server.waitForOutput(/ready at/)
    const subjects = Array.from({ length: 50 }, (_, at) => `s${at}`)
    for (const subject of subjects) await log(store, subject)
    await until(() => numbers().size === 50)
    assert.equal(received.length, 50, 'each change was sent once')
    const [first, second] = servers
    first?.child.kill('SIGKILL')
    await first?.exited
    await log(store, 'x')
    await until(() => numbers().size === 51)
    const third = serve(runner, database)
    await third.waitForOutput(/ready at/)
    second?.child.kill('SIGKILL')
    await second?.exited
    await log(store, 'y')
    await until(() => numbers().size === 52)
  })

  it('reach a receiver that is being written, by a command', { timeout }, async () => {
    await using database = await sqlite.borrowDatabase()
    await using store = await database.openStore({ role: 'worker' })
    using runner = new CliRunner()
    const server = serve(runner, database, [])
    const [, origin = ''] = await server.waitForOutput(/ready at (http:\S+)/)
    await log(store, 'before')
    const listening = runner.start(
      [
        'listen',
        ...['--forward-to', `http://${host}/hook`],
        ...['--server', origin],
        ...['--service', 'notices', '--filter', 'town=Ely', '--filter', 'type=notice.published'],
      ],
      noCoverage,
    )
    const [, secret = ''] = await listening.waitForOutput(/secret of the receiver: (\S+)/)
    assert.match(secret, /^whsec_/)
    // It follows from now on, so what is logged before its first request is not sent.
    let at = 0
    await until(async () => {
      await log(store, `s${at}`)
      at += 1
      return received.length >= 2
    })
    for (const { body, headers } of received) {
      const message = new Webhook(secret).verify(body, headers) as { type: string; service: string }
      assert.deepEqual([message.type, message.service], ['notice.published', 'notices'])
    }
    await listening.waitForOutput(/\d+ notice\.published: 204/)
    listening.child.kill('SIGINT')
    const { code } = await listening.exited
    assert.equal(code, 0)
    const wrong = await runner.run(
      ['listen', '--forward-to', `http://${host}/`, '--server', origin, '--filter', 'town'],
      noCoverage,
    )
    assert.equal(wrong.code, 2)
    const unknown = await runner.run(
      ['listen', '--forward-to', `http://${host}/`, '--server', origin, '--filter', 'type=no.such'],
      noCoverage,
    )
    assert.notEqual(unknown.code, 0)
    assert.doesNotMatch(unknown.stdout + unknown.stderr, /whsec_/)
  })
})
