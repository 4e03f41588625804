import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { searchWords } from '../../../core/text/search-words.ts'
import { type IndexedTheater, Theaters } from './theater-index.ts'
import { findTheaters } from './theaters.ts'

function theater(id: string, name: string, city: string): IndexedTheater {
  const words = ` ${searchWords(`${name} ${city}`).join(' ')} `
  return {
    id,
    nameKey: name.toLowerCase(),
    name,
    city: city.toLowerCase(),
    words,
  } as unknown as IndexedTheater
}

const theaters = new Theaters(
  new Map(
    [
      theater('a', 'King’s Road Picture House', 'Leeds'),
      theater('b', 'Picturehouse Central', 'Zürich'),
      theater('c', 'House of Pictures', 'Leeds'),
    ].map((one) => [one.id, one]),
  ),
)

const queries: Record<string, string> = {
  leeds: 'ac',
  'LEEDS house': 'ac',
  'house leeds pictures': 'c',
  'picture house': 'a',
  '"picture house"': 'a',
  '"house of"': 'c',
  '"road picture" leeds': 'a',
  '"picture house': 'a',
  pict: 'abc',
  '"pict"': '',
  'leeds p': 'ac',
  'king road picture house': 'a',
  'pict*': 'abc',
  'p*': '',
  zurich: 'b',
  ZÜRICH: 'b',
  "king's": 'a',
  kings: 'a',
  'picture-house': 'a',
  lieds: 'ac',
  'ledes house': 'ac',
  'lieds hou': 'ac',
  'zrich pic': 'b',
  nowhere: '',
  '': '',
  '"" * - ( ) : ^ & |': '',
}

describe('findTheaters', () => {
  for (const [q, ids] of Object.entries(queries)) {
    it(`finds [${ids}] for ${q}`, () => {
      const found = findTheaters(theaters, { q, radiusMiles: 0 })
      const foundIds = found.map((match) => match.theater.id).sort()
      assert.equal(foundIds.join(''), ids)
    })
  }
})
