import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type ErrorCode, Failure } from '../../../core/errors.ts'
import type { SearchRequest, SearchResult } from '../../service.ts'
import { searchPageRoute } from './search-page.ts'
import type { MountedService } from './service-section.ts'

function mount(
  title: string,
  find: (request: SearchRequest) => Promise<SearchResult>,
  base = '/cinema',
): MountedService {
  return { base, service: { scopes: [], searches: [{ id: title.toLowerCase(), title, find }] } } as never
}

async function search(
  mounted: readonly MountedService[],
  query: Readonly<Record<string, unknown>>,
  mediaType = 'text/html',
): Promise<string> {
  const route = searchPageRoute(mounted)
  const { signal } = new AbortController()
  const reply = await route.handle({ mediaType, nowMs: 0, query: { limit: 5, ...query }, signal } as never)
  return JSON.stringify(reply)
}

const movies = mount('Movies', async ({ base, q, limit }) => ({
  hits: [{ title: `<b>${q}</b>`, note: `${limit} at most`, path: `${base}/movies/1` }],
  all: `${base}/movies`,
  api: { href: `${base}/v1/movies/search?q=${q}`, call: 'cinema.searchMovies' },
}))
const failing = mount('Symbols', async () => {
  throw new Failure('upstream_unavailable', 'The provider does not answer.')
})
const silent = mount('Jobs', () => new Promise(() => {}))

describe('the search over everything', () => {
  it('shows what each section finds, as text', async () => {
    const page = await search([movies], { q: ' tide ' })
    assert.match(page, /<a href=\\"\/cinema\/movies\/1\\">&lt;b&gt;tide&lt;\/b&gt;<\/a>/)
    assert.match(page, /5 at most/)
    assert.match(page, /<a href=\\"\/cinema\/movies\\">More movies<\/a>/)
    assert.match(
      page,
      /<a href=\\"\/cinema\/v1\/movies\/search\?q=tide\\" data-call=\\"cinema\.searchMovies\\">Movies<\/a>/,
    )
  })

  it('begins with the sections whose hits have the words, not with those that tolerate a wrong letter', async () => {
    const misspelled = mount('Movies', async () => ({
      hits: [{ title: "The Clockmaker's Apprentice", note: 'Drama', path: '/cinema/movies/1' }],
    }))
    const named = mount('Symbols', async () => ({
      hits: [{ title: 'NASDAQ:AAPL', note: 'Apple Inc. · Stock', path: '/market/symbols/NASDAQ:AAPL' }],
    }))
    const json = await search([misspelled, named], { q: 'apple inc' }, 'application/json')
    assert.deepEqual(
      [...json.matchAll(/\\"section\\":\\"(\w+)\\"/g)].map(([, section]) => section),
      ['symbols', 'movies'],
    )
    const page = await search([misspelled, named], { q: 'APPLE' })
    assert.ok(page.indexOf('NASDAQ:AAPL') < page.indexOf('Apprentice'))
  })

  it('names the sections that fail or do not answer, and shows the others', async () => {
    const page = await search([failing, silent, movies], { q: 'tide' })
    assert.match(page, /Not available right now: symbols\./)
    assert.match(page, /These did not answer in time: jobs\./)
    assert.match(page, /5 at most/)
    const json = await search([failing, movies], { q: 'tide' }, 'application/json')
    assert.match(json, /"missing":\["symbols"\]/)
    assert.match(json, /\\"section\\":\\"movies\\"/)
  })

  it('finds nothing where the words are refused, and says where there were too many requests', async () => {
    const failWith = (title: string, code: ErrorCode) =>
      mount(title, () => Promise.reject(new Failure(code, 'No.')))
    const refusing = failWith('Symbols', 'invalid_request')
    const page = await search([refusing, movies], { q: 'tide' })
    assert.doesNotMatch(page, /Not available/)
    assert.match(page, /Nothing in: symbols\./)
    const limiting = failWith('Jobs', 'rate_limited')
    const limited = await search([limiting, movies], { q: 'tide' })
    assert.doesNotMatch(limited, /Not available/)
    assert.match(limited, /Too many requests, so there are no results for: jobs\./)
    const json = await search([refusing, limiting], { q: 'tide' }, 'application/json')
    assert.match(json, /"missing":\["jobs"\]/)
  })

  it('asks nobody without words, and says when nothing was found', async () => {
    assert.doesNotMatch(await search([failing], { q: '  ' }), /Not available|Nothing was found/)
    const empty = mount('Movies', async () => ({ hits: [] }))
    assert.match(await search([empty], { q: 'xyzzyq' }), /Nothing was found\./)
  })

  it('does not hide a mistake in the program', async () => {
    const broken = mount('Movies', () => Promise.reject(new TypeError('broken')))
    await assert.rejects(search([broken], { q: 'tide' }), TypeError)
  })
})
