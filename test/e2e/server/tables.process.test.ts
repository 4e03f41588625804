/** Every list of the API as a table for people, on a server that has collected everything. */

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import {
  firstSyncTimeoutMs,
  type ServerProcess,
  startSyncedServerProcess,
} from '../../support/server/server-process.ts'

/** What a list asks for before it has rows. */
const questions: Readonly<Record<string, RegExp>> = {
  '/tables/market/searchSymbols': /Specify/,
  '/tables/market/searchGlobalScreener': /too large/,
}

describe('tables', () => {
  let served: ServerProcess
  before(
    async () => {
      served = await startSyncedServerProcess([], { LIMIT_ANONYMOUS_PER_SECOND: '1000' })
    },
    { timeout: firstSyncTimeoutMs + 60_000 },
  )
  after(() => served?.[Symbol.dispose]())

  async function read(path: string, redirect: 'follow' | 'manual' = 'follow') {
    const response = await fetch(served.origin + path, { redirect, headers: { accept: 'text/html' } })
    return { response, page: await response.text() }
  }

  it('show every list that anybody may read, or ask for what it needs', async () => {
    const documented: string[] = []
    for (const service of ['cinema', 'market', 'data', 'notices']) {
      const document = await fetch(`${served.origin}/${service}/v1/openapi.json`)
      const { paths } = (await document.json()) as {
        paths: Record<string, { get?: { operationId: string; security?: object[]; responses: object } }>
      }
      for (const { get } of Object.values(paths)) {
        const isOpen = get?.security?.some((one) => Object.keys(one).length === 0)
        const isDump = get?.operationId === 'listExports'
        if (get && isOpen && !isDump && JSON.stringify(get.responses).includes('text/csv'))
          documented.push(`/tables/${service}/${get.operationId}`)
      }
    }
    const { page: index } = await read('/tables')
    const listed = Array.from(index.matchAll(/<h3><a href="(\/tables\/[^"]+)"/g), ([, path = '']) => path)
    assert.deepEqual(listed.toSorted(), documented.toSorted())
    for (const path of listed) {
      const { response, page } = await read(path)
      assert.equal(response.status, 200, path)
      assert.match(page, questions[path] ?? /<tbody>|\(required\)|No row matches/, path)
      assert.ok(page.length < 200_000, `${path} has ${page.length} characters`)
    }
  })

  it('are filtered, ordered and narrowed to columns by their address', async () => {
    const { page } = await read(
      '/tables/data/listTrustCompanies?has=documents&fields=id,name&sort=name&limit=5',
    )
    const heads = Array.from(page.matchAll(/<th scope="col"[^>]*>(?:<a [^>]*>)?([^<]+)/g), ([, name]) => name)
    assert.deepEqual(heads, ['id', 'name'])
    assert.match(page, /aria-sort="ascending"><a href="[^"]*sort=name/)
    assert.equal(page.match(/<th scope="row"><a href="\/data\/trust\/companies\//g)?.length, 5)
    const answer = await fetch(`${served.origin}/data/v1/companies?has=documents&sort=name&limit=5`)
    const { data } = (await answer.json()) as { data: { name: string }[] }
    for (const { name } of data) assert.ok(page.includes(`<td>${name}</td>`), name)
    assert.match(page, /rel="next" href="[^"]*offset=5"/)
  })

  it('go on to the next page, and their files have every row', async () => {
    const { page } = await read('/tables/notices/listNotices?category=planning&limit=2')
    const next = /rel="next" href="([^"]+)"/.exec(page)?.[1]?.replaceAll('&amp;', '&')
    assert.ok(next)
    const second = await read(next)
    assert.equal(second.response.status, 200)
    assert.notEqual(
      /<th scope="row">.*?<\/th>/.exec(second.page)?.[0],
      /<th scope="row">.*?<\/th>/.exec(page)?.[0],
    )
    const file = /href="([^"]+\.csv[^"]*)" download/.exec(page)?.[1]
    assert.equal(file, '/notices/v1/notices.csv?category=planning')
    const csv = await (await fetch(served.origin + file)).text()
    const answer = await fetch(`${served.origin}/notices/v1/notices.ndjson?category=planning`)
    const rows = (await answer.text()).trim().split('\n')
    assert.ok(rows.length > 2)
    for (const row of rows) assert.ok(csv.includes((JSON.parse(row) as { id: string }).id))
  })

  it('of lists that are not stored have the rows of the page as a file', async () => {
    const { page } = await read('/tables/market/getQuotes?symbols=NASDAQ:AAPL')
    const file = /href="([^"]+rows\.csv[^"]*)" download/.exec(page)?.[1]?.replaceAll('&amp;', '&')
    assert.ok(file)
    const response = await fetch(served.origin + file)
    assert.match(response.headers.get('content-disposition') ?? '', /quotes\.csv/)
    assert.match(await response.text(), /NASDAQ:AAPL/)
  })

  it('keep an address short, and say what is wrong with it beside the form', async () => {
    const { response } = await read(
      '/tables/notices/listNotices?town=&category=roads&fields=id&fields=town',
      'manual',
    )
    assert.equal(response.status, 302)
    assert.equal(
      response.headers.get('location'),
      '/tables/notices/listNotices?category=roads&fields=id%2Ctown',
    )
    const wrong = await read('/tables/notices/listNotices?category=nothing')
    assert.equal(wrong.response.status, 400)
    assert.match(wrong.page, /role="alert">[^<]*"?category/)
    assert.match(wrong.page, /<select name="category">/)
    assert.equal((await read('/tables/notices/nothing')).response.status, 404)
    assert.equal((await read('/tables/notices')).response.url, `${served.origin}/tables`)
    assert.equal((await read('/tables/nothing')).response.status, 404)
  })

  it('are linked from the pages of their lists, with the filters', async () => {
    for (const [path, table] of [
      ['/notices/notices?category=roads', '/tables/notices/listNotices?category=roads'],
      ['/cinema/movies', '/tables/cinema/searchMovies'],
      ['/data/job-postings/jobs?q=engineer', '/tables/data/searchJobs?'],
      ['/data/trust/vendors', '/tables/data/listVendors'],
      ['/market/symbols/NASDAQ:AAPL', '/tables/market/getQuotes?symbols=NASDAQ%3AAAPL'],
    ] as const) {
      const { page } = await read(path)
      assert.ok(page.includes(`href="${table}`), path)
    }
  })
})
