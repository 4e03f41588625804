import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Value } from 'typebox/value'
import { Decisions } from '../../../registry/decisions.ts'
import { RegistryFiles } from '../../../registry/registry-files.ts'
import { DataCapabilities, SourceStatus, toCapabilities } from '../schema/index.ts'
import { loadUnsupportedPlatforms, toCinemaDirectory } from './cinema-directory.ts'
import { gates } from './cinema-member.ts'
import { cinemaAdapters, cinemaSources, loadCinemaData, toLiveDirectory } from './index.ts'

const shipped = toLiveDirectory(loadCinemaData(new RegistryFiles(), new Decisions([])), {})

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

describe('the cinema directory', () => {
  it('of the live profile lists every platform once', () => {
    const unsupported = loadUnsupportedPlatforms()
    const ids = [...cinemaAdapters, ...unsupported].map(({ id }) => id)
    assert.equal(new Set(ids).size, ids.length)
    assert.equal(ids.length, 36)
    for (const { id } of cinemaAdapters) assert.ok(shipped.members.has(id), id)
    for (const { id, capabilities, reason, status, gate } of unsupported) {
      assert.deepEqual([...Value.Errors(DataCapabilities, capabilities)], [], id)
      assert.ok(reason.length > 20 && reason.length <= 500, id)
      assert.ok(Value.Check(SourceStatus, status) && gates.includes(gate), id)
    }
  })

  it('allows the hosts of its members and no others', () => {
    for (const source of cinemaSources(shipped)) {
      const addresses = source.members.flatMap(({ base, options }) => [base, ...Object.values(options)])
      const hosts = addresses.flatMap((address) => URL.parse(String(address))?.host || [])
      assert.deepEqual([...(source.hosts ?? [])].sort(), [...new Set(hosts)].sort(), source.id)
    }
  })

  it('gives a theater the settings of its chain', () => {
    const [member] = toCinemaDirectory(file, { AURORA_TOKEN: 'secret' }).members.get('vista-ocapi') ?? []
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
  })

  it('leaves out a theater whose key is not configured, and names the key', () => {
    const [member] = toCinemaDirectory(file).members.get('vista-ocapi') ?? []
    assert.deepEqual([member?.token, member?.off], [undefined, 'needs AURORA_TOKEN'])
  })
})

describe('capabilities', () => {
  it('are false by default, and have live modes only with live refresh', () => {
    const capabilities = toCapabilities(['showtimes', 'seat_grid'], true)
    assert.deepEqual([...Value.Errors(DataCapabilities, capabilities)], [])
    assert.deepEqual(
      [capabilities.seat_grid, capabilities.prices, capabilities.live_refresh],
      [true, false, true],
    )
    assert.deepEqual(toCapabilities([], false).source_modes, ['cached'])
  })
})
