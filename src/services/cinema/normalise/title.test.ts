import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { skipReason } from '../../../../test/support/backends.ts'
import { recordingsDir } from '../../../../test/support/recordings.ts'
import { packageParts, parseTitle } from './title.ts'
import { foldTitle, letterAlias } from './title-fold.ts'

describe('folding a title', () => {
  const folds: readonly (readonly [title: string, key: string])[] = [
    ['8½', '8 1 2'],
    ['8 1/2', '8 1 2'],
    ['Amélie & Zoë', 'amelie and zoe'],
    ['Romeo + Juliet', 'romeo and juliet'],
    ['Rocky II', 'rocky 2'],
    ['Rocky II: The Return', 'rocky 2 the return'],
    ['Dune: Part Two', 'dune 2'],
    ['Mission – Part 2', 'mission 2'],
    ['The Matrix', 'the matrix'],
    ['Matrix, The', 'the matrix'],
    ['The Lion King', 'lion king'],
    ['L’île', 'lile'],
    ['Se7en', 'se7en'],
    ['Malcolm X', 'malcolm 10'],
    ['X', 'x'],
    ['Straße', 'strasse'],
    ['ワンピース', 'ワンヒース'],
    ['', ''],
  ]
  for (const [title, key] of folds)
    it(`${title || 'nothing'} is ${key || 'nothing'}`, () => assert.equal(foldTitle(title), key))

  it('replaces digits used as letters, but not numbers', () => {
    assert.deepEqual(['se7en', 'm3gan 2', 'toy story 4', '12 monkeys'].map(letterAlias), [
      'seven',
      'megan 2',
      undefined,
      undefined,
    ])
  })
})

describe('parsing a listing’s title', () => {
  const cores: readonly (readonly [listing: string, title: string])[] = [
    ['(IMAX) Captain Comet (3D)', 'Captain Comet'],
    ['Autism Friendly Screening : Mufasa: The Lion King', 'Mufasa: The Lion King'],
    ['The Odyssey: The IMAX Experience® in 70MM Film', 'The Odyssey'],
    ['Family Film Club: Little Women - 1994 version', 'Little Women'],
    ['Nosferatu + Live Score', 'Nosferatu'],
    ['Crash + intro by David Cronenberg', 'Crash'],
    ['Tár (15)', 'Tár'],
    ['Godzilla x Kong: The New Empire', 'Godzilla x Kong: The New Empire'],
    ['Encore', 'Encore'],
    ['The Premiere', 'The Premiere'],
    ['3D', '3D'],
    ['Live and Let Die', 'Live and Let Die'],
    ['Oldboy [Oldeuboi]', 'Oldboy'],
  ]
  for (const [listing, title] of cores)
    it(`${listing} is ${title}`, () => assert.equal(parseTitle(listing).title, title))

  it('extracts qualifiers, years and anniversaries', () => {
    const read = parseTitle('Members’ Preview: Pretty Woman (35th Anniversary) (4K Restoration)')
    assert.equal(read.anniversary, 35)
    assert.equal(read.isRerelease, true)
    assert.deepEqual(
      read.qualifiers.map(({ kind }) => kind),
      ['edition', 'event'],
    )
    assert.deepEqual(
      [parseTitle('Suspiria (1977)').year, parseTitle('Blade Runner 2049').year],
      [1977, undefined],
    )
  })

  it('distinguishes broadcasts, packages and secret screenings from films', () => {
    assert.deepEqual(
      [
        'NT Live: Hamlet',
        'Hamlet',
        'Valentines Double Bill: Badlands & Heat',
        'Scream Unseen',
        'The Metropolis',
      ].map((title) => parseTitle(title).kind),
      ['event', 'film', 'package', 'secret', 'film'],
    )
    assert.deepEqual(packageParts('Valentines Double Bill: Badlands & Moonrise Kingdom'), [
      'Badlands',
      'Moonrise Kingdom',
    ])
  })

  it('terminates for titles of any length and content', () => {
    for (const nasty of [
      '('.repeat(5000),
      ' + '.repeat(3000),
      `${'a '.repeat(9000)}3D`,
      ':'.repeat(9999),
      '[[[(((',
      '𝕬'.repeat(400),
    ]) {
      assert.equal(typeof parseTitle(nasty).key, 'string')
    }
  })
})

describe('recorded titles', () => {
  const folder = recordingsDir('cinema')
  it('folds at least three in four like another implementation', {
    skip: skipReason('recordings', folder),
  }, () => {
    const file = join(folder ?? '', 'titles', 'clusterflick-test-titles.json')
    const pairs = JSON.parse(readFileSync(file, 'utf8')) as { input: string; output: string }[]
    assert.equal(pairs.length, 1069)
    // They drop `and` and brands and keep years, where we do not.
    const plain = (key: string) =>
      key
        .replace(/\band\b/g, '')
        .replace(/\s+/g, ' ')
        .trim()
    const brands =
      /^(?:nt live|met opera|royal ballet and opera|package|national theatre live|metropolitan opera|rb and o live) (?:the |le )?/
    const agreeing = pairs.filter(({ input, output }) => {
      const read = parseTitle(input)
      const ours = plain(read.key.replace(brands, ''))
      const theirs = plain(foldTitle(output).replace(brands, ''))
      return ours === theirs || `${ours} ${read.year}` === theirs
    })
    assert.ok(agreeing.length >= 0.75 * pairs.length, `${agreeing.length} of ${pairs.length}`)
  })
})
