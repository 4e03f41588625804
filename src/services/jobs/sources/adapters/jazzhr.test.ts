import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { skipReason } from '../../../../../test/support/backends.ts'
import { folder, replay, summarize } from '../../../../../test/support/jobs/replay-recording.ts'
import { SandboxBoards } from '../../../../../test/support/jobs/sandbox-boards.ts'
import {
  assertValidPosting,
  singleBoardSource,
} from '../../../../../test/support/jobs/single-board-source.ts'
import { testSource } from '../../../../../test/support/sync/test-source.ts'
import { Failure, isFailure } from '../../../../core/errors.ts'
import { jazzhr } from './jazzhr.ts'

const code = (letter: string) => `job_20260424221125_${letter.repeat(16)}`

function tableRow(letter: string, title: string, place: string): string {
  const link = `<a class="job_title_link" href="/apply/jobs/details/${letter}VX1rAxJJi?&">${title}</a>`
  return `<tr id="row_${code(letter)}"><td>${link}<br><span class="resumator_department">Shop</span></td><td>
		${place}	</td></tr>`
}

function list(rows: string): string {
  return `<!DOCTYPE HTML><html><body><table id="jobs_table"><tbody><tr><th>Position</th></tr>${rows}</tbody></table>
<div id="jobs_column"><div id="row_${code('A')}"><a class="job_title_link" href="/apply/jobs/details/AVX1rAxJJi">Welder</a></div></div></body></html>`
}

function page(title: string, employment: string, node?: object): string {
  const markup =
    node === undefined ? '' : `<script type="application/ld+json">${JSON.stringify(node)}</script>`
  return `<!DOCTYPE html><html><body><script type="application/ld+json">{"@type":"Organization","name":"x"}</script>${markup}
<h1>${title}</h1><h2 id="resumator-job-employment"><strong>Type: </strong>${employment}</h2><div id="job-description"><p>Weld</p></div></body></html>`
}

const node = {
  '@type': 'JobPosting',
  title: 'Welder & Fitter',
  url: 'https://elsewhere.example/apply/1',
  description: '<p>Weld</p>',
  datePosted: '2026-08-11',
  employmentType: 'CONTRACTOR',
  hiringOrganization: { name: 'Acme Tools' },
  jobLocation: { address: { addressLocality: 'Toledo', addressRegion: 'OH' } },
  baseSalary: { currency: 'USD', value: { minValue: 20, maxValue: 25, unitText: 'HOUR' } },
  uniqueJobCode: code('A'),
}

const posting = { type: 'posting' as const, department: 'Shop' }

testSource(singleBoardSource(jazzhr, 'acme'), {
  now: '2026-11-15T08:00:00Z',
  check: assertValidPosting,
  notFound: 'nothing',
  upstream: {
    '/apply/jobs': {
      body: list(
        [
          tableRow('A', 'Welder &amp; Fitter', 'toledo, OH'),
          tableRow('B', 'Baker', 'Dayton, OH'),
          tableRow('C', 'Miller', 'Dayton, OH'),
          tableRow('D', ' ', 'Dayton, OH'),
          tableRow('E', 'Potter', 'Dayton, OH'),
          tableRow('F', 'Smith', 'Dayton, OH'),
        ].join('\n'),
      ),
    },
    '/apply/AVX1rAxJJi': { body: page('Welder', 'Contracted to Full Time', node) },
    '/apply/BVX1rAxJJi': { body: page('Baker', 'Part Time') },
    // The postings of other pages, with markup and without.
    '/apply/CVX1rAxJJi': { body: page('Miller', 'Full Time', node) },
    '/apply/EVX1rAxJJi': { body: page('Baker', 'Full Time') },
    // Its markup ends within the title.
    '/apply/FVX1rAxJJi': { body: page('Smith', 'Full Time', { ...node, title: 'Smith</script>' }) },
    '/apply/DVX1rAxJJi': { status: 410, body: 'closed' },
  },
  empty: { '/apply/jobs': { body: list('') } },
  dropped: { 'no title': 1 },
  records: [
    {
      ...posting,
      nativeId: code('A'),
      url: 'https://acme.applytojob.com/apply/AVX1rAxJJi',
      title: 'Welder & Fitter',
      company: 'Acme Tools',
      places: [{ city: 'Toledo', region: 'OH', country: 'US' }],
      employment: ['Full Time', 'Contract'],
      pay: { min: 20, max: 25, currency: 'USD', period: 'hour' },
      posted: '2026-08-11',
      body: '<p>Weld</p>',
      bodyHash: 'PUzd0HZ9WZH2Ir6xuomigW',
    },
    {
      ...posting,
      nativeId: code('B'),
      url: 'https://acme.applytojob.com/apply/BVX1rAxJJi',
      title: 'Baker',
      company: 'Acme',
      places: [{ city: 'Dayton', region: 'OH', country: 'US' }],
      employment: ['Part Time'],
      body: '<p>Weld</p>',
      bodyHash: 'PUzd0HZ9WZH2Ir6xuomigW',
    },
    ...Object.entries({ C: 'Miller', E: 'Potter', F: 'Smith' }).map(([letter, title]) => ({
      ...posting,
      nativeId: code(letter),
      url: `https://acme.applytojob.com/apply/${letter}VX1rAxJJi`,
      title,
      company: 'Acme',
      places: [{ city: 'Dayton', region: 'OH', country: 'US' }],
      employment: [],
      isPartial: true as const,
    })),
  ],
})

describe('JazzHR', () => {
  let boards: SandboxBoards
  before(async () => {
    boards = await SandboxBoards.open()
  })
  after(() => boards[Symbol.asyncDispose]())

  it('fails if its page has no table, and its site does not say that the company is unknown', async () => {
    const read = boards.read('jazzhr', 'nobody', {
      rewrite: (url, request) => {
        if (url.endsWith('/apply')) throw new Failure('upstream_unavailable', 'not now')
        return [url, request]
      },
    })
    await assert.rejects(read, (error) => isFailure(error, 'upstream_changed'))
  })
})

describe('recordings of JazzHR', { skip: skipReason('recordings', folder) }, () => {
  it('have every posting twice in the list, of which one counts', async () => {
    const result = await replay(jazzhr, 'US', 'restopros', [['list', 'jazzhr/apply_jobs.html']])
    assert.equal(result.verdict, 'details')
    assert.deepEqual(summarize(result), [
      'Business Development Manager | Summerville, SC, United States | - | -',
      'Regional Franchise Business Coach | Charlotte, NC, United States | - | -',
      'Water Mitigation Project Manager | Charlotte, NC, United States | - | -',
      'Water Mitigation Project Manager | Charleston, SC, United States | - | -',
    ])
    assert.deepEqual(
      result.postings.map(({ department }) => department),
      ['Marketing and Sales', 'Business Operations', undefined, undefined],
    )
  })

  it('have the page of a posting with an organization before it, and no country', async () => {
    const id = 'job_20260811210833_FEDCXWLPVWGG30YU'
    const title = 'Bathroom Remodeling Subcontractor Crews Wanted'
    const table = list(tableRow('A', title, 'Cherry Hill Township, NJ').replace(code('A'), id))
    const url = `https://bciacrylic.applytojob.com/apply/AVX1rAxJJi#${id}`
    const { postings, verdict } = await replay(
      jazzhr,
      'US',
      'bciacrylic',
      [['detail', 'jazzhr/detail_jsonld.html', url]],
      [['list', table]],
    )
    assert.equal(verdict, 'complete')
    assert.deepEqual(
      postings.map(({ company, employment, posted, isPartial }) => [company, employment, posted, isPartial]),
      [['Bath Concepts Independent Dealers', ['Contract'], '2026-08-11', undefined]],
    )
    assert.ok(readFileSync(join(folder ?? '', 'jazzhr/detail_jsonld.html'), 'utf8').includes(id))
  })
})
