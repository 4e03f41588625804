import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Failure } from '../../../core/errors.ts'
import { html } from '../html.ts'
import {
  type FirstSync,
  frontPageRoute,
  type MountedService,
  type Rebuild,
  servicePageRoute,
} from './front-page.ts'

async function read(
  firstSync: FirstSync | undefined,
  mediaType: string,
  mounted: readonly MountedService[] = [],
  hasGuides = false,
  rebuild?: Rebuild,
): Promise<string> {
  const route = frontPageRoute({
    firstSync: async () => firstSync,
    rebuild: async () => rebuild,
    origin: () => 'http://localhost',
    mounted,
    version: '1',
    isHealthy: async () => true,
    isSandbox: true,
    hasMetrics: false,
    hasGuides,
  })
  const signal = new AbortController().signal
  const reply = await route.handle({ mediaType, host: undefined, nowMs: 0, query: {}, signal } as never)
  return JSON.stringify(reply)
}

const firstSync = { sources: 12, collected: 7, failed: 1, members: 240, published: 133 }

describe('the page of a service', () => {
  const url = 'https://lists.example/data'
  const service = {
    id: 'trust',
    title: 'Trust',
    about: '',
    scopes: [],
    examples: [],
    counts: async () => ({}),
    credits: [{ name: 'Open lists', url }],
  }

  it('links to the collections that its data contains', async () => {
    const mounted = { base: '/trust', service, publishedAt: () => 0 } as never
    const route = servicePageRoute(mounted, { origin: () => 'http://localhost' })
    const read = async (mediaType: string) =>
      JSON.stringify(await route.handle({ mediaType, host: undefined, nowMs: 0 } as never))
    assert.ok((await read('text/html')).includes(`With data of <a href=\\"${url}\\">Open lists</a>.`))
    assert.ok((await read('application/json')).includes(url))
  })
})

describe('the front page during the first sync', () => {
  it('says how many sources and members are collected, and what failed', async () => {
    const page = await read(firstSync, 'text/html')
    assert.match(page, /First sync: 7 of 12 sources are collected; 1 failed and will be tried again\./)
    assert.match(page, /133 of 240 theaters, job boards, trust centers and towns are published\./)
    assert.match(await read(firstSync, 'application/json'), /\\?"published\\?":133/)
  })

  it('says that it starts before anything is counted', async () => {
    assert.match(await read({ ...firstSync, sources: 0 }, 'text/html'), /First sync: starting\./)
  })

  it('mentions no failures if there are none, and no sync once it is complete', async () => {
    assert.match(await read({ ...firstSync, failed: 0 }, 'text/html'), /7 of 12 sources are collected\./)
    assert.doesNotMatch(await read(undefined, 'text/html'), /First sync/)
  })
})

describe('the front page after an upgrade', () => {
  it('says how much of the data is rebuilt', async () => {
    const rebuild = { members: 240, published: 133 }
    assert.match(
      await read(undefined, 'text/html', [], false, rebuild),
      /rebuilt from saved responses: 133 of 240 theaters/,
    )
    assert.match(await read(undefined, 'application/json', [], false, rebuild), /"rebuild/)
    assert.doesNotMatch(await read(undefined, 'application/json'), /rebuild/)
  })
})

describe('the front page', () => {
  it('links to the guides if there are any', async () => {
    assert.match(await read(undefined, 'text/html', [], true), /href=\\"\/guides\\"/)
    assert.doesNotMatch(await read(undefined, 'text/html', [], false), /guides/)
  })
})

describe('the news on the front page', () => {
  function mount(frontPage: () => Promise<unknown>, title = 'Trust'): MountedService {
    const service = {
      id: 'trust',
      title,
      about: '',
      scopes: [],
      examples: [],
      counts: async () => ({}),
      frontPage,
    }
    return { base: '/trust', service, publishedAt: () => 0 } as never
  }
  const fine = mount(async () => ({ heading: 'Latest', body: html`<p>News</p>` }))

  it('of a service that fails says so and leaves the others', async () => {
    const failing = mount(async () => {
      throw new Failure('upstream_unavailable', 'The provider does not answer.')
    }, 'Market')
    const page = await read(undefined, 'text/html', [failing, fine])
    assert.match(page, /<h2>Market<\/h2><a href=\\"[^>]*>[^<]*<\/a><\/div>\\n<p>Not available right now\./)
    assert.match(page, /<h2>Latest<\/h2><\/div>\\n<p>News<\/p>/)
  })

  it('says when there were too many requests', async () => {
    const limiting = mount(() => Promise.reject(new Failure('rate_limited', 'Too many.')), 'Market')
    const page = await read(undefined, 'text/html', [limiting, fine])
    assert.match(page, /<h2>Market<\/h2><a href=\\"[^>]*>[^<]*<\/a><\/div>\\n<p>Too many requests\./)
  })

  it('of a service that does not answer is not awaited for long, and the page says why it is missing', async () => {
    const page = await read(undefined, 'text/html', [mount(() => new Promise(() => {}), 'Market'), fine])
    assert.match(
      page,
      /<h2>Market<\/h2><a href=\\"[^>]*>[^<]*<\/a><\/div>\\n<p>This section did not answer in time\./,
    )
    assert.doesNotMatch(page, /Not available/)
  })

  it('of a service that does not answer during the first sync says that the sync is the reason', async () => {
    const page = await read(firstSync, 'text/html', [mount(() => new Promise(() => {}), 'Market'), fine])
    assert.match(
      page,
      /<h2>Market<\/h2><a href=\\"[^>]*>[^<]*<\/a><\/div>\\n<p>The first sync is using most of the processor\./,
    )
  })

  it('does not hide a mistake in the program', async () => {
    const broken = mount(() => Promise.reject(new TypeError('broken')))
    await assert.rejects(read(undefined, 'text/html', [broken]), TypeError)
  })
})
