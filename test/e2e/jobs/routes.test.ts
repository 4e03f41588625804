/** The routes of the jobs service over HTTP, with valid and invalid requests. */

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { jobsService } from '../../../src/services/jobs/index.ts'
import type { Posting } from '../../../src/services/jobs/schema/records.ts'
import type { Store } from '../../../src/store/store.ts'
import { FakeClock } from '../../support/fake-clock.ts'
import { publishBoards, testPosting } from '../../support/jobs/publish-boards.ts'
import { openTestServer, type TestServer } from '../../support/server/test-server.ts'
import { type TestDatabase, testEngines } from '../../support/store/test-engines.ts'

const now = Date.UTC(2026, 10, 15, 6)
const search = '/job-postings/v1/jobs/search'
const facets = '/job-postings/v1/jobs/facets'
const collections = '/job-postings/collections'

interface Meta {
  readonly warnings?: readonly { readonly message: string }[]
  readonly near?: { readonly place?: string; readonly alternatives?: readonly string[] }
}

const script = 'Baker <script>alert(1)</script> &lt;b&gt; "x" \u2028'
const some: readonly Posting[] = [
  testPosting('1', {
    title: 'Senior Data Engineer',
    department: 'Engineering',
    places: [
      { city: 'Berlin', region: 'BE', country: 'DE' },
      { city: 'São Paulo', region: 'SP', country: 'BR' },
    ],
    workplace: 'Remote',
    employment: ['Full Time', 'Part Time'],
    pay: { min: 90000, max: 120000, currency: 'EUR', period: 'year' },
    posted: '2026-11-10',
  }),
  testPosting('2', {
    title: 'Data Entry Clerk',
    department: 'ＥＮＧＩＮＥＥＲＩＮＧ',
    places: [{ city: 'Berlin', region: 'BE', country: 'DE' }],
    employment: ['Full Time'],
    posted: '2026-11-11',
  }),
  testPosting('3', {
    title: script,
    department: script,
    places: [{ country: 'US' }],
    workplace: 'On Site',
    posted: '2026-11-12',
  }),
]

for (const engine of testEngines) {
  describe(`jobs over HTTP on ${engine.name}`, { skip: engine.skip }, () => {
    let place: TestDatabase
    let store: Store
    let server: TestServer
    let origin: string
    before(async () => {
      place = await engine.borrowDatabase()
      store = await place.openStore()
      await publishBoards(store, now, [{ board: 'acme', records: some }])
      const clock = new FakeClock(now)
      server = await openTestServer({
        service: jobsService(store.readModel, 'https://data.example.org'),
        store,
        clock,
      })
      origin = server.origin
    })
    after(async () => {
      await server?.[Symbol.asyncDispose]()
      await store?.[Symbol.asyncDispose]()
      await place?.[Symbol.asyncDispose]()
    })

    async function titles(query: string): Promise<string[]> {
      const response = await fetch(`${origin}${search}?${query}`)
      assert.equal(response.status, 200, query)
      const { data } = (await response.json()) as { data: { title: string }[] }
      return data.map(({ title }) => title.split(' ')[0] ?? '')
    }

    it('names the currency and the date of the rates at which pay was compared', async () => {
      const metaOf = async (path: string) =>
        ((await (await fetch(`${origin}${path}`)).json()) as { meta: { pay?: object } }).meta.pay
      const euros = { currency: 'EUR', period: 'year', rates_on: '2024-12-31' }
      assert.deepEqual(await metaOf(`${search}?salary_min=100000&salary_currency=eur`), euros)
      assert.deepEqual(await metaOf(`${facets}?field=city&salary_min=1&salary_currency=EUR`), euros)
      assert.deepEqual(await metaOf(`${search}?sort=salary`), { ...euros, currency: 'USD' })
      assert.equal(await metaOf(search), undefined)
      assert.deepEqual(await titles('sort=salary&limit=1'), ['Senior'])
      const response = await fetch(`${origin}${search}?salary_min=1&salary_currency=XTS`)
      assert.equal(response.status, 400)
    })

    it('says how far a job is from a place', async () => {
      const response = await fetch(`${origin}${search}?near=52.4,13.06&sort=distance&limit=1`)
      const { data } = (await response.json()) as { data: { distance_miles: number }[] }
      const [{ distance_miles: miles } = { distance_miles: 0 }] = data
      assert.ok(miles > 10 && miles < 25, String(miles))
      const refused = await fetch(`${origin}${search}?sort=distance`)
      assert.equal(refused.status, 400)
      assert.match(await refused.text(), /can be distance only with/)
    })

    for (const [query, expected] of [
      ['', ['Baker', 'Data', 'Senior']],
      ['department=%20engineering', ['Data', 'Senior']],
      ['department=Nothing%20such', []],
      ['department=%25', []],
      ["department=x'%20or%201=1--", []],
      ['city=sao%20paulo', ['Senior']],
      ['city=BERLIN&country=Brazil', []],
      ['city=BERLIN&country=DE', ['Data', 'Senior']],
      ['city=berlin,%20Germany', ['Data', 'Senior']],
      ['city=berlin,%20Germany&country=Brazil', []],
      ['city=berlin&region=be', ['Data', 'Senior']],
      ['city=berlin&region=sp', []],
      ['region=br-sp&country=Brazil', ['Senior']],
      ['region=US-SP', []],
      ['country=DEU', ['Data', 'Senior']],
      ['region=sp', ['Senior']],
      ['workplace_type=on_site', ['Baker']],
      ['workplace_type=Remote%7Con_site', ['Baker', 'Senior']],
      ['workplace_type=!remote', ['Baker', 'Data']],
      ['country=US%7CBR', ['Baker', 'Senior']],
      ['country=!DE', ['Baker']],
      ['country=US%7CDE%7C!Brazil', ['Baker', 'Data']],
      ['city=Berlin%7CS%C3%A3o%20Paulo&country=BR', ['Senior']],
      ['department=!nothing%20such', ['Baker', 'Data', 'Senior']],
      ['employment_type=Part%20Time%7CContract', ['Senior']],
      ['employment_type=!Part%20Time', ['Baker', 'Data']],
      ['job_function=data', ['Senior']],
      ['seniority=senior%7Clead', ['Senior']],
      ['active=false&closed_since=2026-01-01', []],
      ['near=Potsdam,%20Germany', ['Data', 'Senior']],
      ['near=Potsdam,%20Germany&radius_miles=5', []],
      ['near=52.52,13.4&radius_miles=5&employment_type=Part%20Time', ['Senior']],
      ['near=sao%20paulo', ['Senior']],
      ['near=52.520000000000003,13.400000000000000355', ['Data', 'Senior']],
      ['near=10115,%20Germany', ['Data', 'Senior']],
      ['near=0,0&radius_miles=1000', []],
      ['employment_type=Full%20Time', ['Data', 'Senior']],
      ['employment_type=Full%20Time,%20Part%20Time', ['Senior']],
      ['salary_min=100000&salary_currency=eur', ['Senior']],
      ['salary_min=120000', ['Senior']],
      ['salary_min=130000', []],
      ['posted_after=2026-11-10&posted_before=2026-11-12', ['Data']],
      ['first_seen_after=2026-11-15', []],
      ['q=data', ['Senior', 'Data']],
      ['q=%22data%20engineer%22', ['Senior']],
      ['q=eng*%20berlin', ['Senior', 'Data']],
      ['q=%2B%2B%20*%20%22%22%20-', []],
      ['ats=greenhouse&company=ACME&limit=1', ['Baker']],
      ['sort=first_seen', undefined],
      ['active=false', []],
    ] as const) {
      it(`finds jobs with ?${query}`, async () => {
        const found = await titles(query)
        if (expected !== undefined)
          assert.deepEqual(
            query.startsWith('q=') ? found.toSorted() : found,
            query.startsWith('q=') ? expected.toSorted() : expected,
          )
      })
    }

    for (const [path, parameter] of [
      [`${search}?limit=0`, 'limit'],
      [`${search}?limit=100000`, 'limit'],
      [`${search}?limit=abc`, 'limit'],
      [`${search}?active=maybe`, 'active'],
      [`${search}?department=${'x'.repeat(3000)}`, 'department'],
      [`${search}?department=${'%25'.repeat(300)}`, 'department'],
      [`${search}?q=${'x'.repeat(500)}`, 'q'],
      [`${search}?employment_type=Sometimes`, 'employment_type'],
      [`${search}?posted_after=yesterday`, 'posted_after'],
      [`${search}?salary_min=-1`, 'salary_min'],
      [`${search}?sort=best`, 'sort'],
      [`${search}?sort=relevance`, 'sort'],
      [`${search}?posted_after=2026-11-20&posted_before=2026-11-01`, 'posted_before'],
      [`${search}?fields=id,secret`, 'fields'],
      [`${search}?fields=,`, 'fields'],
      [`${search}?near=Nowhere%20such`, 'near'],
      [`${search}?near=91,0`, 'near'],
      [`${search}?radius_miles=10`, 'radius_miles'],
      [`${search}?near=Berlin&radius_miles=-1`, 'radius_miles'],
      [`/job-postings/jobs?radius_miles=10`, 'radius_miles'],
      [`${search}?department=%7C`, 'department'],
      [`${search}?country=${'US%7C'.repeat(20)}DE`, 'country'],
      [`${search}?closed_since=2026-01-01`, 'closed_since'],
      [`${search}?workplace_type=Remote%7CMoon`, 'workplace_type'],
      [`${facets}?field=city&closed_since=2026-01-01`, 'closed_since'],
      [`/job-postings/feeds/rss?closed_since=2026-01-01`, 'closed_since'],
      [`${search}?include=everything`, 'include'],
      [`${search}?include=description&limit=51`, 'limit'],
      [`${facets}?field=foo`, 'field'],
      [`${facets}`, 'field'],
      [`${facets}?field=city&limit=0`, 'limit'],
      [`${facets}?field=city&limit=100000`, 'limit'],
      [`${facets}?field=city&active=maybe`, 'active'],
      [`${facets}/foo`, 'by'],
    ] as const) {
      it(`rejects ${path.slice(0, 80)} and names ${parameter}`, async () => {
        const response = await fetch(origin + path)
        assert.equal(response.status, 400)
        const { error } = (await response.json()) as { error: { details: { parameter: string } } }
        assert.equal(error.details.parameter, parameter)
      })
    }

    for (const [query, message] of [
      [
        'workplace_type=home',
        'The parameter "workplace_type" must be one of On Site, Remote, Hybrid; for example Remote|Hybrid.',
      ],
      [
        'fields=title,compny',
        'The parameter "fields" has the unknown field "compny". Did you mean "company"?',
      ],
      ['fields=,', 'The parameter "fields" must name at least one field.'],
      ['near=91,0', 'The latitude in "near" is 91; it must be between -90 and 90.'],
      ['near=Munihc', 'Unknown place "Munihc". Did you mean "Munich, Bavaria, Germany"?'],
      ['near=Germany', 'Unknown place "Germany". It is a region or a country; name a city in it.'],
    ] as const) {
      it(`says what is wrong with ${query}`, async () => {
        const response = await fetch(`${origin}${search}?${query}`)
        const { error } = (await response.json()) as { error: { message: string } }
        assert.equal(error.message, message)
      })
    }

    async function metaOf(path: string): Promise<Meta> {
      return ((await (await fetch(origin + path)).json()) as { meta: Meta }).meta
    }

    for (const [query, warnings] of [
      [
        'department=Enginering',
        ['The value "Enginering" of "department" is not known. Did you mean "Engineering"?'],
      ],
      ['city=Berln', ['The value "Berln" of "city" is not known. Did you mean "Berlin"?']],
      ['company=Acmee&country=DE', ['The value "Acmee" of "company" is not known. Did you mean "Acme"?']],
      ['country=Germny', ['The value "Germny" of "country" is not known. Did you mean "Germany"?']],
      [
        'job_function=Enginering',
        ['The value "Enginering" of "job_function" is not known. Did you mean "Engineering"?'],
      ],
      [
        'seniority=Boss',
        [
          'The value "Boss" of "seniority" is not known. Known values: Intern, Junior, Mid, Senior, Lead, Manager, Director, Executive.',
        ],
      ],
      ['city=Berlin&seniority=Senior&department=engineering&q=nothing', undefined],
      ['department=!nothing%20such&city=Berlin', undefined],
      [
        'near=Hamburg',
        [
          'No job is within 25 miles of Hamburg, Germany. There are 2 within 1,000 miles; use a larger radius_miles.',
        ],
      ],
      ['near=0,0&radius_miles=1000', ['No job is within 1000 miles of this point. Use another place.']],
      ['near=Berlin&workplace_type=on_site', undefined],
    ] as const) {
      it(`explains with ?${query} why nothing is found`, async () => {
        for (const path of [search, `${facets}/ats`]) {
          const { warnings: found } = await metaOf(`${path}?${query}`)
          assert.deepEqual(
            found?.map(({ message }) => message),
            warnings,
          )
        }
      })
    }

    it('says which place was chosen and what else it could be', async () => {
      const { near } = await metaOf(`${search}?near=Portland`)
      assert.equal(near?.place, 'Portland, Oregon, United States')
      assert.ok(near.alternatives?.includes('Portland, Maine, United States'))
      const feed = await fetch(`${origin}/job-postings/feeds/json?near=Berlin`)
      assert.match(((await feed.json()) as { feed_url: string }).feed_url, /\?near=Berlin$/)
    })

    it('returns only the fields that are asked for, also as CSV', async () => {
      const response = await fetch(`${origin}${search}?fields=title,posted&department=engineering`)
      const { data } = (await response.json()) as { data: unknown[] }
      assert.deepEqual(data, [
        { title: 'Data Entry Clerk', posted: '2026-11-11' },
        { title: 'Senior Data Engineer', posted: '2026-11-10' },
      ])
      const csv = await fetch(`${origin}${search}?fields=title,posted&department=engineering`, {
        headers: { accept: 'text/csv' },
      })
      assert.equal((await csv.text()).split('\r\n')[0], 'title,posted')
    })

    it('adds the description if the fields name it', async () => {
      const response = await fetch(`${origin}${search}?fields=id,description&limit=1`)
      const { data } = (await response.json()) as { data: Readonly<Record<string, unknown>>[] }
      assert.deepEqual(data.map(Object.keys), [['id', 'description']])
      const long = await fetch(`${origin}${search}?fields=description&limit=51`)
      assert.equal(long.status, 400)
    })

    it('counts jobs without a value', async () => {
      for (const query of ['', '&country=DE', '&q=data']) {
        const response = await fetch(`${origin}${facets}?field=workplace_type${query}`)
        const { data, meta } = (await response.json()) as {
          data: { count: number }[]
          meta: { total: number; not_stated: number }
        }
        const sum = data.reduce((all, { count }) => all + count, meta.not_stated)
        assert.equal(sum, meta.total, query)
        assert.equal(meta.not_stated, 1, query)
      }
    })

    it('rejects a department of ten kilobytes', async () => {
      const response = await fetch(`${origin}${search}?department=${'x'.repeat(10_240)}`)
      assert.equal(response.status, 414)
      assert.equal(((await response.json()) as { error: { code: string } }).error.code, 'uri_too_long')
    })

    for (const q of ['AND OR NOT', '"', '""', '*', '(((', 'NEAR(', '-', '^:', 'title:', "';--"]) {
      it(`accepts q=${q}`, async () => {
        const found = await titles(`q=${encodeURIComponent(q)}`)
        assert.deepEqual(found, [])
        const counted = await fetch(`${origin}${facets}?field=city&q=${encodeURIComponent(q)}`)
        assert.equal(counted.status, 200)
      })
    }

    it('rejects a cursor of another search', async () => {
      const first = (await (await fetch(`${origin}${search}?limit=1`)).json()) as {
        meta: { pagination: { next_cursor: string } }
      }
      const cursor = first.meta.pagination.next_cursor
      assert.equal((await fetch(`${origin}${search}?limit=1&cursor=${cursor}`)).status, 200)
      assert.equal((await fetch(`${origin}${search}?limit=1&country=US&cursor=${cursor}`)).status, 400)
    })

    it('takes a cursor also if the request now spells out the default order', async () => {
      for (const [query, sort] of [
        ['q=data', 'relevance'],
        ['country=DE', 'posted'],
      ] as const) {
        const url = `${origin}${search}?limit=1&${query}`
        const first = (await (await fetch(url)).json()) as { meta: { pagination: { next_cursor: string } } }
        const next = `&cursor=${first.meta.pagination.next_cursor}`
        const pages = await Promise.all([url + next, `${url}&sort=${sort}${next}`].map((page) => fetch(page)))
        assert.deepEqual(
          pages.map(({ status }) => status),
          [200, 200],
        )
        const [implied, explicit] = await Promise.all(
          pages.map(async (page) => ((await page.json()) as { data: unknown }).data),
        )
        assert.deepEqual(explicit, implied)
        assert.equal((await fetch(`${url}&sort=changed${next}`)).status, 400)
      }
    })

    it('counts with total, share and left_out', async () => {
      const response = (await (await fetch(`${origin}${facets}?field=city&limit=1`)).json()) as {
        data: unknown
        meta: Record<string, unknown>
      }
      assert.deepEqual(response.data, [{ value: 'Berlin, Germany', country_code: 'DE', count: 2, share: 67 }])
      assert.deepEqual([response.meta.total, response.meta.values, response.meta.left_out], [3, 2, 1])
      const by = (await (await fetch(`${origin}${facets}/department?city=berlin`)).json()) as {
        data: unknown
      }
      assert.deepEqual(by.data, [{ value: 'Engineering', count: 2, share: 100 }])
    })

    it('returns a closed job by its id', async () => {
      const found = (await (await fetch(`${origin}${search}?q=clerk`)).json()) as { data: { id: string }[] }
      const response = await fetch(`${origin}/job-postings/v1/jobs/${found.data[0]?.id}`)
      assert.equal(((await response.json()) as { data: { title: string } }).data.title, 'Data Entry Clerk')
      assert.equal((await fetch(`${origin}/job-postings/v1/jobs/jp_none`)).status, 404)
    })

    it('escapes the text of jobs on pages, in every format', async () => {
      const address = `${origin}${collections}/${encodeURIComponent(script.trim())}`
      const page = await (await fetch(address, { headers: { accept: 'text/html' } })).text()
      assert.match(page, /Baker &lt;script&gt;alert\(1\)&lt;\/script&gt; &amp;lt;b&amp;gt;/)
      const ownScripts =
        /<script type="application\/ld\+json">.*?<\/script>|<script type="module" src="\/assets\/[\w./-]+" blocking="render"><\/script>/gs
      assert.doesNotMatch(page.replaceAll(ownScripts, ''), /<script/)
      const markdown = await (await fetch(`${address}?format=markdown`)).text()
      assert.match(markdown, /^# Baker &lt;script&gt;/)
      const json = (await (await fetch(address, { headers: { accept: 'application/json' } })).json()) as {
        data: { jobs: { title: string }[] }
      }
      assert.equal(json.data.jobs[0]?.title, script)
    })

    it('renders a page once per publication, and says so in cache-status', async () => {
      const address = `${origin}${collections}/engineering`
      const first = await fetch(address)
      const second = await fetch(address)
      assert.equal(first.headers.get('content-type'), 'text/html; charset=utf-8')
      assert.match(first.headers.get('cache-status') ?? '', /fwd=miss/)
      assert.match(second.headers.get('cache-status') ?? '', /hit/)
      assert.equal(await second.text(), await first.text())
      for (const spelling of ['ENGINEERING', '%45ngineering', '%20engineering%20', 'ｅngineering']) {
        const same = await fetch(`${origin}${collections}/${encodeURI(decodeURI(spelling))}`)
        assert.match(same.headers.get('cache-status') ?? '', /hit/, spelling)
      }
      const etag = second.headers.get('etag') ?? ''
      assert.equal((await fetch(address, { headers: { 'if-none-match': etag } })).status, 304)
      const markdown = await fetch(`${address}?format=markdown`)
      assert.notEqual(markdown.headers.get('etag'), etag)
      await publishBoards(store, now + 1000, [
        { board: 'more', records: [testPosting('9', { title: 'New', department: 'Engineering' })] },
      ])
      assert.match(await (await fetch(address)).text(), /3 active postings/)
    })

    it('gives every format of a page a weak etag, and accepts it in both forms', async () => {
      for (const format of ['json', 'html', 'markdown']) {
        for (const path of [collections, `${collections}/engineering`]) {
          const address = `${origin}${path}?format=${format}`
          const etag = (await fetch(address)).headers.get('etag') ?? ''
          assert.match(etag, /^W\/"[\w-]{22}"$/, address)
          for (const etagForm of [etag, etag.slice(2), `"other", ${etag}`]) {
            const response = await fetch(address, { headers: { 'if-none-match': etagForm } })
            assert.equal(response.status, 304, `${address} ${etagForm}`)
          }
        }
      }
    })

    it('returns facet counts equal to search totals, also if no job has a value', async () => {
      for (const filter of ['country=US', 'country=US&workplace_type=on_site']) {
        const found = (await (await fetch(`${origin}${search}?${filter}`)).json()) as {
          meta: { total: number }
        }
        const counted = (await (await fetch(`${origin}${facets}?field=city&${filter}`)).json()) as {
          data: unknown[]
          meta: { total: number; values: number; left_out: number }
        }
        assert.equal(found.meta.total, 1)
        assert.deepEqual(
          [counted.data, counted.meta.total, counted.meta.values, counted.meta.left_out],
          [[], 1, 0, 0],
        )
      }
    })

    it('returns 404 for a department without jobs', async () => {
      assert.equal((await fetch(`${origin}${collections}/Nothing`)).status, 404)
      const index = await (await fetch(`${origin}${collections}`)).text()
      assert.match(index, /href="collections\/Engineering"/)
    })
  })
}
