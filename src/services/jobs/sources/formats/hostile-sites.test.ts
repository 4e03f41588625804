/** Career sites with JobPosting markup that harm themselves: what they serve wrongly costs nothing else. */

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  assertValidPosting,
  singleBoardSource,
} from '../../../../../test/support/jobs/single-board-source.ts'
import { replaySource, type UpstreamReply } from '../../../../../test/support/sync/test-source.ts'
import type { Posting } from '../../schema/records.ts'
import { jobposting } from './jobposting.ts'

const key = 'jobs.acme.example'
const site = `https://${key}`
const source = singleBoardSource(jobposting, key)

const node = {
  '@context': 'https://schema.org',
  '@type': 'JobPosting',
  title: 'Welder',
  description: 'Weld.',
  datePosted: '2026-10-01',
  hiringOrganization: { '@type': 'Organization', name: 'Acme' },
  jobLocation: { '@type': 'Place', address: { addressLocality: 'Lyon', addressCountry: 'FR' } },
}

function page(overrides: object = {}, padding = ''): UpstreamReply {
  const script = `<script type="application/ld+json">${JSON.stringify({ ...node, ...overrides })}</script>`
  return { headers: { 'content-type': 'text/html' }, body: `<!doctype html>${script}${padding}` }
}

function sitemap(urls: readonly string[]): UpstreamReply {
  const locations = urls.map((url) => `<url><loc>${url}</loc></url>`).join('')
  return { headers: { 'content-type': 'application/xml' }, body: `<urlset>${locations}</urlset>` }
}

async function read(replies: Readonly<Record<string, () => UpstreamReply>>) {
  const requested: string[] = []
  const { records } = await replaySource(source, { now: '2026-11-15T08:00:00Z' }, ({ host, path }) => {
    requested.push(host + path)
    return replies[path]?.()
  })
  const postings = records as readonly Posting[]
  for (const posting of postings) assertValidPosting(posting)
  return { postings, requested }
}

describe('a career site', () => {
  it('with a page of 50 MB and one nested 100,000 times has its other postings', async () => {
    const urls = ['one', 'huge', 'nested', 'two'].map((name) => `${site}/jobs/${name}`)
    const { postings } = await read({
      '/sitemap.xml': () => sitemap(urls),
      '/jobs/one': () => page(),
      '/jobs/huge': () => page({}, 'x'.repeat(50_000_000)),
      '/jobs/nested': () => ({
        body: `<script type="application/ld+json">${'['.repeat(100_000)}${']'.repeat(100_000)}</script>`,
      }),
      '/jobs/two': () => page({ title: 'Fitter' }),
    })
    const titles = postings.map(({ url, title }) => `${new URL(url).pathname} ${title}`)
    assert.deepEqual(titles.filter((title) => !title.includes('huge')).sort(), [
      '/jobs/one Welder',
      '/jobs/two Fitter',
    ])
  })

  it('says who hires, and a posting is never at the address of another site', async () => {
    const { postings, requested } = await read({
      '/sitemap.xml': () => sitemap([`${site}/jobs/1`, 'https://other.example/jobs/2']),
      '/jobs/1': () =>
        page({ url: 'https://other.example/jobs/9', hiringOrganization: { name: 'Another Company' } }),
      '/jobs/2': () => page({ title: 'Of another site' }),
    })
    assert.deepEqual(
      postings.map(({ url, company, title }) => [url, company, title]),
      [[`${site}/jobs/1`, 'Another Company', 'Welder']],
    )
    assert.ok(
      requested.every((request) => request.startsWith(`${key}/`)),
      requested.join(),
    )
  })
})
