import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { describe, it } from 'node:test'
import { Webhook } from 'standardwebhooks'
import { webhookHeaders } from '../../../src/core/webhooks/webhook-signature.ts'
import { verifyWebhook, WebhookVerificationError } from '../src/index.ts'

const newSecret = () => `whsec_${randomBytes(32).toString('base64')}`
const secret = newSecret()
const body = '{"type":"notice.published","timestamp":"2026-11-18T12:00:00.000Z","data":{"town":"Säo"}}'
const now = Date.now()
const signed = (options: { sentAt?: number; body?: string; secrets?: string[] } = {}) =>
  webhookHeaders(
    { id: 'msg_1', body: options.body ?? body, sentAt: options.sentAt ?? now },
    ...(options.secrets ?? [secret]),
  )

async function refuses(
  headers: Record<string, string>,
  message: RegExp,
  text = body,
  with_ = secret,
): Promise<void> {
  await assert.rejects(verifyWebhook({ body: text, headers }, with_), (thrown) => {
    assert.ok(thrown instanceof WebhookVerificationError)
    assert.match(thrown.message, message)
    return true
  })
}

describe('a delivery of a webhook', () => {
  it('is believed by the client and by the published package', async () => {
    const headers = signed()
    assert.equal((await verifyWebhook({ body, headers }, secret)).type, 'notice.published')
    assert.deepEqual(await verifyWebhook({ body, headers: new Headers(headers) }, secret), JSON.parse(body))
    assert.deepEqual(new Webhook(secret).verify(body, headers), JSON.parse(body))
  })

  it('of the published package is believed by the client', async () => {
    const sentAt = new Date()
    const headers = {
      'webhook-id': 'msg_2',
      'webhook-timestamp': String(Math.floor(sentAt.getTime() / 1000)),
      'webhook-signature': new Webhook(secret).sign('msg_2', sentAt, body),
    }
    assert.deepEqual(await verifyWebhook({ body, headers }, secret), JSON.parse(body))
  })

  it('is verified with either secret while it has two signatures', async () => {
    const old = newSecret()
    const headers = signed({ secrets: [secret, old] })
    for (const each of [secret, old]) {
      assert.deepEqual(await verifyWebhook({ body, headers }, each), JSON.parse(body))
      assert.deepEqual(new Webhook(each).verify(body, headers), JSON.parse(body))
    }
    await refuses(headers, /No signature/, body, newSecret())
  })

  it('that is repeated later, or comes from the future, is refused', async () => {
    const minuteMs = 60_000
    for (const ageMs of [6 * minuteMs, 24 * 60 * minuteMs, -6 * minuteMs])
      await refuses(signed({ sentAt: now - ageMs }), /last five minutes/)
    for (const ageMs of [4 * minuteMs, -4 * minuteMs])
      await verifyWebhook({ body, headers: signed({ sentAt: now - ageMs }) }, secret)
  })

  it('that was changed is refused', async () => {
    await refuses(signed(), /No signature/, body.replace('Säo', 'Sao'))
    await refuses({ ...signed(), 'webhook-id': 'msg_2' }, /No signature/)
    const later = String(Math.floor(now / 1000) + 1)
    await refuses({ ...signed(), 'webhook-timestamp': later }, /No signature/)
    for (const signature of ['v1,', 'v1,####', 'v2,abcd', 'x', `v1a${signed()['webhook-signature']}`])
      await refuses({ ...signed(), 'webhook-signature': signature }, /No signature/)
    for (const timestamp of ['x', '1e9', '-1', 'Infinity', '9'.repeat(400)])
      await refuses({ ...signed(), 'webhook-timestamp': timestamp }, /last five minutes/)
    for (const name of ['webhook-id', 'webhook-timestamp', 'webhook-signature'])
      await refuses({ ...signed(), [name]: '' }, new RegExp(`${name} is missing`))
    for (const bad of ['', 'whsec_', 'whsec_AAAA', secret.slice(6), 'whsec_!'])
      await refuses(signed(), /secret is malformed/, body, bad)
  })
})
