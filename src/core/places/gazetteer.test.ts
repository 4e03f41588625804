/** The gazetteer, and that the packed file is what its script makes. */

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { isDeepStrictEqual } from 'node:util'
import { gazetteerTables } from '../../../scripts/places/gazetteer-tables.ts'
import { countryCodeByName, parseCountry } from './countries.ts'
import { citiesNamed, countriesWithRegionCode, regionsNamed } from './gazetteer.ts'
import { PackedLines } from './packed-lines.ts'
import { placeKey } from './place-key.ts'

describe('the gazetteer', () => {
  it('is packed from what its script makes with the edition of Node that the project installs', () => {
    const packed = readFileSync(new URL('./gazetteer.pack', import.meta.url))
    assert.ok(packed.length < 4_000_000)
    const tables = PackedLines.tablesOf(packed).map((table) => table.text().trimEnd().split('\n').sort())
    const expected = gazetteerTables().map((lines) => [...new Set(lines)].sort())
    assert.ok(isDeepStrictEqual(tables, expected), 'run node scripts/build-gazetteer.ts')
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

  it('has the codes of ISO 3166-2 after the reforms of regions', () => {
    for (const [city, country, region] of [
      ['Tromsø', 'NO', '55'],
      ['Drammen', 'NO', '33'],
      ['Viļāni', 'LV', '077'],
      ['Rēzekne', 'LV', 'REZ'],
      ['Kalnciems', 'LV', '041'],
      ['Ugāle', 'LV', '106'],
      ['Semey', 'KZ', '10'],
      ['Taldyqorghan', 'KZ', '33'],
      ['Ajaccio', 'FR', '20R'],
      ['Diekirch', 'LU', 'DI'],
      ['Luxembourg', 'LU', 'LU'],
      ['Pokhara', 'NP', 'P4'],
      ['Da Nang', 'VN', 'DN'],
      ['Taipei', 'TW', 'TPE'],
      ['Kaohsiung', 'TW', 'KHH'],
      ['Hsinchu', 'TW', 'HSZ'],
      ['Isfahan', 'IR', '10'],
      ['Tabriz', 'IR', '03'],
      ['Mashhad', 'IR', '09'],
      ['Lima', 'PE', 'LMA'],
      ['Bila Tserkva', 'UA', '32'],
      ['Kyiv', 'UA', '30'],
    ] as const) {
      const found = citiesNamed(placeKey(city)).find((one) => one.country === country)
      assert.equal(found?.region, region, city)
    }
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
      ['ישראל', 'IL'],
      ['Україна', 'UA'],
      ['مصر', 'EG'],
      ['UK', 'GB'],
      ['USA', 'US'],
      ['NLD', 'NL'],
    ] as const)
      assert.equal(parseCountry(text), code)
    assert.equal(countryCodeByName('NLD'), undefined)
  })
})
