/** The gazetteer, and that the packed file is what its script makes. */

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { brotliDecompressSync } from 'node:zlib'
import { gazetteerText } from '../../../scripts/places/gazetteer-text.ts'
import { countryCodeByName, parseCountry } from './countries.ts'
import { citiesNamed, countriesWithRegionCode, regionsNamed } from './gazetteer.ts'
import { KeyedLines } from './keyed-lines.ts'
import { placeKey } from './place-key.ts'

describe('the gazetteer', () => {
  it('is packed from what its script makes', () => {
    const packed = readFileSync(new URL('./gazetteer.br', import.meta.url))
    assert.ok(packed.length < 3_000_000)
    assert.ok(
      brotliDecompressSync(packed).toString() === gazetteerText(),
      'run node scripts/build-gazetteer.ts',
    )
  })

  it('has cities by all their names, the largest first', () => {
    const [paris, ...others] = citiesNamed('paris')
    assert.deepEqual([paris?.name, paris?.country, paris?.region], ['Paris', 'FR', 'IDF'])
    assert.ok(others.some(({ country, region }) => country === 'US' && region === 'TX'))
    for (const [name, expected] of [
      ['München', 'Munich'],
      ['Bangalore', 'Bengaluru'],
      ['Saint-Petersburg', 'Saint Petersburg'],
      ['New York City', 'New York'],
      ['Wroclaw', 'Wrocław'],
    ] as const)
      assert.equal(citiesNamed(placeKey(name))[0]?.name, expected)
    assert.deepEqual(citiesNamed('corporate office'), [])
  })

  it('has regions by name and code, and counties as parts of them', () => {
    assert.deepEqual(regionsNamed('bayern'), [{ country: 'DE', code: 'BY', isCounty: false }])
    assert.deepEqual(regionsNamed('bavaria'), [{ country: 'DE', code: 'BY', isCounty: false }])
    assert.deepEqual(regionsNamed('surrey'), [{ country: 'GB', code: 'ENG', isCounty: true }])
    assert.deepEqual(countriesWithRegionCode('IDF'), ['FR'])
    assert.ok(['US', 'ES'].every((country) => countriesWithRegionCode('CT').includes(country)))
  })
})

describe('the key of a place', () => {
  it('ignores case, accents, dots, hyphens and the abbreviation of Saint', () => {
    for (const [one, other] of [
      ['St. Gallen', 'SAINT-GALLEN'],
      ['Port st Lucie', 'port saint lucie'],
      ['ste foy', 'Sainte-Foy'],
      ['ft worth', 'Fort Worth'],
      ['new  york ', 'New York'],
      ['Łódź', 'lodz'],
      ['Coeur d’Alene', "Coeur d'Alene"],
      ['Trinidad & Tobago', 'Trinidad and Tobago'],
      ['ＴＯＫＹＯ', 'Tokyo'],
    ] as const)
      assert.equal(placeKey(one), placeKey(other))
    assert.notEqual(placeKey('Paris'), placeKey('Parys'))
    for (const name of ['st', 'bast rock', 'mount airy']) assert.equal(placeKey(name), name)
  })
})

describe('countries', () => {
  it('are found by code and by name in several languages', () => {
    for (const [text, code] of [
      ['Deutschland', 'DE'],
      ['Allemagne', 'DE'],
      ['日本', 'JP'],
      ['UK', 'GB'],
      ['USA', 'US'],
      ['NLD', 'NL'],
    ] as const)
      assert.equal(parseCountry(text), code)
    assert.equal(countryCodeByName('NLD'), undefined)
  })
})

describe('keyed lines', () => {
  it('are found by their whole key, with all lines of the key', () => {
    const long = 'long '.repeat(40)
    const lines = KeyedLines.of(Buffer.from(`a\t1\na\t2\nab\t3\t4\n${long}\t6\nö\t5\n`))
    assert.deepEqual(lines.find('a'), [['1'], ['2']])
    assert.deepEqual(lines.find('ab'), [['3', '4']])
    assert.deepEqual(lines.find('ö'), [['5']])
    assert.deepEqual(lines.find(long), [['6']])
    for (const key of ['', 'b', 'abc', 'a\t1']) assert.deepEqual(lines.find(key), [], key)
  })

  it('are none in an empty text', () => {
    assert.deepEqual(KeyedLines.of(Buffer.from('')).find('a'), [])
  })
})
