import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { parseResponses } from '../../../../../sync/publish/parse-responses.ts'
import type { BoardRecord } from '../../../schema/records.ts'
import { workday } from './workday.ts'

const member = { id: 'acme', key: 'acme.wd5/External', name: 'Acme', home: 'US' }
const nowMs = Date.UTC(2026, 10, 15)
const cap = 2000

interface Job {
  readonly title: string
  readonly externalPath: string
  readonly family: string | undefined
}

function jobs(count: number, family: (at: number) => string | undefined): Job[] {
  return Array.from({ length: count }, (_, at) => ({
    title: `Welder ${at}`,
    externalPath: `/job/Ohio---Toledo/Welder_JR${at}`,
    family: family(at),
  }))
}

/** Stops counting at the cap and starts again at the first page beyond it. Has no details. */
function tenant(all: readonly Job[]) {
  return async (url: string, { method = 'GET', body = '{}' }: { method?: string; body?: string }) => {
    const response = (status: number, value: object) => ({
      status,
      url,
      headers: {},
      body: JSON.stringify(value),
      receivedAt: nowMs,
    })
    if (method === 'GET') return response(404, {})
    const { offset, appliedFacets } = JSON.parse(body)
    const [requestedFamily] = appliedFacets.jobFamilyGroup ?? []
    const matching = all.filter(({ family }) => requestedFamily === undefined || family === requestedFamily)
    const from = offset >= cap ? 0 : offset
    const families = [...new Set(all.flatMap(({ family }) => family ?? []))]
    return response(200, {
      total: offset === 0 ? Math.min(cap, matching.length) : 0,
      jobPostings: matching.slice(from, from + 20).map(({ family: _, ...job }) => job),
      facets: [
        {
          facetParameter: 'jobFamilyGroup',
          values: families.map((id) => ({ id, descriptor: `Family ${id}` })),
        },
      ],
    })
  }
}

async function read(all: readonly Job[]): Promise<BoardRecord[]> {
  const signal = new AbortController().signal
  const http = { request: tenant(all) }
  const responses = workday.fetch({ http, member, baseUrl: workday.baseUrl, nowMs, signal })
  const parsed = await parseResponses(workday as never, responses)
  return [...workday.toRecords(parsed, { member, nowMs, drop: assert.fail })]
}

function summary(records: readonly BoardRecord[]) {
  return {
    postings: records.filter(({ type }) => type === 'posting').length,
    reason: records.find((record) => record.type === 'note')?.reason,
  }
}

describe('a Workday board with more than 2,000 postings', () => {
  it('is complete when read by family', async () => {
    const records = await read(jobs(2_450, (at) => (at % 3 === 0 ? 'a' : 'b')))
    assert.deepEqual(summary(records), {
      postings: 2_450,
      reason: 'the details of 2450 postings could not be read',
    })
    const departments = new Set(
      records.flatMap((record) => (record.type === 'posting' ? record.department : [])),
    )
    assert.deepEqual([...departments].sort(), ['Family a', 'Family b'])
  })

  it('is incomplete if a family is capped as well', async () => {
    const { postings, reason } = summary(await read(jobs(2_450, (at) => (at < 100 ? 'a' : 'b'))))
    assert.ok(postings >= cap)
    assert.match(reason ?? '', /a part of the board has more than/)
  })

  it('is incomplete if a posting has no family', async () => {
    const { reason } = summary(await read(jobs(2_100, (at) => (at === 7 ? undefined : at % 2 ? 'a' : 'b'))))
    assert.match(reason ?? '', /parts do not cover them/)
  })

  it('is incomplete without families', async () => {
    const { postings, reason } = summary(await read(jobs(2_100, () => undefined)))
    assert.equal(postings, cap)
    assert.match(reason ?? '', /more than 2000 rows/)
  })

  it('is incomplete and bounded if its pages never end', async () => {
    let requests = 0
    const signal = new AbortController().signal
    const http = {
      async request(url: string, { method = 'GET', body = '{}' }: { method?: string; body?: string }) {
        requests += 1
        const { offset } = JSON.parse(body)
        const rows = Array.from({ length: 20 }, (_, at) => ({
          title: 'Welder',
          externalPath: `/job/Ohio---Toledo/Welder_JR${offset + at}`,
        }))
        const value = { total: offset === 0 ? 20_000_000 : 0, jobPostings: rows, facets: [] }
        const status = method === 'GET' ? 404 : 200
        return { status, url, headers: {}, body: JSON.stringify(value), receivedAt: nowMs }
      },
    }
    const responses = workday.fetch({ http, member, baseUrl: workday.baseUrl, nowMs, signal })
    const parsed = await parseResponses(workday as never, responses)
    const records = [...workday.toRecords(parsed, { member, nowMs, drop: assert.fail })]
    assert.deepEqual(summary(records), { postings: 40_000, reason: 'received 40000 of 20000000 rows' })
    assert.ok(requests <= 6000, `${requests} requests`)
  })
})
