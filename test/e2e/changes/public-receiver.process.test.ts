/** An SDK of somebody else, with an implementation of Standard Webhooks of its own, verifies what we send. Apache-2.0, installed on demand. */

import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { it } from 'node:test'
import { installPackage } from '../../../bench/peers/install.ts'
import { formatWebhookSecret, webhookHeaders } from '../../../src/core/webhooks/webhook-signature.ts'

interface Sdk {
  readonly OpenAI: new (options: {
    readonly apiKey: string
  }) => {
    readonly webhooks: {
      /** Rejects unless it is genuine. */
      unwrap(body: string, headers: Readonly<Record<string, string>>, secret: string): Promise<unknown>
    }
  }
}

const version = '7.55.0'

it('the OpenAI SDK verifies deliveries, also with two signatures, and refuses forged and old ones', async (test) => {
  const sdk = await installPackage<Sdk>('openai', version).catch(() => undefined)
  if (sdk === undefined) return test.skip('the package cannot be installed')
  const { webhooks } = new sdk.OpenAI({ apiKey: 'unused' })
  const [secret, older, other] = [1, 2, 3].map(() => formatWebhookSecret(randomBytes(32))) as [
    string,
    string,
    string,
  ]
  const message = { type: 'showtime.seats_freed', data: { number: 1, title: 'Ætherfall' } }
  const body = JSON.stringify(message)
  const headersAt = (sentAt: number) => webhookHeaders({ id: 'wd_1', body, sentAt }, secret, older)
  const headers = headersAt(Date.now())
  assert.deepEqual(await webhooks.unwrap(body, headers, secret), message)
  assert.deepEqual(await webhooks.unwrap(body, headers, older), message)
  await assert.rejects(webhooks.unwrap(body, headers, other))
  await assert.rejects(webhooks.unwrap(body.replace('1', '2'), headers, secret))
  await assert.rejects(webhooks.unwrap(body, headersAt(Date.now() - 600_000), secret))
})
