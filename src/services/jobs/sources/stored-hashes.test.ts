/** Postings that are stored as the board lists them are not read again. */

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { ParsedResponse } from '../../../sync/source.ts'
import { detailsKeyOf, postingIdOf } from '../schema/posting-keys.ts'
import type { BoardRecord } from '../schema/records.ts'
import { lever } from './adapters/lever.ts'
import { rippling } from './adapters/rippling.ts'

const acme = { id: 'acme', key: 'acme', name: 'Acme', home: 'US' }
const long = `<p>${'We build things. '.repeat(30)}</p>`

function row(id: string, overrides: object = {}) {
  return { id, text: `Title ${id}`, hostedUrl: `https://jobs.example/${id}`, description: long, ...overrides }
}

function response(kind: string, body: unknown): ParsedResponse {
  return { kind, url: 'https://board.example', fetchedAt: 0, body }
}

function read(rows: readonly object[], storedHashes?: ReadonlySet<string>, member = acme): BoardRecord[] {
  const context = { member, nowMs: 0, storedHashes, drop: assert.fail }
  return [...lever.toRecords([response('postings', rows)], context)]
}

function hashesOf(records: readonly BoardRecord[]): ReadonlySet<string> {
  return new Set(records.flatMap((record) => (record.type === 'posting' ? (record.sourceHash ?? []) : [])))
}

describe('a list of postings whose details were read a short time ago', () => {
  function readRecent(rows: readonly object[], stored: readonly string[], details: ParsedResponse[] = []) {
    const responses = [response('jobs', rows), response('recent', ['a', 'b']), ...details]
    const context = { member: acme, nowMs: 0, storedHashes: new Set(stored), drop: assert.fail }
    return [...rippling.toRecords(responses, context)].map((record) => [
      record.type,
      'nativeId' in record ? record.nativeId : '',
    ])
  }
  const listed = (uuid: string, name = 'Welder') => ({ uuid, name, url: `https://x.example/${uuid}` })
  const keyOf = (uuid: string, title = 'Welder') => detailsKeyOf(postingIdOf('rippling', 'acme', uuid), title)

  it('refers to those that are stored with their details, and has the others', () => {
    assert.deepEqual(readRecent([listed('a'), listed('b')], [keyOf('a')]), [
      ['posting', 'b'],
      ['same', 'a'],
    ])
  })

  it('has a posting that is stored under another title, or for another board', () => {
    const elsewhere = detailsKeyOf(postingIdOf('rippling', 'other', 'a'), 'Welder')
    for (const key of [keyOf('a', 'Nurse'), elsewhere])
      assert.deepEqual(readRecent([listed('a')], [key]), [['posting', 'a']])
  })

  it('has a posting that it lists twice, and one with details', () => {
    assert.deepEqual(readRecent([listed('a'), listed('a')], [keyOf('a')]), [['posting', 'a']])
    const detail = { ...response('detail', { createdOn: '2026-11-01' }), url: 'https://x.example/#a' }
    assert.deepEqual(readRecent([listed('a')], [keyOf('a')], [detail]), [['posting', 'a']])
  })
})

describe('a list of which some postings are stored', () => {
  const stored = hashesOf(read([row('a'), row('b'), row('c')], new Set()))

  it('refers to those that are the same, and has the others', () => {
    assert.equal(stored.size, 3)
    const changed = row('b', { description: `${long}<p>And more.</p>` })
    const records = read([row('a'), changed, row('c', { unreadField: 1 }), row('d')], stored)
    assert.deepEqual(
      records.map((record) => [record.type, 'nativeId' in record ? record.nativeId : '']),
      [
        ['posting', 'b'],
        ['posting', 'd'],
        ['same', 'a'],
        ['same', 'c'],
      ],
    )
  })

  it('has all of them if the employer has another name or home', () => {
    for (const member of [
      { ...acme, name: 'Acme Ltd' },
      { ...acme, home: 'GB' },
    ])
      assert.deepEqual(
        read([row('a')], stored, member).map(({ type }) => type),
        ['posting'],
      )
  })

  it('has the same records as without digests where nothing is stored', () => {
    const withoutHash = read([row('a'), row('b')], new Set()).map((record) => {
      const { sourceHash: _, ...rest } = record as { sourceHash?: string }
      return rest
    })
    assert.deepEqual(withoutHash, read([row('a'), row('b')]))
  })

  it('has a posting again whose date was too far ahead', () => {
    const [posting] = read([row('a', { createdAt: Date.UTC(2026, 10, 20) })], new Set())
    assert.ok(posting?.type === 'posting')
    assert.deepEqual(
      [posting.posted, posting.isPostedLater, posting.sourceHash],
      [undefined, true, undefined],
    )
  })

  it('refers to a posting in several rows only if all of them are the same, and to none without its details', () => {
    const place = (label: string) => ({
      uuid: 'a',
      name: 'A',
      url: 'https://x.example/a',
      workLocation: { label },
    })
    const detail = {
      ...response('detail', { uuid: 'a', createdOn: '2026-11-01' }),
      url: 'https://x.example/#a',
    }
    const readRows = (
      labels: readonly string[],
      details: ParsedResponse[],
      storedHashes = new Set<string>(),
    ) => [
      ...rippling.toRecords([response('jobs', labels.map(place)), ...details], {
        member: acme,
        nowMs: Date.UTC(2026, 10, 10),
        storedHashes,
        drop: assert.fail,
      }),
    ]
    const hashes = new Set(hashesOf(readRows(['Berlin', 'Paris'], [detail])))
    assert.equal(hashes.size, 1)
    const types = (records: BoardRecord[]) => records.map(({ type }) => type)
    assert.deepEqual(types(readRows(['Berlin', 'Paris'], [detail], hashes)), ['same'])
    assert.deepEqual(types(readRows(['Berlin', 'Rome'], [detail], hashes)), ['posting'])
    assert.deepEqual(hashesOf(readRows(['Berlin', 'Paris'], [])), new Set())
  })
})
