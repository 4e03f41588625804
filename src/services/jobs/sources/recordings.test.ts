/** Answers that boards once gave, read again: what is peculiar about each of them. */

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { assertValidPosting } from '../../../../test/support/jobs/single-board-source.ts'
import { recordingsDir } from '../../../../test/support/recordings.ts'
import { parseResponses } from '../../../sync/publish/parse-responses.ts'
import type { SourceAdapter } from '../../../sync/source.ts'
import { formatPlace } from '../normalise/places.ts'
import type { BoardRecord, Posting } from '../schema/records.ts'
import { ashby } from './ashby.ts'
import { greenhouse } from './greenhouse.ts'
import { jobposting } from './jobposting.ts'
import { lever } from './lever.ts'
import type { Board } from './members/boards.ts'
import { personio } from './personio.ts'
import { recruitee } from './recruitee.ts'
import { rippling } from './rippling.ts'
import { smartrecruiters } from './smartrecruiters.ts'
import { teamtailor } from './teamtailor.ts'
import { workable } from './workable.ts'
import { workday } from './workday.ts'

const folder = recordingsDir('jobs')
const nowMs = Date.parse('2026-11-15T08:00:00Z')

interface Told {
  readonly postings: readonly Posting[]
  readonly verdict: string
}

async function replay(
  source: SourceAdapter<Board, BoardRecord>,
  home: string,
  key: string,
  files: readonly (readonly [kind: string, file: string, url?: string])[],
  before: readonly (readonly [kind: string, body: string])[] = [],
): Promise<Told> {
  const answers = [
    ...before.map(([kind, body]) => ({ kind, url: 'https://board.example/', fetchedAt: nowMs, body })),
    ...files.map(([kind, file, url = 'https://board.example/']) => ({
      kind,
      url,
      fetchedAt: nowMs,
      body: readFileSync(join(folder ?? '', file), 'utf8'),
    })),
  ]
  const member = { id: 'acme', key, name: 'Registry Name', home }
  const parsed = await parseResponses(source as never, asynchronous(answers))
  const records = [...source.toRecords(parsed, { member, nowMs, drop: () => {} })]
  const postings = records.filter((record): record is Posting => record.type === 'posting')
  for (const posting of postings) assertValidPosting(posting)
  const note = records.find((record) => record.type === 'note')
  return { postings, verdict: note?.verdict ?? 'complete' }
}

async function* asynchronous<Item>(items: readonly Item[]): AsyncGenerator<Item> {
  yield* items
}

function shown(told: Told): string[] {
  return told.postings.map(
    ({ title, places, workplace, employment }) =>
      `${title} | ${places.map(formatPlace).join(' + ')} | ${workplace ?? '-'} | ${employment.join(', ') || '-'}`,
  )
}

describe('recordings of boards', {
  skip: folder === undefined ? 'no recordings beside the project' : false,
}, () => {
  it('Greenhouse: a list shorter than its total is incomplete', async () => {
    const told = await replay(greenhouse, 'US', 'x', [['jobs', 'greenhouse/jobs_content.json']])
    assert.equal(told.verdict, 'incomplete')
    assert.deepEqual(shown(told), [
      'Customer Data Scientist - Experimentation | London, United Kingdom | - | Regular',
      'Emerging Account Executive (India) | Bengaluru, India | - | Regular',
    ])
    assert.deepEqual(
      told.postings.map(({ company, department, posted }) => [company, department, posted]),
      [
        ['Amplitude', 'Solutions Consulting', '2026-07-16'],
        ['Amplitude', 'Account Executives', '2026-07-27'],
      ],
    )
  })

  it('Greenhouse: the period of pay stands in its title', async () => {
    const told = await replay(greenhouse, 'US', 'x', [
      ['jobs', 'greenhouse/jobs_pay_transparency_hourly.json'],
    ])
    assert.equal(told.verdict, 'complete')
    assert.deepEqual(shown(told), ['Community Manager (CONTRACT) | United States | Remote | Contract'])
    assert.deepEqual(told.postings[0]?.pay, { min: 36, max: 48, currency: 'USD', period: 'hour' })
  })

  it('Lever: the field says remote, whatever the body says', async () => {
    const told = await replay(lever, 'US', 'x', [['postings', 'lever/postings.json']])
    assert.deepEqual(shown(told).slice(0, 2), [
      '(1099 Contract) Nonprofit Salesforce Consultant: Enterprise Project Manager | Chicago, IL, United States | Remote | Contract',
      '(1099 Contract) Salesforce for Nonprofits: Solution Architect | Washington, DC, United States | Remote | Contract',
    ])
  })

  it('Ashby: hybrid counts more than the remote flag', async () => {
    const told = await replay(ashby, 'CA', 'x', [['board', 'ashby/job_board.json']])
    assert.deepEqual(shown(told), [
      'Senior Technical Recruiter | Canada | Remote | Full Time',
      'Senior Site Reliability Engineer | Toronto, ON, Canada | Hybrid | Full Time',
    ])
    assert.deepEqual(told.postings[1]?.pay, { min: 102800, max: 137000, currency: 'CAD', period: 'year' })
  })

  it('Workable: one code twice is one posting in two countries', async () => {
    const told = await replay(workable, 'US', 'x', [['account', 'workable/widget_multi_location.json']])
    assert.deepEqual(shown(told), ['Business Analyst - Spanish Speaking | Spain + Portugal | Remote | -'])
  })

  it('SmartRecruiters: double spaces and an empty department', async () => {
    const told = await replay(smartrecruiters, 'US', 'x', [['page', 'smartrecruiters/postings.json']])
    assert.deepEqual(shown(told), [
      'CNA / LPN - Consistent Hours. Start Next Week. | St. Louis, MO, United States | - | Part Time',
    ])
    assert.equal(told.postings[0]?.department, 'Health Care Provider')
  })

  it('Recruitee: amounts as text, composite codes', async () => {
    const told = await replay(recruitee, 'DE', 'x', [['offers', 'recruitee/offers.json']])
    assert.equal(
      shown(told)[0],
      '(Senior) Financial Accountant (f/m/d) - Berlin/Brandenburg Region, Germany | Berlin, BE, Germany | Hybrid | Full Time',
    )
    assert.deepEqual(told.postings[0]?.pay, { min: 60000, max: 75000, currency: 'EUR', period: 'year' })
    assert.ok(!JSON.stringify(told.postings).includes('mailbox'))
  })

  it('Personio: two fields make the employment, the home country the place', async () => {
    const told = await replay(personio, 'CH', 'x', [['feed', 'personio/feed.xml']])
    assert.deepEqual(shown(told), [
      'Business Development Summer Intern | Zurich, Switzerland | - | Full Time, Internship',
      'Marketing Lead | Zurich, Switzerland | - | Full Time',
    ])
  })

  it('Personio: one id twice is one posting', async () => {
    const told = await replay(personio, 'DE', 'x', [['feed', 'personio/feed_duplicate_ids.xml']])
    assert.deepEqual(shown(told), [
      'Staff Software Engineer, Data Platform | Munich, Germany + Berlin, Germany | - | Full Time',
    ])
  })

  it('Workday: without details the address of the posting names the place', async () => {
    const told = await replay(workday, 'US', 'acme.wd5/External', [['page', 'workday/jobs_page.json']])
    assert.equal(told.verdict, 'complete')
    assert.deepEqual(
      told.postings.map(({ nativeId, isPartial, places }) => [nativeId, isPartial, places.map(formatPlace)]),
      [
        ['JR354232', true, ['VA, United States']],
        ['JR332446', true, ['Chicago, IL, United States']],
      ],
    )
  })

  it('Teamtailor: continents and countries are no regions', async () => {
    const told = await replay(teamtailor, 'SE', 'x', [['feed', 'teamtailor/jobs_feed.json']])
    assert.deepEqual(shown(told), [
      'Account Executive - Italy (Madrid based) | Madrid, Spain | - | -',
      'Mid-Market Account Executive - Copenhagen | Stockholm, Sweden + Copenhagen, Denmark | - | -',
    ])
  })

  it('Teamtailor: the second feed knows department and work model', async () => {
    const ids = ['d8938509-ff5a-4755-a5f7-5f89a0ac791e', '2a4eb6a0-7aa9-4acf-bcce-4d8b37287035']
    const items = ids.map((id) => ({ id, title: 'T', url: 'https://upcloud.teamtailor.com/jobs/1-t' }))
    const told = await replay(
      teamtailor,
      'FI',
      'x',
      [['rss', 'teamtailor/jobs.rss.xml']],
      [['feed', JSON.stringify({ title: 'UpCloud', items })]],
    )
    assert.deepEqual(
      told.postings.map(({ department, workplace, places }) => [
        department,
        workplace,
        places.map(formatPlace),
      ]),
      [
        ['Finance', 'Hybrid', ['Helsinki, Finland']],
        ['Product Engineering', 'Remote', ['Helsinki, Finland']],
      ],
    )
  })

  it('Rippling: one row per place, and the field counts more than the title', async () => {
    const told = await replay(rippling, 'US', 'x', [['jobs', 'rippling/board_jobs_v1.json']])
    assert.deepEqual(shown(told), [
      'Account Executive - Accountants Channel (East Coast) | New York, NY, United States + NJ, United States | Remote | -',
    ])
    const single = await replay(rippling, 'US', 'x', [
      ['jobs', 'rippling/board_jobs_v1_single_location.json'],
    ])
    assert.deepEqual(
      single.postings.map(({ places }) => places.map(formatPlace).join()),
      ['Austin, TX, United States', 'Cleveland, OH, United States'],
    )
  })

  it('JSON-LD: names count where addresses are copies, broken strings are forgiven', async () => {
    const map: readonly [string, string] = ['sitemap', '<urlset></urlset>']
    const told = await replay(
      jobposting,
      'US',
      'x',
      [
        ['page', 'jsonld/many_locations.html', 'https://x.careers.example/jobs/1'],
        ['page', 'jsonld/place_list_no_region.html', 'https://x.careers.example/jobs/2'],
        ['page', 'jsonld/literal_newlines_encoded_body.html', 'https://x.careers.example/jobs/3'],
      ],
      [map],
    )
    assert.deepEqual(told.postings[0]?.places.map(formatPlace), [
      'Sunnyvale, CA, United States',
      'Bellevue, WA, United States',
      'Redmond, WA, United States',
      'Austin, TX, United States',
      'Menlo Park, CA, United States',
      'Seattle, WA, United States',
      'Burlingame, CA, United States',
      'United States',
      'New York, NY, United States',
    ])
    assert.deepEqual(shown(told).slice(1), [
      'Manager Ecosystem Integration & Certification (Human) | Metzingen, Germany | - | -',
      'Garage Sweeper | Daytona Beach, FL, United States | - | Full Time',
    ])
  })
})
