import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Discovery, Finding } from './discovery.ts'
import { toEntry } from './to-entry.ts'

const board: Finding = {
  service: 'jobs',
  source: 'lever',
  platform: 'lever',
  platform_name: 'Lever',
  member: { key: 'fern' },
  missing: [],
  address: 'https://jobs.lever.co/fern',
  supported: true,
  unsupported_reason: null,
  basis: 'open',
  terms: 'Public.',
  evidence: [
    { kind: 'link', page: 'https://www.fern.example/careers', detail: 'https://jobs.lever.co/fern' },
  ],
}
const center: Finding = {
  ...board,
  service: 'trust',
  source: 'trust-safebase',
  platform: 'safebase',
  member: { url: 'https://trust.fern.example/', handle: 'fern' },
  evidence: [{ kind: 'cname', page: null, detail: 'trust.fern.example → fern.portals.safebase.io' }],
}

function found(...findings: Finding[]): Discovery {
  return { target: 'https://www.fern.example/', findings, pages: [], undecided: [] }
}

describe('toEntry', () => {
  it('makes the entry of a job board', () => {
    assert.deepEqual(toEntry(found(board), { name: 'Fern Mills', home: 'GB' }), {
      source: 'lever',
      cells: { name: 'Fern Mills', key: 'fern', home: 'GB' },
    })
  })

  it('makes the entry of a trust center, with the domain that was looked at as the website', () => {
    assert.deepEqual(toEntry(found(board, center), { name: 'Fern Mills', source: 'trust-safebase' }), {
      source: 'trust-safebase',
      cells: {
        name: 'Fern Mills',
        id: 'fern-mills',
        website: 'https://fern.example',
        url: 'https://trust.fern.example/',
        handle: 'fern',
      },
    })
  })

  it('needs the website if the address of the provider was all there was', () => {
    const evidence: Finding['evidence'] = [
      { kind: 'address', page: null, detail: 'https://fern.safebase.us/' },
    ]
    const only = found({ ...center, evidence })
    assert.throws(() => toEntry(only, { name: 'Fern' }), /--website/)
    assert.equal(
      toEntry(only, { name: 'Fern', website: 'https://f.example' }).cells.website,
      'https://f.example',
    )
  })

  it('keeps a basis other than open, so that the entry waits for an agreement', () => {
    assert.equal(toEntry(found({ ...board, basis: 'ask' }), { name: 'Fern' }).cells.basis, 'ask')
  })

  it('makes the entry of a theater, whose installation and time zone the operator names', () => {
    const member = { base: 'https://aurora.example', site: '12' }
    const theater = found({ ...board, service: 'cinema', source: 'filmbot', platform: 'filmbot', member })
    const choice = { name: 'Aurora Bath', installation: 'aurora', timezone: 'Europe/London' }
    assert.deepEqual(toEntry(theater, choice), { source: 'filmbot', cells: { ...choice, site: '12' } })
    assert.throws(() => toEntry(theater, { name: 'Aurora Bath' }), {
      problems: [
        'the registry has no installation with the base https://aurora.example, or several: name one with --installation, or add its chain and installation with `members add`',
        'the time zone of the theater is not known: name it with --timezone',
      ],
    })
  })

  it('refuses nothing, two, half a member, and a platform without an adapter', () => {
    const choice = { name: 'Fern' }
    assert.throws(() => toEntry(found(), choice), /nothing was found/)
    assert.throws(() => toEntry(found({ ...board, supported: false }), choice), /nothing was found/)
    assert.throws(() => toEntry(found({ ...board, source: null }), choice), /nothing was found/)
    assert.throws(
      () => toEntry(found(board, { ...board, member: { key: 'x' } }), choice),
      /2 members were found/,
    )
    assert.throws(
      () => toEntry(found({ ...board, missing: ['key'] }), choice),
      /key of the member was not found/,
    )
    assert.throws(() => toEntry(found(center), { name: '映画館' }), /no letters/)
  })
})
