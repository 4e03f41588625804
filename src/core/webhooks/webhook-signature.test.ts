import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { describe, it } from 'node:test'
import { isWebhookSecret, webhookHeaders } from './webhook-signature.ts'

describe('the signature of a webhook', () => {
  it('is that of the published example of the convention', () => {
    const message = {
      id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
      body: '{"test": 2432232314}',
      sentAt: 1_614_265_330_999,
    }
    assert.deepEqual(webhookHeaders(message, 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'), {
      'content-type': 'application/json',
      'webhook-id': message.id,
      'webhook-timestamp': '1614265330',
      'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
    })
  })

  it('needs a secret of 24 to 64 bytes', () => {
    const secretOf = (bytes: number) => `whsec_${randomBytes(bytes).toString('base64')}`
    for (const bytes of [24, 25, 32, 64]) assert.ok(isWebhookSecret(secretOf(bytes)), String(bytes))
    for (const bytes of [0, 16, 23, 65, 66]) assert.ok(!isWebhookSecret(secretOf(bytes)), String(bytes))
    for (const text of ['', 'whsec_', secretOf(24).slice(6), `${secretOf(24)}!`, `whsec_${'-'.repeat(40)}`])
      assert.ok(!isWebhookSecret(text), text)
    assert.throws(() => webhookHeaders({ id: 'a', body: '', sentAt: 0 }, secretOf(23)), /24 to 64/)
  })
})
