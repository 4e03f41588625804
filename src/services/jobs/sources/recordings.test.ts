/** Recorded responses of boards, and what is special about each of them. */

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { skipReason } from '../../../../test/support/backends.ts'
import { folder, replay, summarize } from '../../../../test/support/jobs/replay-recording.ts'
import { formatPlace } from '../../../core/places/place.ts'
import { ashby } from './adapters/ashby.ts'
import { greenhouse } from './adapters/greenhouse.ts'
import { lever } from './adapters/lever.ts'
import { personio } from './adapters/personio.ts'
import { recruitee } from './adapters/recruitee.ts'
import { rippling } from './adapters/rippling.ts'
import { smartrecruiters } from './adapters/smartrecruiters.ts'
import { teamtailor } from './adapters/teamtailor.ts'
import { workable } from './adapters/workable.ts'
import { workday } from './adapters/workday/workday.ts'
import { jobposting } from './formats/jobposting.ts'

describe('recordings of boards', {
  skip: skipReason('recordings', folder),
}, () => {
  it('Greenhouse: a list shorter than its total is incomplete', async () => {
    const result = await replay(greenhouse, 'US', 'x', [['jobs', 'greenhouse/jobs_content.json']])
    assert.equal(result.verdict, 'incomplete')
    assert.deepEqual(summarize(result), [
      'Customer Data Scientist - Experimentation | London, United Kingdom | - | Regular',
      'Emerging Account Executive (India) | Bengaluru, India | - | Regular',
    ])
    assert.deepEqual(
      result.postings.map(({ company, department, posted }) => [company, department, posted]),
      [
        ['Amplitude', 'Solutions Consulting', '2026-07-16'],
        ['Amplitude', 'Account Executives', '2026-07-27'],
      ],
    )
  })

  it('Greenhouse: the pay period is in its title', async () => {
    const result = await replay(greenhouse, 'US', 'x', [
      ['jobs', 'greenhouse/jobs_pay_transparency_hourly.json'],
    ])
    assert.equal(result.verdict, 'complete')
    assert.deepEqual(summarize(result), ['Community Manager (CONTRACT) | United States | Remote | Contract'])
    assert.deepEqual(result.postings[0]?.pay, { min: 36, max: 48, currency: 'USD', period: 'hour' })
  })

  it('Lever: the field wins over the body', async () => {
    const result = await replay(lever, 'US', 'x', [['postings', 'lever/postings.json']])
    assert.deepEqual(summarize(result).slice(0, 2), [
      '(1099 Contract) Nonprofit Salesforce Consultant: Enterprise Project Manager | Chicago, IL, United States | Remote | Contract',
      '(1099 Contract) Salesforce for Nonprofits: Solution Architect | Washington, DC, United States | Remote | Contract',
    ])
  })

  it('Ashby: hybrid wins over the remote flag', async () => {
    const result = await replay(ashby, 'CA', 'x', [['board', 'ashby/job_board.json']])
    assert.deepEqual(summarize(result), [
      'Senior Technical Recruiter | Canada | Remote | Full Time',
      'Senior Site Reliability Engineer | Toronto, ON, Canada | Hybrid | Full Time',
    ])
    assert.deepEqual(result.postings[1]?.pay, { min: 102800, max: 137000, currency: 'CAD', period: 'year' })
  })

  it('Workable: two rows with one code are one posting in two countries', async () => {
    const result = await replay(workable, 'US', 'x', [['account', 'workable/widget_multi_location.json']])
    assert.deepEqual(summarize(result), [
      'Business Analyst - Spanish Speaking | Spain + Portugal | Remote | -',
    ])
  })

  it('SmartRecruiters: double spaces and an empty department', async () => {
    const result = await replay(smartrecruiters, 'US', 'x', [['page', 'smartrecruiters/postings.json']])
    assert.deepEqual(summarize(result), [
      'CNA / LPN - Consistent Hours. Start Next Week. | St. Louis, MO, United States | - | Part Time',
    ])
    assert.equal(result.postings[0]?.department, 'Health Care Provider')
  })

  it('Recruitee: amounts as text, composite codes', async () => {
    const result = await replay(recruitee, 'DE', 'x', [['offers', 'recruitee/offers.json']])
    assert.equal(
      summarize(result)[0],
      '(Senior) Financial Accountant (f/m/d) - Berlin/Brandenburg Region, Germany | Berlin, Germany | Hybrid | Full Time',
    )
    assert.deepEqual(result.postings[0]?.pay, { min: 60000, max: 75000, currency: 'EUR', period: 'year' })
    assert.ok(!JSON.stringify(result.postings).includes('mailbox'))
  })

  it('Personio: two fields for the employment, the country from the member', async () => {
    const result = await replay(personio, 'CH', 'x', [['feed', 'personio/feed.xml']])
    assert.deepEqual(summarize(result), [
      'Business Development Summer Intern | Zurich, Switzerland | - | Full Time, Internship',
      'Marketing Lead | Zurich, Switzerland | - | Full Time',
    ])
  })

  it('Personio: two rows with one id are one posting', async () => {
    const result = await replay(personio, 'DE', 'x', [['feed', 'personio/feed_duplicate_ids.xml']])
    assert.deepEqual(summarize(result), [
      'Staff Software Engineer, Data Platform | Munich, Germany + Berlin, Germany | - | Full Time',
    ])
  })

  it('Workday: without details the place comes from the URL', async () => {
    const result = await replay(workday, 'US', 'acme.wd5/External', [['page', 'workday/jobs_page.json']])
    assert.equal(result.verdict, 'details')
    assert.deepEqual(
      result.postings.map(({ nativeId, isPartial, places }) => [
        nativeId,
        isPartial,
        places.map(formatPlace),
      ]),
      [
        ['JR354232', true, ['VA, United States']],
        ['JR332446', true, ['Chicago, IL, United States']],
      ],
    )
  })

  it('Teamtailor: continents and countries are not regions', async () => {
    const result = await replay(teamtailor, 'SE', 'x', [['feed', 'teamtailor/jobs_feed.json']])
    assert.deepEqual(summarize(result), [
      'Account Executive - Italy (Madrid based) | Madrid, Spain | - | -',
      'Mid-Market Account Executive - Copenhagen | Stockholm, Sweden + Copenhagen, Denmark | - | -',
    ])
  })

  it('Teamtailor: the RSS feed has department and workplace type', async () => {
    const ids = ['d8938509-ff5a-4755-a5f7-5f89a0ac791e', '2a4eb6a0-7aa9-4acf-bcce-4d8b37287035']
    const items = ids.map((id) => ({ id, title: 'T', url: 'https://upcloud.teamtailor.com/jobs/1-t' }))
    const result = await replay(
      teamtailor,
      'FI',
      'x',
      [['rss', 'teamtailor/jobs.rss.xml']],
      [['feed', JSON.stringify({ title: 'UpCloud', items })]],
    )
    assert.deepEqual(
      result.postings.map(({ department, workplace, places }) => [
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

  it('Rippling: one row per place, and the field wins over the title', async () => {
    const result = await replay(rippling, 'US', 'x', [['jobs', 'rippling/board_jobs_v1.json']])
    assert.deepEqual(summarize(result), [
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

  it('JSON-LD: names win over copied addresses, line breaks in strings are accepted', async () => {
    const map: readonly [string, string] = ['sitemap', '<urlset></urlset>']
    const result = await replay(
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
    assert.deepEqual(result.postings[0]?.places.map(formatPlace), [
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
    assert.deepEqual(summarize(result).slice(1), [
      'Manager Ecosystem Integration & Certification (Human) | Metzingen, Germany | - | -',
      'Garage Sweeper | Daytona Beach, FL, United States | - | Full Time',
    ])
  })
})
