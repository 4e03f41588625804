import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { loadConfig } from '../../core/config/load-config.ts'
import type { Directory } from '../../registry/directories.ts'
import { readDirectory } from './read-directory.ts'
import { listDirectories, selectDirectories } from './update-registry.ts'

const secret = 'a-secret-of-at-least-thirty-two-characters'

const boards: Directory = {
  id: 'boards',
  url: 'https://lists.example/boards.csv',
  format: 'csv',
  address: 'url',
  name: 'name',
  provenance: 'job-lists',
}
const centers: Directory = { ...boards, id: 'centers', format: 'json', address: 'at', website: 'site' }

const csv = [
  'name,url',
  'Alder Works,https://jobs.lever.co/alder-works-candidate',
  '"Birch, Inc.",https://boards.greenhouse.io/birch-candidate',
  ',https://jobs.ashbyhq.com/cedar-candidate',
  'Nowhere,https://careers.example/jobs',
  'Not an address,alder',
  'Unsupported,https://jobs.jobvite.com/alder',
].join('\n')

describe('a directory', () => {
  it('gives the members that its addresses name, and leaves out the rest', () => {
    const { rows, entries } = readDirectory(boards, csv)
    assert.equal(rows, 6)
    assert.deepEqual(
      entries.map(({ source, memberId, cells }) => [source, memberId, cells.name, cells.status]),
      [
        ['lever', 'alder-works-candidate', 'Alder Works', 'candidate'],
        ['greenhouse', 'birch-candidate', 'Birch, Inc.', 'candidate'],
        ['ashby', 'cedar-candidate', 'cedar-candidate', 'candidate'],
      ],
    )
  })

  it('loses the rows that are malformed, and no other', () => {
    const comma = 'Dogwood, Inc.,https://jobs.lever.co/dogwood-candidate'
    const { rows, malformed, entries } = readDirectory(boards, `${csv}\n${comma}\n"Elm,https://elm.example`)
    assert.deepEqual([rows, malformed, entries.length], [6, 2, 3])
  })

  it('of trust centers gives those at the address of a provider, with the site of the company', () => {
    const row = { name: 'Alder Works', at: 'https://trust.delve.co/alder-works', site: 'alder.example' }
    const own = { name: 'Birch', at: 'https://trust.birch.example', site: 'https://birch.example' }
    const { entries } = readDirectory(centers, JSON.stringify({ data: [row, own, 7, null, { at: 3 }] }))
    assert.deepEqual(
      entries.map(({ source, memberId, cells }) => [source, memberId, cells.website]),
      [['trust-delve', 'alder-works', 'https://alder.example/']],
    )
  })

  it('names the column that its file does not have', () => {
    const wrong = { ...boards, address: 'ashby_url' }
    assert.throws(() => readDirectory(wrong, csv), /The directory boards has no column ashby_url\./)
    const rows = JSON.stringify([{ name: 'Alder', at: 'https://trust.delve.co/alder' }])
    assert.throws(() => readDirectory(centers, rows), /has no column site\./)
  })

  it('leaves out sandboxes, demos and internal boards', () => {
    const { entries } = readDirectory(
      boards,
      `${csv}\nDogwood (Sandbox),https://jobs.lever.co/dogwood\nElm,https://jobs.lever.co/elm-demo`,
    )
    assert.equal(entries.length, 3)
  })

  it('that lists nothing, or is something else, is refused', () => {
    for (const [directory, body] of [
      [boards, 'name,url\nNowhere,https://careers.example\n'],
      [boards, '<!doctype html>\n<title>Moved</title>'],
      [centers, '{"error":"moved"}'],
      [centers, '[]'],
    ] as const)
      assert.throws(() => readDirectory(directory, body), { code: 'upstream_changed' })
  })

  it('of the program names its licence, and is read by nobody until an operator names it', async () => {
    const loaded = loadConfig({ env: { BROADSHEET_PROFILE: 'live', BROADSHEET_SECRET: secret } })
    const all = listDirectories({ loaded })
    assert.ok(all.length >= 4)
    for (const { licence } of all) assert.match(licence ?? '', /MIT|Apache|CC/)
    assert.deepEqual(loaded.config.registry.directories, [])
    assert.throws(() => selectDirectories(all, ['no-such']), { code: 'not_found' })
  })
})
