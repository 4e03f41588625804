/** People write to the store while the first sync fills it. */

import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { json } from 'node:stream/consumers'
import { describe, it } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { noCoverage } from '../../support/cli-runner.ts'
import { firstSyncTimeoutMs, startServerProcess } from '../../support/server/server-process.ts'

const people = 34
/** The sync writes several times between two of them. */
const pauseMs = 250

interface Answer {
  readonly status: number | undefined
  // biome-ignore lint/suspicious/noExplicitAny: tests read arbitrary response fields
  readonly body: any
}

/** From an address of its own, so that limits of an address play no part. */
async function send(url: string, person: number, body?: object): Promise<Answer> {
  const sent = request(url, {
    method: body === undefined ? 'GET' : 'POST',
    localAddress: `127.0.1.${person}`,
    agent: false,
    headers: { 'content-type': 'application/json', accept: 'application/json' },
  })
  sent.end(body === undefined ? undefined : JSON.stringify(body))
  const [response] = (await once(sent, 'response')) as [IncomingMessage]
  return { status: response.statusCode, body: await json(response) }
}

describe('during the first sync, on SQLite', {
  skip: process.platform !== 'linux' && 'one address only',
}, () => {
  it('everybody can sign in and create a key', { timeout: firstSyncTimeoutMs }, async () => {
    using served = await startServerProcess([], noCoverage)
    const { origin, server } = served
    let isSynced = false
    server.waitForOutput(/first sync finished/).then(
      () => {
        isSynced = true
      },
      () => {},
    )
    await server.waitForOutput(/sync finished/)
    let meanwhile = 0
    for (let person = 1; person <= people; person += 1) {
      const email = `reader-${person}@example.org`
      const auth = `${origin}/cinema/v1/auth`
      const asked = await send(`${auth}/otp`, person, { email })
      assert.equal(asked.status, 202, JSON.stringify(asked.body))
      const { body: mailbox } = await send(`${origin}/sandbox/mailbox`, person)
      const { code } = mailbox.data.find(({ to }: { to: string }) => to === email)
      const signedIn = await send(`${auth}/verify`, person, { email, code })
      assert.equal(signedIn.status, 200, JSON.stringify(signedIn.body))
      if (!isSynced) meanwhile += 1
      await setTimeout(pauseMs)
    }
    assert.ok(meanwhile >= 10, `only ${meanwhile} signed in before the sync was over`)
  })
})
