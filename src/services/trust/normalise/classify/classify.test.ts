import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { recordingsDir } from '../../../../../test/support/recordings.ts'
import { surfaces } from '../vocabulary.ts'
import { type AccessEvidence, toAccessLevel, toAccessProfile } from './access-level.ts'
import { classifyHost } from './classify-host.ts'
import { detectGate } from './detect-gate.ts'

const recordings = recordingsDir('trust')
const needsRecordings = { skip: recordings === undefined && 'no recordings available' }

interface Observation {
  host: string
  provider: string
  cname: string | null
  http_status: number | null
  body: string | null
  gate: string | null
  title?: string
  headers?: Record<string, string>
  api?: { http_status?: number; message?: string }
}

function observations(): Observation[] {
  const file = join(recordings ?? '', 'observations', 'hosts.json')
  return JSON.parse(readFileSync(file, 'utf8')).observations
}

describe('classifyHost', () => {
  it('classifies each observed host as its provider or as unknown', needsRecordings, () => {
    const rows = observations()
    assert.equal(rows.length, 41)
    const classified = rows.map((row) => ({ row, provider: classifyHost(row.host, row.cname ?? undefined) }))
    for (const { row, provider } of classified) {
      if (provider !== undefined || row.cname !== null) assert.equal(provider, row.provider, row.host)
    }
    assert.equal(classified.filter(({ provider }) => provider !== undefined).length, 28)
  })

  it('recognises the CNAME targets of providers', () => {
    const classify = (cname: string) => classifyHost('trust.example.com', cname)
    assert.equal(classify('acme.portals.safebase.io'), 'safebase')
    assert.equal(classify('0123456789abcdef01234567.cname.vantatrust.com'), 'vanta')
    assert.equal(classify('cname.vantatrust.com'), 'vanta')
    assert.equal(classify('proxy.hypercomplytrust.com'), 'hypercomply')
    assert.equal(classify('x.aptible.in'), undefined)
    assert.equal(classify('cname.vercel-dns-016.com'), undefined)
  })

  it('is not misled by a name that merely contains another', () => {
    assert.equal(classifyHost('notconveyor.com'), undefined)
    assert.equal(classifyHost('trust.example.com', 'portals.safebase.io.evil.example'), undefined)
  })
})

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
    assert.equal(of({ url: 'https://trust.example.com/sign-in' }), 'login')
  })
})

describe('access', () => {
  const read = Object.fromEntries(surfaces.map((surface) => [surface, 'read'])) as AccessEvidence['states']
  const facts: AccessEvidence = { gate: 'none', states: read, documents: [], describesRestricted: false }

  it('follows from the documents of a readable center', () => {
    const of = (change: Partial<AccessEvidence>) => [
      toAccessLevel({ ...facts, ...change }),
      toAccessProfile({ ...facts, ...change }),
    ]
    assert.deepEqual(of({}), ['public', 'open'])
    assert.deepEqual(of({ documents: ['public'] }), ['public', 'open'])
    assert.deepEqual(of({ documents: ['request'] }), ['request', 'open_with_gated_documents'])
    assert.deepEqual(of({ documents: ['request', 'public'] }), ['mixed', 'open_with_gated_documents'])
    assert.deepEqual(of({ documents: ['request'], describesRestricted: true }), [
      'transparent',
      'open_with_gated_documents',
    ])
    assert.deepEqual(of({ states: { ...read, documents: 'gated' } }), ['public', 'partial'])
  })

  it('is unknown behind a gate, and private only behind a login', () => {
    for (const gate of ['bot_challenge', 'waf_block', 'signed_api', 'unread_shell', null] as const) {
      assert.deepEqual(
        [toAccessLevel({ ...facts, gate }), toAccessProfile({ ...facts, gate })],
        ['unknown', 'unread'],
      )
    }
    for (const gate of ['login', 'auth_api'] as const) {
      assert.deepEqual(
        [toAccessLevel({ ...facts, gate }), toAccessProfile({ ...facts, gate })],
        ['private', 'closed'],
      )
    }
  })
})
