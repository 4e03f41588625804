import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { pathToFileURL } from 'node:url'
import { Value } from 'typebox/value'
import { ConfigurationError } from '../../../core/errors.ts'
import { DataCapabilities, toCapabilities } from '../schema/index.ts'
import { loadCinemaDirectory, loadUnsupportedPlatforms, parseCinemaDirectory } from './cinema-directory.ts'
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

function problemsOf(
  data: unknown,
  parse: (data: unknown) => unknown = parseCinemaDirectory,
): readonly string[] {
  try {
    parse(data)
  } catch (error) {
    assert.ok(error instanceof ConfigurationError)
    return error.problems
  }
  return []
}

/** Loads a members folder with these files. */
function loadFiles(files: Readonly<Record<string, string>>) {
  const folder = mkdtempSync(join(tmpdir(), 'broadsheet-members-'))
  try {
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
    return loadCinemaDirectory({}, pathToFileURL(`${folder}/`))
  } finally {
    rmSync(folder, { recursive: true })
  }
}

describe('the cinema directory', () => {
  it('of the live profile is valid and lists every platform once', () => {
    const directory = loadCinemaDirectory()
    assert.deepEqual(loadUnsupportedPlatforms(), directory.unsupportedPlatforms)
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

  it('allows the hosts of its members and no others', () => {
    for (const source of cinemaSources(loadCinemaDirectory())) {
      assert.equal(
        source.hosts?.length,
        new Set(source.members.map(({ base }) => new URL(base).host)).size,
        source.id,
      )
    }
  })

  it('gives a theater the settings of its chain', () => {
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

  it('is loaded from one file per platform', () => {
    const directory = loadFiles({
      'chains.yaml': JSON.stringify(file.chains),
      'vista-ocapi.yaml': JSON.stringify(file.members['vista-ocapi']),
      'overrides.yaml': 'veezi: { atOnce: 2, gapMs: 100 }',
    })
    assert.deepEqual(directory.overrides.get('veezi'), { atOnce: 2, gapMs: 100 })
    assert.deepEqual({ ...directory, overrides: new Map() }, parseCinemaDirectory(file))
  })

  it('names a file that is not YAML', () => {
    const [problem, ...others] = problemsOf({ 'chains.yaml': 'chains: [' }, (files) =>
      loadFiles(files as Record<string, string>),
    )
    assert.match(problem ?? '', /^cinema members: chains\.yaml: /)
    assert.deepEqual(others, [])
  })

  it('reports all problems at once', () => {
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
      'cinema members: duplicate chain aurora',
      'cinema members: veezi: unknown chain nobody',
      'cinema members: veezi/nobody/153: unknown time zone Mars/Base',
      'cinema members: veezi/nobody/153: lat and lon must be set together',
      'cinema members: veezi: duplicate member nobody.153',
    ])
  })

  it('rejects data of another shape', () => {
    assert.equal(problemsOf({ chains: 'none' }).length > 0, true)
    assert.equal(problemsOf(null).length > 0, true)
    assert.ok(problemsOf({ ...file, extra: 1 }).length > 0)
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
