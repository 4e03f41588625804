/** The worked example of docs/how-to/receive-webhooks.md: a bot that reports freed seats. */

import assert from 'node:assert/strict'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { pathToFileURL } from 'node:url'
import { Broadsheet } from '../../../packages/client/src/index.ts'
import { systemClock } from '../../../src/core/clock.ts'
import { ChangeBatch } from '../../../src/store/changes/change-batch.ts'
import { openStore } from '../../../src/store/open.ts'
import { CliRunner, noCoverage } from '../../support/cli-runner.ts'
import { projectRoot } from '../../support/project-root.ts'
import {
  firstSyncTimeoutMs,
  startSyncedServerProcess,
  waitForResponse,
} from '../../support/server/server-process.ts'
import { newFolder } from '../../support/shared-folder.ts'

/** The program of the page, as a reader saves it. */
function writeReceiver(): string {
  const page = readFileSync(join(projectRoot, 'docs/how-to/receive-webhooks.md'), 'utf8')
  const [, program = ''] = /```js\n([\s\S]*?)```/.exec(page) ?? []
  const client = pathToFileURL(join(projectRoot, 'packages/client/src/index.ts')).href
  assert.ok(program.includes("'broadsheet-client'"))
  const file = join(newFolder('receiver'), 'receiver.mjs')
  writeFileSync(file, program.replace("'broadsheet-client'", `'${client}'`))
  return file
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}

describe('the bot that reports freed seats', () => {
  it('prints what was freed at the theater that it is subscribed to', {
    timeout: firstSyncTimeoutMs + 120_000,
  }, async () => {
    const port = await freePort()
    const host = `127.0.0.1:${port}`
    using served = await startSyncedServerProcess([], { WEBHOOK_PRIVATE_HOSTS: host })
    const anonymous = new Broadsheet({ baseUrl: served.origin, timeoutMs: 60_000 })
    const email = 'bot@example.org'
    await anonymous.cinema.requestCode({ body: { email } })
    const mail = await waitForResponse(
      `${served.origin}/sandbox/mailbox`,
      (_, body) => body.includes(email),
      {
        accept: 'application/json',
      },
    )
    const [{ code }] = JSON.parse(mail).data
    const { token } = (await anonymous.cinema.verifyCode({ body: { email, code } })).data
    const { cinema, account } = anonymous.as({ token })
    const { data: showtimes } = await cinema.searchShowtimes({ has_seatmap: true, limit: 2 })
    const [showtime] = showtimes
    assert.ok(showtime)
    const { data: webhook } = await account.createWebhook({
      body: {
        service: 'cinema',
        url: `http://${host}/hook`,
        filters: { theater_id: showtime.theater_id, type: 'showtime.seats_freed' },
      },
    })
    using receiver = new CliRunner(writeReceiver())
    const bot = receiver.start([webhook.secret], { ...noCoverage, PORT: String(port) })
    await bot.waitForOutput(/listening on/)
    const pinged = await account.pingWebhook({ webhook_id: webhook.id })
    assert.deepEqual(pinged.data, { delivered: true, status: 204, error: null })
    await bot.waitForOutput(/webhook\.ping/)

    await using store = await openStore({
      dataDir: served.runner.folder,
      role: 'worker',
      statementTimeoutMs: 60_000,
      poolMax: 1,
      clock: systemClock,
      mayMigrate: false,
    })
    await store.readModel.transaction(async (tx) => {
      const log = new ChangeBatch('cinema')
      const detectedAt = systemClock.now()
      const add = (type: string, theater: string, available: number) =>
        log.add({
          type,
          subject: showtime.id,
          detectedAt,
          keys: { chain: '', theater, movie: showtime.movie_id },
          doc: JSON.stringify({ before: { available: 1 }, after: { available } }),
        })
      add('showtime.seats_freed', 'another', 91)
      add('showtime.changed', showtime.theater_id, 92)
      add('showtime.seats_freed', showtime.theater_id, 93)
      await log.write(tx, store.readModel.dialect)
    })
    const [line] = await bot.waitForOutput(/\d+ seats for.*/)
    assert.equal(line, `93 seats for ${showtime.starts_at_local}`)

    // A stranger who knows the address, but not the secret.
    const forged = await fetch(`http://${host}/hook`, {
      method: 'POST',
      headers: { 'webhook-id': 'x', 'webhook-timestamp': '1', 'webhook-signature': 'v1,x' },
      body: '{"type":"showtime.seats_freed","data":{}}',
    })
    assert.equal(forged.status, 400)
  })
})
