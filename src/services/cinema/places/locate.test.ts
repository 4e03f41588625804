import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type IndexedTheater, Theaters } from '../queries/theater-index.ts'
import { locate } from './locate.ts'
import { SortedLines } from './sorted-lines.ts'

const none = new Theaters(new Map())

function theater(id: string, lat: number, lon: number, postalCode = ''): [string, IndexedTheater] {
  return [id, { id, nameKey: id, postalCode, point: { lat, lon } } as IndexedTheater]
}

async function near(place: string, theaters = none): Promise<string> {
  const { lat = Number.NaN, lon = Number.NaN } = (await locate(place, theaters)) ?? {}
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
    assert.equal(await near('Paris, France'), '48.9,2.3')
    assert.equal(await near('new york'), '40.7,-74.0')
    assert.equal(await near('Kraków'), '50.1,19.9')
    assert.equal(await near('Nan, Thailand'), '18.8,100.8')
  })

  it('prefers the largest town with theaters of several with the same name', async () => {
    const dublins = [theater('a', 53.34, -6.26), theater('b', 40.37, -75.2), theater('c', 40.38, -75.21)]
    assert.equal((await locate('Dublin', new Theaters(new Map(dublins))))?.label, 'Dublin, Leinster, Ireland')
    const ontario = new Theaters(new Map([theater('a', 42.98, -81.25)]))
    assert.equal(await near('London', ontario), '43.0,-81.2')
  })

  it('prefers the largest town while there are no theaters', async () => {
    assert.equal((await locate('London', none))?.label, 'London, England, United Kingdom')
    assert.equal(await near('paris'), '48.9,2.3')
    assert.equal(await near('Perth'), '-32.0,115.9')
    assert.equal(await near('Birmingham'), '52.5,-1.9')
    assert.equal(await near('Lima'), '-12.0,-77.0')
    assert.equal(await near('San José'), '37.3,-121.9')
  })

  it('finds postal codes of theaters, and their first part', async () => {
    const leeds = new Theaters(
      new Map([theater('a', 53.8, -1.56, 'ls1 4ap'), theater('b', 53.9, -1.44, 'ls1 9zz')]),
    )
    assert.equal(await near('LS1 4AP', leeds), '53.8,-1.6')
    assert.equal(await near('LS1', leeds), '53.8,-1.5')
    const fiji = new Theaters(new Map([theater('a', 0, 179, 'x1'), theater('b', 0, -179, 'x1')]))
    assert.equal(Math.abs((await locate('X1', fiji))?.lon ?? 0), 180)
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
    const ontario = new Theaters(new Map([theater('a', 42.98, -81.25)]))
    const london = await locate('london', ontario)
    assert.equal(london?.label, 'London, Ontario, Canada')
    assert.ok(london?.alternatives.includes('London, England, United Kingdom'), String(london?.alternatives))
    const melbourne = new Theaters(new Map([theater('a', -37.81, 144.96)]))
    const code = await locate('3000', melbourne)
    assert.equal(code?.label, '3000, Australia')
    assert.equal((await locate(' ls1  5dl', none))?.label, 'LS1 5DL, United Kingdom')
    assert.ok(code?.alternatives.includes('3000, Switzerland'), String(code?.alternatives))
    for (const alternative of code?.alternatives ?? [])
      assert.equal((await locate(alternative, none))?.label, alternative)
    assert.deepEqual((await locate('Portland, Oregon', none))?.alternatives, [])
  })

  it('does not know other places', async () => {
    for (const place of [
      'Nowhereville At All',
      '91,0',
      '0,181',
      '',
      ',',
      '00000',
      '\u0000',
      'Portland, Mars',
      'NaN,NaN',
      'nan, nan',
      'null,null',
      'undefined,undefined',
      'Infinity,Infinity',
      '-inf,inf',
    ]) {
      assert.equal(await locate(place, none), undefined, place)
    }
  })
})

describe('sorted lines', () => {
  it('finds the first, last and middle lines, and no others', () => {
    const lines = new SortedLines(Buffer.from('a\t1\nab\t2\nab\t3\nb\t4\n'))
    assert.deepEqual(lines.find('a'), [['1']])
    assert.deepEqual(lines.find('ab'), [['2'], ['3']])
    assert.deepEqual(lines.find('b'), [['4']])
    assert.deepEqual(lines.find('aa'), [])
    assert.deepEqual(lines.find('c'), [])
    assert.deepEqual(lines.find(''), [])
    assert.deepEqual(new SortedLines(Buffer.alloc(0)).find('a'), [])
  })
})
