import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { skipReason } from '../../../../../test/support/backends.ts'
import { recordingsDir } from '../../../../../test/support/recordings.ts'
import { surfaces } from '../vocabulary.ts'
import { type AccessEvidence, toAccessLevel, toAccessProfile } from './access-level.ts'
import { classifyHost } from './classify-host.ts'

const recordings = recordingsDir('trust')
const needsRecordings = { skip: skipReason('recordings', recordings) }

interface Observation {
  host: string
  provider: string
  cname: string | null
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
