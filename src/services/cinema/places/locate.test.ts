import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { isFailure } from '../../../core/errors.ts'
import { type IndexedTheater, Theaters } from '../queries/theater-index.ts'
import { locate } from './locate.ts'
import { SortedLines } from './sorted-lines.ts'

const none = new Theaters(new Map())

function theater(id: string, lat: number, lon: number, postalCode = ''): [string, IndexedTheater] {
  return [id, { id, nameKey: id, postalCode, point: { lat, lon } } as IndexedTheater]
}

async function near(place: string, theaters = none): Promise<string> {
  const { lat, lon } = await locate(place, theaters)
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
  })

  it('prefers the town with the most theaters of several with the same name', async () => {
    const ontario = new Theaters(new Map([theater('a', 42.98, -81.25)]))
    assert.equal(await near('London', ontario), '43.0,-81.2')
  })

  it('finds postal codes of theaters, and their first part', async () => {
    const leeds = new Theaters(
      new Map([theater('a', 53.8, -1.56, 'ls1 4ap'), theater('b', 53.9, -1.44, 'ls1 9zz')]),
    )
    assert.equal(await near('LS1 4AP', leeds), '53.8,-1.6')
    assert.equal(await near('LS1', leeds), '53.8,-1.5')
    const fiji = new Theaters(new Map([theater('a', 0, 179, 'x1'), theater('b', 0, -179, 'x1')]))
    assert.equal(Math.abs((await locate('X1', fiji)).lon), 180)
  })

  it('rejects unknown places', async () => {
    for (const place of [
      'Nowhereville At All',
      '91,0',
      '0,181',
      '',
      ',',
      '00000',
      '\u0000',
      'Portland, Mars',
    ]) {
      await assert.rejects(locate(place, none), (error) => isFailure(error, 'invalid_request'), place)
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
