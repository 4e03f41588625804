/** Search pages, posting pages, feeds and sitemaps over HTTP. */

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { XMLParser, XMLValidator } from 'fast-xml-parser'
import { jobsService } from '../../../src/services/jobs/index.ts'
import type { JobChange } from '../../../src/services/jobs/schema/job-change.ts'
import type { JobPosting } from '../../../src/services/jobs/schema/job-posting.ts'
import type { Store } from '../../../src/store/store.ts'
import { FakeClock } from '../../support/fake-clock.ts'
import { publishBoards, testPosting } from '../../support/jobs/publish-boards.ts'
import { openTestServer, type TestServer } from '../../support/server/test-server.ts'
import { type TestDatabase, testEngines } from '../../support/store/test-engines.ts'

const dayMs = 86_400_000
const now = Date.UTC(2026, 10, 15, 6)
const publicUrl = 'https://data.example.org'
const hostile = '</script><script>alert(1)</script> & "x" \u0007'
const place = { city: 'Berlin', region: 'BE', country: 'DE' }
const closing = testPosting('closing', { title: 'Sweep', places: [place] })
const postings = [
  testPosting('hostile', {
    title: hostile,
    department: hostile,
    places: [place],
    posted: '2026-11-14',
    body: `<h1>About</h1><p onmouseover="alert(1)">${hostile}<a href="javascript:alert(1)">us</a></p>`,
    bodyHash: 'hostile',
  }),
  ...Array.from({ length: 30 }, (_, at) =>
    testPosting(`baker ${at}`, {
      title: `Baker ${at}`,
      department: 'Bakery & Café',
      places: [place],
      workplace: 'On Site',
      posted: '2026-11-10',
      pay: { min: 30000, max: 35000, currency: 'EUR', period: 'year' },
    }),
  ),
  ...Array.from({ length: 10 }, (_, at) =>
    testPosting(`porter ${at}`, {
      title: `Porter ${at}`,
      department: `House ${at}`,
      places: at === 0 ? [place, { city: 'Oslo', country: 'NO' }] : [place],
      posted: '2026-10-10',
      ...(at === 0 ? { body: '<p>Carry.</p>', bodyHash: 'porter' } : {}),
    }),
  ),
]

for (const engine of testEngines) {
  describe(`pages of jobs on ${engine.name}`, { skip: engine.skip }, () => {
    let database: TestDatabase
    let store: Store
    let server: TestServer
    before(async () => {
      database = await engine.borrowDatabase()
      store = await database.openStore()
      await publishBoards(store, now - 3 * dayMs, [{ board: 'acme', records: [...postings, closing] }])
      for (const daysAgo of [2, 1, 0])
        await publishBoards(store, now - daysAgo * dayMs, [{ board: 'acme', records: postings }])
      server = await openTestServer({
        service: jobsService(store.readModel, publicUrl),
        store,
        clock: new FakeClock(now),
      })
    })
    after(async () => {
      await server?.[Symbol.asyncDispose]()
      await store?.[Symbol.asyncDispose]()
      await database?.[Symbol.asyncDispose]()
    })

    async function get(path: string, headers: Record<string, string> = {}) {
      const response = await fetch(`${server.origin}/job-postings${path}`, { headers })
      return {
        status: response.status,
        type: response.headers.get('content-type'),
        text: await response.text(),
      }
    }

    async function search(query: string): Promise<JobPosting[]> {
      const { text } = await get(`/v1/jobs/search?${query}`)
      return (JSON.parse(text) as { data: JobPosting[] }).data
    }

    it('a search page shows the jobs of the search, page after page', async () => {
      const ids: string[] = []
      let path: string | undefined = '/jobs?department=bakery+%26+caf%C3%A9'
      while (path !== undefined) {
        const { status, text } = await get(path)
        assert.equal(status, 200)
        assert.match(text, /30 active postings/)
        ids.push(...[...text.matchAll(/href="jobs\/(jp_[a-z2-7]+)"/g)].map(([, id]) => id ?? ''))
        const next: string | undefined = /rel="next" href="jobs([^"]+)"/.exec(text)?.[1]
        path = next && `/jobs${next.replaceAll('&amp;', '&')}`
      }
      const listed = await search('department=bakery+%26+caf%C3%A9&limit=200')
      assert.deepEqual(
        ids,
        listed.map(({ id }) => id),
      )
    })

    it('a count on a search page leads to as many jobs', async () => {
      const { text } = await get('/jobs')
      const [, query, count] =
        /href="jobs(\?department=Bakery[^"]+)">[^<]* <span class="count">(\d+)</.exec(text) ?? []
      const narrowed = await get(`/jobs${query?.replaceAll('&amp;', '&')}`)
      assert.match(narrowed.text, new RegExp(`<p class="lead">${count} active postings</p>`))
    })

    it('the pay form stays with its values and says what it compares', async () => {
      const { text } = await get('/jobs?salary_min=20000&salary_currency=GBP&salary_period=week&city=Berlin')
      const [, form = ''] = /<h2>Pay<\/h2>\n<form(.*?)<\/section>/s.exec(text) ?? []
      assert.equal(form.match(/name="salary_min"/g)?.length, 1)
      assert.match(form, /name="salary_min"[^>]* value="20000"/)
      assert.match(form, /<option selected>GBP<.*<option selected>week</s)
      assert.match(form, /name="city" value="Berlin"/)
      assert.match(form, /highest stated pay .* converted from other currencies/)
      assert.match((await get('/jobs')).text, /name="salary_min"[^>]* value=""/)
    })

    it('a search page offers its feeds beside its jobs', async () => {
      const { text } = await get('/jobs?city=Berlin')
      const [jobs = ''] = /<section aria-label="Jobs">.*?<ol class="list">/s.exec(text) ?? []
      for (const [format, name] of [
        ['rss', 'RSS'],
        ['atom', 'Atom'],
        ['json', 'JSON Feed'],
      ])
        assert.ok(jobs.includes(`<a href="feeds/${format}?city=Berlin">${name}</a>`), format)
    })

    it('the counts beside a search include the jobs that state nothing', async () => {
      const { text } = await get('/jobs')
      const shown = [...text.matchAll(/not stated<\/span> <span class="count">(\d+)</g)].map(([, count]) =>
        Number(count),
      )
      const { meta } = JSON.parse((await get('/v1/jobs/facets/workplace_type')).text) as {
        meta: { not_stated: number }
      }
      assert.equal(meta.not_stated, 11)
      assert.deepEqual(shown, [11])
    })

    it('an empty field of the form is no filter, and a search without jobs says so', async () => {
      assert.match((await get('/jobs?q=')).text, /41 active postings/)
      const { status, text } = await get('/jobs?q=%2B%2B%2B')
      assert.equal(status, 200)
      assert.match(text, /No job matches/)
    })

    it('the short address of the search takes its words along, also none', async () => {
      for (const query of ['', '?q=', '?q=senior&country=Germany']) {
        const short = await get(query)
        assert.equal(short.status, 200, short.text.slice(0, 500))
        assert.equal(short.text, (await get(`/jobs${query}`)).text)
      }
      assert.equal((await get('?colour=blue')).status, 400)
    })

    it('a search that found only similar words says so, as a page and as data', async () => {
      const warningsOf = async (q: string, path = 'search') =>
        (
          JSON.parse((await get(`/v1/jobs/${path}?q=${q}`)).text) as {
            meta: { warnings?: { code: string }[] }
          }
        ).meta.warnings
      assert.match(
        (await get('/jobs?q=bakre')).text,
        /“bakre” was also read as “baker”\. <a href="jobs\?q=bakre&amp;literal=true">/,
      )
      assert.equal((await warningsOf('bakre'))?.[0]?.code, 'similar_words')
      assert.match((await get('/jobs?q=bakre&literal=true')).text, /No job matches/)
      assert.doesNotMatch((await get('/jobs?q=baker')).text, /also read as/)
      assert.equal(await warningsOf('baker'), undefined)
      assert.equal((await warningsOf('bakre', 'facets/country'))?.[0]?.code, 'similar_words')
      assert.equal(await warningsOf('baker', 'facets/country'), undefined)
    })

    it('whatever is typed gets a result or a clear refusal', async () => {
      const search = async (q: string) => {
        const { status, text } = await get(`/v1/jobs/search?limit=1&q=${encodeURIComponent(q)}`)
        const { meta, error } = JSON.parse(text) as {
          meta?: { total: number; understood?: { excluded: string[] }; warnings?: { code: string }[] }
          error?: { code: string }
        }
        return { status, meta, error }
      }
      for (const q of [
        '-zzz',
        '"unclosed baker',
        'baker NOT',
        '-',
        '🎬 baker',
        '\u202ebaker\u202c',
        'a '.repeat(190),
      ])
        assert.equal((await search(q)).status, 200, q)
      const total = (await search('-zzz')).meta?.total
      assert.equal(total, 41)
      assert.equal((await search('🎬 baker')).meta?.total, (await search('baker')).meta?.total)
      assert.equal((await search('baker NOT')).meta?.total, (await search('baker')).meta?.total)
      assert.deepEqual((await search('baker -berlin')).meta?.understood?.excluded, ['berlin'])
      assert.equal((await search('🎬')).meta?.warnings?.[0]?.code, 'no_words')
      const refused = await search('word '.repeat(1000))
      assert.deepEqual([refused.status, refused.error?.code], [400, 'invalid_request'])
    })

    it('a search with several values and exclusions is named in words', async () => {
      const { text } = await get('/jobs?country=DE%7CFR&department=!Sales&q=a%7Cb')
      assert.match(text, /<h1>Jobs in DE or FR except Sales: a\|b<\/h1>/)
      assert.match(text, />Country: DE or FR </)
      assert.match(text, />Department: not Sales </)
    })

    it('a collection names its regions, and their links have the code', async () => {
      const { text } = await get(`/collections/${encodeURIComponent('Bakery & Café')}`)
      assert.match(text, /region=DE-BE[^"]*">[^<]*Berlin, Germany<\/a>/)
      assert.match(text, /Posted <time data-form="date" datetime="2026-11-10">10 Nov 2026<\/time>/)
      assert.match(text, /<p class="side">EUR 30,000–35,000 \/ year<\/p>/)
    })

    it('a posting has a page with its data and a public address', async () => {
      const [job] = await search('q=baker&limit=1')
      const { status, type, text } = await get(`/jobs/${job?.id}`)
      assert.equal(status, 200)
      assert.equal(type, 'text/html; charset=utf-8')
      assert.ok(text.includes(`<link rel="canonical" href="${publicUrl}/job-postings/jobs/${job?.id}">`))
      assert.match(text, /<dd>EUR 30,000–35,000 \/ year<\/dd>/)
      assert.match(text, /<dt>Last read<\/dt><dd><time datetime="[^"]+">less than a minute ago<\/time><\/dd>/)
      assert.match(text, /No description of this job is available\./)
      assert.doesNotMatch(text, /ld\+json/)
    })

    it('a posting with a text of the board has structured data', async () => {
      const [job] = await search('q=oslo')
      const { text } = await get(`/jobs/${job?.id}`)
      const data = JSON.parse(/<script type="application\/ld\+json">(.*)<\/script>/.exec(text)?.[1] ?? '')
      assert.equal(data['@type'], 'JobPosting')
      assert.equal(data.title, job?.title)
      assert.equal(data.description, '<p>Carry.</p>')
      assert.equal(data.datePosted, '2026-10-10')
    })

    it('a posting with several places is listed with the one that was searched, and its page has all', async () => {
      assert.match((await get('/jobs?q=oslo')).text, /<p>acme · Oslo, Norway and 1 more place</i)
      const [job] = await search('q=oslo')
      assert.match((await get(`/jobs/${job?.id}`)).text, /<dd>Berlin, BE, Germany; Oslo, Norway<\/dd>/)
    })

    it('a facet with more values than are shown links to a page that has all', async () => {
      const { text } = await get('/jobs?city=berlin')
      const [, path = '', count] =
        /<a href="(facets\/department\?city=berlin)">All (\d+)<\/a>/.exec(text) ?? []
      const all = (await get(`/${path}`)).text
      assert.equal(all.match(/<li><a href="\.\.\/jobs\?/g)?.length, Number(count))
      assert.match((await get('/companies')).text, /<li><a href="jobs\?company=[^"]+">acme/i)
    })

    it('the page of a closed posting says so with the status 410', async () => {
      const [closed] = await search('active=false')
      const { status, text } = await get(`/jobs/${closed?.id}`)
      assert.equal(status, 410)
      assert.match(text, /This posting closed on/)
      assert.doesNotMatch(text, /ld\+json/)
      assert.equal((await get('/jobs/jp_aaaaaaaaaaaaaaaaaaaa')).status, 404)
    })

    it('hostile text is shown as text on every page', async () => {
      const [job] = await search('posted_after=2026-11-13')
      for (const path of [
        '/jobs',
        `/jobs/${job?.id}`,
        `/jobs?department=${encodeURIComponent(hostile.slice(0, -2))}`,
      ]) {
        const { text } = await get(path)
        assert.ok(text.includes('&lt;script&gt;alert(1)'), path)
        assert.ok(!text.includes('<script>alert'), path)
      }
    })

    it('a description is part of a posting, its page and its data, and of lists on request', async () => {
      const safe = '<h3>About</h3><p>&amp; "x" us</p>'
      const path = 'posted_after=2026-11-13'
      const [plain] = await search(path)
      const [job] = await search(`${path}&include=description`)
      assert.equal(plain?.description, undefined)
      const expected = { html: safe, text: 'About\n& "x" us', version: 1, since: '2026-11-12' }
      assert.deepEqual(job?.description, expected)
      const read = JSON.parse((await get(`/v1/jobs/${job?.id}`)).text)
      assert.deepEqual(read.data, job)
      const versions = JSON.parse((await get(`/v1/descriptions/${job?.id}`)).text)
      assert.deepEqual(versions.data, [expected])
      const { text } = await get(`/jobs/${job?.id}`)
      assert.ok(text.includes(`<article class="c8 prose description">${safe}</article>`))
      const data = JSON.parse(/<script type="application\/ld\+json">(.*)<\/script>/.exec(text)?.[1] ?? '')
      assert.equal(data.description, safe)
      assert.equal((await search('q=baker&include=description&limit=1'))[0]?.description, null)
      assert.equal((await get('/v1/jobs/search?include=description&limit=51')).status, 400)
      assert.equal((await get('/v1/descriptions/jp_aaaaaaaaaaaaaaaaaaaa')).status, 404)
    })

    for (const [format, type] of [
      ['rss', 'application/rss+xml; charset=utf-8'],
      ['atom', 'application/atom+xml; charset=utf-8'],
    ] as const) {
      it(`a search is a well-formed ${format} feed with public links, whatever the reader accepts`, async () => {
        const reply = await get(`/feeds/${format}?posted_after=2026-11-01`, { accept: 'text/html' })
        assert.equal(reply.status, 200)
        assert.equal(reply.type, type)
        assert.equal(XMLValidator.validate(reply.text), true)
        const { rss, feed } = new XMLParser({ ignoreAttributes: false }).parse(reply.text)
        const items = rss?.channel.item ?? feed.entry
        const jobs = await search('posted_after=2026-11-01&limit=50')
        assert.deepEqual(
          items.map((item: { link: string & { '@_href': string } }) => item.link['@_href'] ?? item.link),
          jobs.map(({ id }) => `${publicUrl}/job-postings/jobs/${id}`),
        )
      })
    }

    it('a search is a JSON Feed, also without jobs', async () => {
      const feed = JSON.parse((await get('/feeds/json?city=Berlin&limit=3')).text)
      assert.equal(feed.version, 'https://jsonfeed.org/version/1.1')
      assert.equal(feed.title, 'Jobs in Berlin')
      assert.equal(feed.items.length, 3)
      assert.deepEqual(JSON.parse((await get('/feeds/json?city=Nowhere')).text).items, [])
      const { text } = await get('/feeds/atom?city=Nowhere')
      assert.equal(XMLValidator.validate(text), true)
      const [newest] = await search('sort=posted&limit=1')
      assert.ok(text.includes(`<updated>${newest?.changed}T00:00:00Z</updated>`), text)
      assert.equal((await get('/feeds/pdf')).status, 400)
    })

    it('changes are listed in both orders, and a cursor reads on', async () => {
      const read = async (query: string) =>
        JSON.parse((await get(`/v1/jobs/changes?${query}`)).text) as {
          data: JobChange[]
          meta: { pagination: { next_cursor: string | null } }
        }
      const all = (await read('limit=200')).data
      assert.equal(all.filter(({ type }) => type === 'opened').length, 42)
      assert.deepEqual(
        all.filter(({ type }) => type === 'closed').map(({ job }) => [job.title, job.status]),
        [['Sweep', 'closed']],
      )
      const followed: JobChange[] = []
      for (let query = 'order=oldest&limit=13'; ; ) {
        const { data, meta } = await read(query)
        followed.push(...data)
        if (meta.pagination.next_cursor === null) break
        query = `order=oldest&limit=13&cursor=${meta.pagination.next_cursor}`
      }
      assert.deepEqual(followed, all.toReversed())
      const since = await read('since=2026-11-13T00:00:00Z&order=oldest')
      assert.deepEqual(
        since.data.map(({ type }) => type),
        ['closed'],
      )
      assert.equal((await read('type=closed')).data.length, 1)
      assert.equal((await get('/v1/jobs/changes?type=lost')).status, 400)
      assert.equal((await get('/v1/jobs/changes?since=yesterday')).status, 400)
    })

    it('the sitemaps list every active posting once, by day of change', async () => {
      const service = jobsService(store.readModel, publicUrl)
      const sitemaps = (await service.sitemaps?.()) ?? []
      assert.deepEqual(
        sitemaps.map(({ lastmod }) => lastmod),
        ['2026-11-12'],
      )
      const [sitemap] = sitemaps
      const { text, type } = await get(sitemap?.url.replace('/job-postings', '') ?? '')
      assert.equal(type, 'application/xml; charset=utf-8')
      const { urlset } = new XMLParser().parse(text)
      const jobs = await search('limit=200')
      assert.deepEqual(
        urlset.url.map(({ loc }: { loc: string }) => loc).toSorted(),
        jobs.map(({ id }) => `${publicUrl}/job-postings/jobs/${id}`).toSorted(),
      )
      assert.equal((await get('/sitemaps/2026-11-12/1')).status, 404)
      assert.equal((await get('/sitemaps/2026-11-32/0')).status, 400)
    })
  })
}
