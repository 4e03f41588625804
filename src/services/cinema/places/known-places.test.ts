/** Places as people write them, with the theaters of the sandbox and those of the registry. */

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { cinemaMembers } from '../../../../sandbox/cinema/members.ts'
import { placeTables } from '../../../core/places/place-tables.ts'
import { Decisions } from '../../../registry/decisions.ts'
import { RegistryFiles } from '../../../registry/registry-files.ts'
import { foldText } from '../normalise/fold-text.ts'
import { type IndexedTheater, Theaters } from '../queries/theater-index.ts'
import { toCinemaDirectory } from '../sources/cinema-directory.ts'
import type { CinemaMember } from '../sources/cinema-member.ts'
import { loadCinemaData, toLiveDirectory } from '../sources/index.ts'
import { completePlace } from './complete-place.ts'
import { locate } from './locate.ts'
import { usualPlace } from './popular-places.ts'
import { theaterPlaces } from './theater-places.ts'

const sandboxDirectory = toCinemaDirectory(cinemaMembers())
const sandboxMembers = membersOf(sandboxDirectory)
const sandbox = toTheaters(sandboxMembers)
const registryMembers = membersOf(toLiveDirectory(loadCinemaData(new RegistryFiles(), new Decisions([])), {}))

function membersOf(directory: ReturnType<typeof toCinemaDirectory>): CinemaMember[] {
  return [...directory.members.values()].flat()
}

function toTheaters(members: readonly CinemaMember[]): Theaters {
  return new Theaters(
    new Map(
      members.map(({ id, name, address = {}, geo }) => {
        const { city = '', state = '', postal_code = '', country = '' } = address
        const theater = {
          ...{ id, name, nameKey: foldText(name), city: foldText(city), state: foldText(state) },
          ...{ postalCode: foldText(postal_code), country: foldText(country), point: geo },
          doc: JSON.stringify({ address }),
        }
        return [id, theater as unknown as IndexedTheater]
      }),
    ),
  )
}

/** Written | what is chosen, or just its beginning. */
const written = `
Washington | Washington, District of Columbia
Washington, US | Washington, District of Columbia
Washington DC | Washington, District of Columbia
Washington, D.C. | Washington, District of Columbia
washington d.c. | Washington, District of Columbia
DC | Washington, District of Columbia
Toronto, ON | Toronto, Ontario, Canada
Toronto ON | Toronto, Ontario, Canada
Toronto, Ontario | Toronto, Ontario, Canada
Toronto, ON, Canada | Toronto, Ontario, Canada
Toronto, ON M5B 2H1 | M5B 2H1, Canada
Vancouver, BC | Vancouver, British Columbia, Canada
Vancouver British Columbia | Vancouver, British Columbia, Canada
Vancouver, WA | Vancouver, Washington, United States
Sydney, NSW | Sydney, New South Wales, Australia
Sydney NSW Australia | Sydney, New South Wales, Australia
Melbourne, VIC | Melbourne, Victoria, Australia
Melbourne, Victoria | Melbourne, Victoria, Australia
Melbourne, FL | Melbourne, Florida, United States
Calgary, AB | Calgary, Alberta, Canada
Montreal, QC | Montréal, Quebec, Canada
MONTRÉAL | Montréal, Quebec, Canada
Quebec | Quebec City, Quebec, Canada
Québec, QC | Quebec City, Quebec, Canada
Halifax | Halifax, Nova Scotia, Canada
Halifax, UK | Halifax, England, United Kingdom
London, ON | London, Ontario, Canada
London Ontario | London, Ontario, Canada
Hamilton | Hamilton, Ontario, Canada
Victoria | Victoria, British Columbia, Canada
St. John’s | St. John's, Newfoundland and Labrador, Canada
St John's | St. John's, Newfoundland and Labrador, Canada
Saint Johns, NL | St. John's, Newfoundland and Labrador, Canada
Praha | Prague, Czechia
Prag | Prague, Czechia
Prague, Czech Republic | Prague, Czechia
Plzeň | Pilsen, Plzeň Region, Czechia
Plzen | Pilsen, Plzeň Region, Czechia
Pilsen | Pilsen, Plzeň Region, Czechia
Brno, CZ | Brno, South Moravian, Czechia
ceske budejovice | České Budějovice, South Bohemian Region, Czechia
Las Palmas | Las Palmas de Gran Canaria, Canary Islands, Spain
Las Palmas, ES | Las Palmas de Gran Canaria, Canary Islands, Spain
Las Palmas, Mexico | Las Palmas, Baja California Sur, Mexico
Malaga | Málaga, Andalusia, Spain
Málaga, España | Málaga, Andalusia, Spain
Sevilla | Sevilla, Andalusia, Spain
Seville | Sevilla, Andalusia, Spain
Seville, OH | Seville, Ohio, United States
Palma | Palma, Balearic Islands, Spain
Palma de Mallorca | Palma, Balearic Islands, Spain
Camden | Camden Town, England, United Kingdom
Camden, GB | Camden Town, England, United Kingdom
Camden, London | Camden Town, England, United Kingdom
Camden, NJ | Camden, New Jersey, United States
Greenwich | Greenwich, England, United Kingdom
Greenwich, London | Greenwich, England, United Kingdom
Greenwich, CT | Greenwich, Connecticut, United States
Saint Louis | St. Louis, Missouri, United States
St Louis, MO | St. Louis, Missouri, United States
Hull | Hull, England, United Kingdom
Kingston upon Hull | Hull, England, United Kingdom
Geneva | Geneva, Switzerland
Genève | Geneva, Switzerland
Geneva, IL | Geneva, Illinois, United States
Cologne | Cologne, North Rhine-Westphalia, Germany
Köln | Cologne, North Rhine-Westphalia, Germany
Koeln | Cologne, North Rhine-Westphalia, Germany
Roma | Rome, Lazio, Italy
Rome | Rome, Lazio, Italy
München | Munich, Bavaria, Germany
MUNCHEN | Munich, Bavaria, Germany
Muenchen, Bayern | Munich, Bavaria, Germany
Wien | Vienna, Austria
Wien, Österreich | Vienna, Austria
Vienna, VA | Vienna, Virginia, United States
Milano | Milan, Lombardy, Italy
Lisboa | Lisbon, Portugal
Warszawa | Warsaw, Mazovia, Poland
København | Copenhagen, Capital Region, Denmark
NYC | New York, United States
New York | New York, United States
New York City | New York, United States
New York, NY 10001 | 10001, United States
Brooklyn, New York | Brooklyn, New York, United States
LA | Los Angeles, California, United States
Los Angeles CA USA | Los Angeles, California, United States
St Paul | Saint Paul, Minnesota, United States
Portland | Portland, Oregon, United States
Portland (OR) | Portland, Oregon, United States
Portland, ME | Portland, Maine, United States
Salt Lake | Salt Lake City, Utah, United States
London UK | London, England, United Kingdom
London, England | London, England, United Kingdom
London, GBR | London, England, United Kingdom
London SW1A 1AA | SW1A 1AA, United Kingdom
Leeds, West Yorkshire | Leeds, England, United Kingdom
Newcastle | Newcastle, New South Wales, Australia
Newcastle, UK | Newcastle upon Tyne, England, United Kingdom
Newcastle-upon-Tyne | Newcastle upon Tyne, England, United Kingdom
Cambridge | Cambridge, England, United Kingdom
Cambridge, MA | Cambridge, Massachusetts, United States
Birmingham, AL | Birmingham, Alabama, United States
Perth | Perth, Western Australia, Australia
Perth, Scotland | Perth, Scotland, United Kingdom
Belfast, Northern Ireland | Belfast, Northern Ireland, United Kingdom
Dublin | Dublin, Leinster, Ireland
Baile Átha Cliath | Dublin, Leinster, Ireland
Cork, Ireland | Cork, Munster, Ireland
Auckland, NZ | Auckland, New Zealand
Wellington | Wellington, New Zealand
Christchurch, New Zealand | Christchurch, Canterbury, New Zealand
Paris | Paris, Île-de-France, France
Paris 75001 | 75001, France
75001 Paris | 75001, France
Paris Texas | Paris, Texas, United States
Lyon, France | Lyon, Auvergne-Rhône-Alpes, France
Strassburg | Strasbourg, Grand Est, France
Marseilles, FR | Marseille, Provence-Alpes-Côte d'Azur, France
10117 Berlin | 10117, Germany
Москва | Moscow, Russia
07001 | 07001, Spain
1010 | 1010, New Zealand
1010, AT | 1010, Austria
6011 | 6011, New Zealand
110 00 | 110 00, Czechia
11000, CZ | 11000, Czechia
`

describe('places as people write them', () => {
  it('are the ones that are meant, with the theaters of the sandbox', async () => {
    const wrong: string[] = []
    for (const line of written.trim().split('\n')) {
      const [text = '', expected = ''] = line.split(' | ')
      const { label = 'unknown' } = locate(text, sandbox).location ?? {}
      if (!label.startsWith(expected)) wrong.push(`${text}: ${label}`)
    }
    assert.deepEqual(wrong, [])
  })

  it('are explained if a larger place or another country has the same name or code', async () => {
    const reason = async (text: string) => locate(text, sandbox).location?.reason ?? ''
    assert.match(
      await reason('Camden'),
      /^Camden Town, .* in the address of a theater; Camden, New Jersey, .* larger/,
    )
    assert.match(await reason('07001'), /^A theater has the postal code 07001, so its country was chosen/)
    for (const text of ['London', 'Camden, GB', '10001', '07001, ES'])
      assert.equal(await reason(text), '', text)
    const { alternatives = [] } = locate('07001', sandbox).location ?? {}
    assert.deepEqual(alternatives, ['07001, United States'])
  })

  it('can be chosen among the alternatives by their text', async () => {
    for (const text of ['Washington', 'Camden', 'Saint Louis', 'Victoria', 'Newcastle', '1010']) {
      const { alternatives = [] } = locate(text, sandbox).location ?? {}
      assert.ok(alternatives.length > 0, text)
      for (const alternative of alternatives)
        assert.equal(locate(alternative, sandbox).location?.label, alternative)
    }
  })
})

/** Two places of this name have theaters: one is chosen, the other is an alternative. */
const ambiguous = new Set(['Newport, GB'])

describe('every theater', () => {
  for (const [name, members] of [
    ['sandbox', sandboxMembers],
    ['registry', registryMembers],
  ] as const)
    it(`of the ${name} is found by the city, state, country and postal code of its address`, async () => {
      const theaters = toTheaters(members)
      const locateOther = async (label: string) => locate(label, theaters).location
      const placed = members.filter(({ geo }) => geo !== undefined)
      assert.ok(placed.length > 150)
      const missed: string[] = []
      for (const { id, address: { city, state, postal_code, country } = {} } of placed) {
        const texts = [
          city && country && `${city}, ${country}`,
          city && state && `${city}, ${state}`,
          city && state && `${city} ${state}`,
          postal_code && country && `${postal_code}, ${country}`,
        ]
        for (const text of texts.filter((one): one is string => one !== undefined && one !== '')) {
          const { location } = locate(text, theaters)
          const others = ambiguous.has(text) ? (location?.alternatives ?? []) : []
          const places = [location, ...(await Promise.all(others.map(locateOther)))]
          const found = places.flatMap((one) => (one === undefined ? [] : theaters.near(one, 25)))
          if (!found.some(({ theater }) => theater.id === id))
            missed.push(`${id}: ${text}, ${location?.label}`)
        }
      }
      assert.deepEqual(missed, [])
    })
})

describe('the beginning of a place', () => {
  const complete = async (text: string, limit = 8) =>
    completePlace(text, sandbox, limit).map(({ near, theaters }) => `${near}: ${theaters}`)

  it('is completed to cities with theaters that `near` finds, those with the most first', async () => {
    const found = completePlace('lo', sandbox, 8)
    assert.ok(found.length > 1)
    for (const { near, lat, lon } of found) {
      const { location } = locate(near, sandbox)
      assert.deepEqual([location?.label, location?.lat, location?.lon], [near, lat, lon])
    }
    const counts = found.map(({ theaters }) => theaters)
    assert.deepEqual(
      counts,
      counts.toSorted((one, other) => other - one),
    )
    assert.equal((await complete('lo', 1)).length, 1)
  })

  it('is the whole text if no city with theaters begins with it', async () => {
    assert.match((await complete('10001')).join(), /^10001, United States: \d+$/)
    assert.match((await complete('Reykjavik')).join(), /^Reykjav[ií]k, .*: 0$/)
    assert.deepEqual(await complete('xyzzyq'), [])
    assert.deepEqual(await complete('!'), [])
    assert.deepEqual(await complete('51.5,-0.1'), [])
  })

  it('has no similar names looked up if it is no place, and is not remembered', (test) => {
    const { byCity } = theaterPlaces(sandbox, placeTables())
    const lookUp = test.mock.method(byCity as Map<string, unknown>, 'get')
    const countOf = (work: () => unknown) => {
      lookUp.mock.resetCalls()
      work()
      return lookUp.mock.callCount()
    }
    const completed = countOf(() => complete('xyzzyqqy'))
    assert.ok(completed > 0 && completed < 10, String(completed))
    assert.ok(countOf(() => locate('xyzzyqqy', sandbox)) > 100)
  })
})

describe('the place of readers who have named none', () => {
  it('is the city with the most theaters that are read, whatever has been collected', () => {
    const cities = sandboxMembers.filter(({ off }) => off === undefined).map(({ address }) => address.city)
    const [city] = usualPlace(sandboxDirectory)?.split(',') ?? []
    const count = (name: string | undefined) => cities.filter((each) => each === name).length
    assert.ok(cities.every((each) => count(each) <= count(city)))
    assert.equal(usualPlace({ ...sandboxDirectory, members: new Map() }), undefined)
  })
})
