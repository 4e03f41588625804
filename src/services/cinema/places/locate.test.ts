import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Location } from '../../../core/places/choose-place.ts'
import { type IndexedTheater, Theaters } from '../queries/theater-index.ts'
import { locate } from './locate.ts'

const none = new Theaters(new Map())

function theater(
  id: string,
  lat: number,
  lon: number,
  facts: { readonly postalCode?: string; readonly city?: string } = {},
): [string, IndexedTheater] {
  const { postalCode = '', city = '' } = facts
  const doc = JSON.stringify({ address: { city } })
  const point = { lat, lon }
  return [id, { id, nameKey: id, postalCode, city, state: '', country: '', point, doc } as IndexedTheater]
}

async function place(text: string, theaters = none): Promise<Location | undefined> {
  return locate(text, theaters).location
}

async function near(text: string, theaters = none): Promise<string> {
  const { lat = Number.NaN, lon = Number.NaN } = (await place(text, theaters)) ?? {}
  return `${lat.toFixed(1)},${lon.toFixed(1)}`
}

describe('locate', () => {
  it('accepts points, postal codes and cities', async () => {
    assert.equal(await near('51.5, -0.1'), '51.5,-0.1')
    assert.equal(await near('51.500000000000001,-0.12000000000000001'), '51.5,-0.1')
    assert.equal(await near('5.15e1,-1e-7'), '51.5,-0.0')
    assert.equal(await near('10001'), '40.8,-74.0')
    assert.equal(await near('90210-1234'), '34.1,-118.4')
    assert.equal(await near('Portland, OR'), '45.5,-122.7')
    assert.equal(await near('portland, oregon'), '45.5,-122.7')
    assert.equal(await near('Portland, ME'), '43.7,-70.3')
    assert.equal(await near('London, UK'), '51.5,-0.1')
    assert.equal(await near('Paris, France'), '48.9,2.4')
    assert.equal(await near('new york'), '40.7,-74.0')
    assert.equal(await near('Kraków'), '50.1,19.9')
    assert.equal(await near('Nan, Thailand'), '18.8,100.8')
  })

  it('prefers the place in the address of a theater, then one with theaters nearby, then the largest', async () => {
    const dublins = new Theaters(
      new Map([theater('a', 53.34, -6.26), theater('b', 40.37, -75.2), theater('c', 40.38, -75.21)]),
    )
    assert.equal((await place('Dublin', dublins))?.label, 'Dublin, Leinster, Ireland')
    assert.equal((await place('Dublin', dublins))?.reason, undefined)
    const ontario = new Theaters(new Map([theater('a', 42.98, -81.25, { city: 'london' })]))
    const london = await place('London', ontario)
    assert.equal(london?.label, 'London, Ontario, Canada')
    assert.match(london?.reason ?? '', /no theaters near London, England, United Kingdom, so/)
    assert.equal(london?.alternatives[0], 'London, England, United Kingdom')
    const nearby = new Theaters(new Map([theater('a', 42.98, -81.25)]))
    assert.equal((await place('London', nearby))?.label, 'London, England, United Kingdom')
    // Both have about as many inhabitants.
    const florida = new Theaters(new Map([theater('a', 26.01, -80.15)]))
    assert.equal((await place('Hollywood', florida))?.label, 'Hollywood, Florida, United States')
    assert.equal((await place('Hollywood'))?.label, 'Hollywood, California, United States')
  })

  it('prefers a city without theaters to a small town in the address of one', async () => {
    const towns = new Theaters(
      new Map([
        theater('a', 39.79, -74.93, { city: 'berlin' }),
        theater('b', 33.66, -95.56, { city: 'paris' }),
      ]),
    )
    const berlin = await place('Berlin', towns)
    assert.equal(berlin?.label, 'Berlin, Germany')
    assert.equal(berlin?.reason, undefined)
    assert.ok(berlin?.alternatives.includes('Berlin, New Jersey, United States'))
    assert.equal((await place('Berlin, NJ', towns))?.label, 'Berlin, New Jersey, United States')
    assert.equal((await place('Paris', towns))?.label, 'Paris, Île-de-France, France')
  })

  it('prefers the largest town while there are no theaters', async () => {
    assert.equal((await place('London'))?.label, 'London, England, United Kingdom')
    assert.equal(await near('paris'), '48.9,2.4')
    assert.equal(await near('Perth'), '-31.9,115.9')
    assert.equal(await near('Birmingham'), '52.5,-1.9')
    assert.equal(await near('Lima'), '-12.0,-77.0')
    assert.equal(await near('San José'), '37.3,-121.9')
  })

  it('suggests what may have been meant', async () => {
    const suggested = async (text: string) => {
      const answer = locate(text, none)
      return answer.location === undefined ? answer.suggestions : answer.location
    }
    for (const text of ['Lodnon', 'Lodnon, UK', 'lodnon uk', 'Londonn', 'Lndon'])
      assert.ok(((await suggested(text)) as string[]).includes('London, England, United Kingdom'), text)
    const portlands = (await suggested('Portland, Mars')) as string[]
    assert.equal(portlands[0], 'Portland, Oregon, United States')
    assert.equal(portlands.length, 3)
    for (const area of ['Texas', 'Deutschland'])
      assert.deepEqual(locate(area, none), { suggestions: [], isArea: true })
  })

  it('finds postal codes of theaters, and their first part', async () => {
    const leeds = new Theaters(
      new Map([
        theater('a', 53.8, -1.56, { postalCode: 'ls1 4ap' }),
        theater('b', 53.9, -1.44, { postalCode: 'ls1 9zz' }),
      ]),
    )
    assert.equal(await near('LS1 4AP', leeds), '53.8,-1.6')
    assert.equal(await near('LS1', leeds), '53.8,-1.5')
    const fiji = new Theaters(
      new Map([theater('a', 0, 179, { postalCode: 'x1' }), theater('b', 0, -179, { postalCode: 'x1' })]),
    )
    assert.equal(Math.abs((await place('X1', fiji))?.lon ?? 0), 180)
  })

  it('finds postal codes of Germany, Austria, Switzerland, Liechtenstein, Australia, Canada and Britain', async () => {
    assert.equal(await near('10117, Germany'), '52.5,13.4')
    assert.equal(await near('1010, AT'), '48.2,16.4')
    assert.equal(await near('8001, Switzerland'), '47.4,8.6')
    assert.equal(await near('9490, LI'), '47.1,9.5')
    assert.equal(await near('2144, Australia'), '-33.9,151.0')
    assert.equal(await near('M5B 2G9'), '43.7,-79.4')
    assert.equal(await near('m5b'), '43.7,-79.4')
    assert.equal(await near('LS1 5DL'), '53.8,-1.5')
    assert.equal(await near('ls15dl'), '53.8,-1.5')
    assert.equal(await near('WC2H 7JY'), '51.5,-0.1')
  })

  it('names the place that was chosen, and what else it could be', async () => {
    const melbourne = new Theaters(new Map([theater('a', -37.81, 144.96)]))
    const code = await place('3000', melbourne)
    assert.equal(code?.label, '3000, Australia')
    assert.equal(code?.reason, undefined)
    assert.equal((await place(' ls1  5dl'))?.label, 'LS1 5DL, United Kingdom')
    assert.ok(code?.alternatives.includes('3000, Switzerland'), String(code?.alternatives))
    for (const alternative of code?.alternatives ?? [])
      assert.equal((await place(alternative))?.label, alternative)
    assert.deepEqual((await place('Portland, Oregon'))?.alternatives, [])
  })

  it('writes names as people do, and each of them is understood', async () => {
    for (const [text, label] of [
      ['berlin', 'Berlin, Germany'],
      ['new york', 'New York, United States'],
      ['mexico', 'Mexico City, Mexico'],
      ['rio de janeiro', 'Rio de Janeiro, Brazil'],
      ['newcastle upon tyne', 'Newcastle upon Tyne, England, United Kingdom'],
      ['Köln', 'Cologne, North Rhine-Westphalia, Germany'],
    ] as const) {
      assert.equal((await place(text))?.label, label)
      assert.equal((await place(label))?.label, label)
    }
  })

  it('does not know other places, however they are written', async () => {
    for (const text of [
      'Nowhereville At All',
      '',
      ',',
      ',,,,;()|',
      '00000',
      '\u0000',
      'Portland, Mars',
      'NaN,NaN',
      'nan, nan',
      'null,null',
      'undefined,undefined',
      'Infinity,Infinity',
      '-inf,inf',
      '\u202eelttaes',
      'x'.repeat(10_000),
      'London '.repeat(1_500),
      ', '.repeat(5_000),
      '1 '.repeat(5_000),
      'St. '.repeat(2_500),
    ])
      assert.equal(locate(text, none).location, undefined, text.slice(0, 40))
    assert.equal((await place('\u200fSeattle\u0000\t'))?.label, 'Seattle, Washington, United States')
  })
})
