import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { skipReason } from '../../../../test/support/backends.ts'
import { recordingsDir } from '../../../../test/support/recordings.ts'
import { detectGate } from './detect-gate.ts'

const recordings = recordingsDir('trust')
const needsRecordings = { skip: skipReason('recordings', recordings) }

interface Observation {
  host: string
  http_status: number | null
  body: string | null
  gate: string | null
  api?: { http_status?: number; message?: string }
}

function observations(): Observation[] {
  const file = join(recordings ?? '', 'observations', 'hosts.json')
  return JSON.parse(readFileSync(file, 'utf8')).observations
}

describe('detectGate', () => {
  const answer = { status: 200, url: 'https://trust.example.com/', type: 'text/html', body: '<p>Hello</p>' }

  it('agrees with every observed response, and never treats 403 or 429 as private', needsRecordings, () => {
    for (const row of observations()) {
      if (row.http_status === null || row.gate === null) continue
      const challenged = row.body === 'challenge_page'
      const page = { ...answer, status: row.http_status, challenged }
      const api =
        row.api?.http_status === undefined
          ? undefined
          : { ...answer, status: row.api.http_status, type: 'application/json', body: row.api.message ?? '' }
      const gate = detectGate(page) ?? (api && detectGate(api))
      if (row.gate === 'bot_challenge' || row.gate === 'waf_block' || row.gate === 'auth_api')
        assert.equal(gate?.gate, row.gate, row.host)
      if (api && row.gate === 'signed_api') assert.equal(gate?.gate, 'signed_api', row.host)
      if (row.gate === 'none') assert.equal(gate, undefined, row.host)
    }
  })

  it('distinguishes gates', () => {
    const of = (change: Partial<typeof answer> & { challenged?: boolean }) =>
      detectGate({ ...answer, ...change })?.gate
    assert.equal(of({}), undefined)
    assert.equal(of({ status: 403 }), 'waf_block')
    assert.equal(of({ status: 403, challenged: true }), 'bot_challenge')
    assert.equal(of({ body: '<title>Just a moment...</title>' }), 'bot_challenge')
    assert.equal(of({ status: 429 }), undefined)
    assert.equal(of({ status: 404 }), 'gone')
    assert.equal(of({ status: 410 }), 'gone')
    assert.equal(
      of({ status: 401, type: 'application/json', body: '{"message":"invalid signature"}' }),
      'signed_api',
    )
    assert.equal(
      of({ status: 401, type: 'application/json', body: '{"message":"UnauthorizedException"}' }),
      'auth_api',
    )
    assert.equal(of({ status: 400, type: 'application/json', body: '{"message":"signedAt"}' }), 'signed_api')
    assert.equal(of({ status: 400, body: '<p>a signature is missing</p>' }), undefined)
    assert.equal(of({ status: 451 }), 'waf_block')
    assert.equal(of({ url: 'https://trust.example.com/sign-in' }), 'login')
  })
})
