import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Value } from 'typebox/value'
import { ConfigurationError } from '../../../core/errors.ts'
import { DataCapabilities } from '../schema/index.ts'
import { loadCinemaDirectory, parseCinemaDirectory, toCapabilities } from './cinema-directory.ts'
import { cinemaAdapters, cinemaSources } from './index.ts'

const file = {
  chains: [{ id: 'aurora', name: 'Aurora', country: 'GB', currency: 'GBP' }],
  members: {
    'vista-ocapi': [
      {
        chain: 'aurora',
        base: 'https://vwc.aurora.example/WSVistaWebClient',
        token: 'AURORA_TOKEN',
        sites: [
          {
            site: '153',
            name: 'Aurora Bath',
            timezone: 'Europe/London',
            city: 'Bath',
            lat: 51.38,
            lon: -2.36,
          },
        ],
      },
    ],
  },
}

function problemsOf(source: unknown): readonly string[] {
  try {
    parseCinemaDirectory(source)
  } catch (error) {
    assert.ok(error instanceof ConfigurationError)
    return error.problems
  }
  return []
}

describe('the file of members', () => {
  it('that comes with the program is sound, and lists every platform once', () => {
    const directory = loadCinemaDirectory()
    assert.ok(directory.chains.length >= 8)
    const ids = [...cinemaAdapters.map(({ id }) => id), ...directory.unsupportedPlatforms.map(({ id }) => id)]
    assert.equal(new Set(ids).size, ids.length)
    assert.equal(ids.length, 31)
    for (const { id } of cinemaAdapters) assert.ok(directory.members.has(id), id)
    for (const { id, capabilities, reason } of directory.unsupportedPlatforms) {
      assert.deepEqual([...Value.Errors(DataCapabilities, capabilities)], [], id)
      assert.ok(reason.length > 20, id)
    }
  })

  it('names hosts for the way out, and nothing else', () => {
    for (const source of cinemaSources(loadCinemaDirectory())) {
      assert.equal(
        source.hosts?.length,
        new Set(source.members.map(({ base }) => new URL(base).host)).size,
        source.id,
      )
    }
  })

  it('gives a theater what its chain has in common', () => {
    const [member] = parseCinemaDirectory(file, { AURORA_TOKEN: 'secret' }).members.get('vista-ocapi') ?? []
    assert.deepEqual(member, {
      id: 'aurora.153',
      chain: 'aurora',
      site: '153',
      base: 'https://vwc.aurora.example/WSVistaWebClient',
      name: 'Aurora Bath',
      timezone: 'Europe/London',
      address: { city: 'Bath', country: 'GB' },
      geo: { lat: 51.38, lon: -2.36 },
      currency: 'GBP',
      tokenName: 'AURORA_TOKEN',
      token: 'secret',
      options: {},
    })
    assert.equal(parseCinemaDirectory(file).members.get('vista-ocapi')?.[0]?.token, undefined)
  })

  it('is read from YAML as from data', () => {
    const yaml = 'chains: []\nmembers: {}\nplatforms:\n  veezi: { at_once: 2, gap_ms: 100 }\n'
    assert.deepEqual(parseCinemaDirectory(yaml).politenessOverrides.get('veezi'), { atOnce: 2, gapMs: 100 })
  })

  it('is refused with everything that is wrong at once', () => {
    const [group] = file.members['vista-ocapi']
    const [site] = group?.sites ?? []
    const problems = problemsOf({
      chains: [...file.chains, ...file.chains],
      members: {
        veezi: [
          {
            ...group,
            chain: 'nobody',
            sites: [
              { ...site, timezone: 'Mars/Base' },
              { ...site, lat: undefined },
            ],
          },
        ],
      },
    })
    assert.deepEqual(problems, [
      'cinema sources: chain aurora occurs twice',
      'cinema sources: veezi: there is no chain nobody',
      'cinema sources: veezi/nobody/153: there is no time zone Mars/Base',
      'cinema sources: veezi/nobody/153: lat and lon go together',
      'cinema sources: veezi: member nobody.153 occurs twice',
    ])
  })

  it('is refused where its shape is another', () => {
    assert.equal(problemsOf({ chains: 'none' }).length > 0, true)
    assert.equal(problemsOf('chains: [').length, 1)
    assert.equal(problemsOf(null).length > 0, true)
    assert.ok(problemsOf({ ...file, extra: 1 }).length > 0)
  })
})

describe('capabilities', () => {
  it('are false unless named, and live only where one showtime can be asked about', () => {
    const capabilities = toCapabilities(['showtimes', 'seat_grid'], true)
    assert.deepEqual([...Value.Errors(DataCapabilities, capabilities)], [])
    assert.deepEqual(
      [capabilities.seat_grid, capabilities.prices, capabilities.live_refresh],
      [true, false, true],
    )
    assert.deepEqual(toCapabilities([], false).source_modes, ['cached'])
  })
})
