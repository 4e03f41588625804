import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { MovieRecord } from '../../schema/records.ts'
import { type Listing, mergeListings } from '../merge-listings.ts'
import { toWork } from './movie-identity.ts'
import { MovieRegistry, type RegisteredListing } from './movie-registry.ts'

function record(film: string, title: string, own: Partial<MovieRecord> = {}): MovieRecord {
  return { type: 'movie', film, title, ids: {}, grade: 'title_only', rawIds: { film }, ...own }
}

function listing(platform: string, film: string, title: string, own: Partial<MovieRecord> = {}): Listing {
  return { platform, chain: 'chain', film, record: record(film, title, own) }
}

function resolveAll(listings: readonly Listing[], registry = new MovieRegistry()): string[] {
  return listings.map((one) => registry.resolve(one, toWork(one.record, 2026)))
}

describe('the movie registry', () => {
  const listings = [
    listing('a', '1', 'Captain Comet'),
    listing('a', '2', '(IMAX) Captain Comet'),
    listing('b', '1', 'Kids Club: Captain Comet', { runtimeMinutes: 90 }),
    listing('c', '9', 'Captain Comet 2'),
  ]

  it('assigns listings of one work to one movie, and sequels to another', () => {
    const [one, imax, kids, sequel] = resolveAll(listings)
    assert.deepEqual([imax, kids], [one, one])
    assert.notEqual(sequel, one)
  })

  it('assigns the same ids in any order', () => {
    const ids = resolveAll(listings)
    assert.deepEqual(resolveAll(listings.toReversed()).reverse(), ids)
  })

  it('keeps the movie of a listing if its title changes', () => {
    const registry = new MovieRegistry()
    const [before] = resolveAll([listing('a', '1', 'Untitled Comet Project')], registry)
    const [after] = resolveAll([listing('a', '1', 'Captain Comet 3')], registry)
    assert.equal(after, before)
  })

  it('restores stored assignments', () => {
    const first = new MovieRegistry()
    const ids = resolveAll(listings, first)
    const stored = listings.map(
      (one, index): RegisteredListing => ({
        ...one,
        movieId: ids[index] ?? '',
        work: toWork(one.record, 2026),
      }),
    )
    assert.deepEqual(resolveAll(listings, new MovieRegistry(stored)), ids)
    assert.equal(new Set(ids).size, 2)
  })

  it('distinguishes works with the same title by year', () => {
    const [old, recent, dated] = resolveAll([
      listing('a', '1', 'Suspiria (1977)'),
      listing('a', '2', 'Suspiria (2018)'),
      listing('b', '1', 'Suspiria (2018)'),
    ])
    assert.notEqual(old, recent)
    assert.equal(dated, recent)
  })

  it('joins translated titles by a shared id', () => {
    const [english, french] = resolveAll([
      listing('a', '1', 'Forgotten Island', { ids: { moviexchange: 'x' } }),
      listing('b', '1', 'L’île de l’oubli', { ids: { moviexchange: 'x' } }),
    ])
    assert.equal(french, english)
  })

  it('does not assign a double bill to one of its films', () => {
    const [film, bill] = resolveAll([
      listing('a', '1', 'Badlands'),
      listing('a', '2', 'Late Double Bill: Badlands & Heat'),
    ])
    assert.notEqual(bill, film)
  })
})

describe('merging listings', () => {
  const rich: Partial<MovieRecord> = {
    grade: 'rich',
    runtimeMinutes: 112,
    releaseOn: '2026-11-06',
    synopsis: 'A comet.',
    cast: ['Ada Almeida'],
    directors: ['Bruno Brandt'],
    images: { poster: 'https://x.example/p.jpg' },
  }
  const listings = [
    listing('b', '1', 'M4J: Captain Comet', { runtimeMinutes: 115, releaseOn: '2026-11-13', rating: 'PG' }),
    listing('a', '1', 'Captain Comet', rich),
    listing('c', '1', 'Captain Comet (4K Restoration)', { releaseOn: '2024-01-01', runtimeMinutes: 112 }),
  ]

  it('takes each field from the richest listing', () => {
    const movie = mergeListings(listings)
    assert.equal(movie.title, 'Captain Comet')
    assert.equal(movie.runtime_minutes, 112)
    assert.equal(movie.rating, 'PG')
    assert.equal(movie.metadata_grade, 'rich')
    assert.deepEqual(movie.images, { poster: 'https://x.example/p.jpg' })
  })

  it('ignores the date of a re-release', () => {
    assert.equal(mergeListings(listings).release_date, '2026-11-06')
  })

  it('does not depend on the order of listings', () => {
    assert.deepEqual(mergeListings(listings.toReversed()), mergeListings(listings))
  })

  it('collects all aliases', () => {
    const aliases = mergeListings(listings).aliases ?? []
    assert.deepEqual(
      aliases
        .filter(({ type }) => type === 'source_movie_id')
        .map(({ source, value }) => `${source} ${value}`),
      ['a:chain 1', 'b:chain 1', 'c:chain 1'],
    )
    assert.ok(aliases.some(({ type, value }) => type === 'title' && value === 'M4J: Captain Comet'))
  })
})
