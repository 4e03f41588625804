/** The exact requests of every job platform. A change of a request changes the tables in `test/support/jobs/requests`. */

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { companies } from '../../../../sandbox/jobs/companies.ts'
import { unusualKeys } from '../../../../sandbox/jobs/unusual-boards.ts'
import { skipReason } from '../../../../test/support/backends.ts'
import { listRequests } from '../../../../test/support/jobs/requests/list-requests.ts'
import { pageRequests } from '../../../../test/support/jobs/requests/page-requests.ts'
import { SandboxBoards } from '../../../../test/support/jobs/sandbox-boards.ts'
import { recordingsDir } from '../../../../test/support/recordings.ts'
import { assertRequests } from '../../../../test/support/sandbox/recorded-requests.ts'
import { jobAdapters } from './index.ts'

const platforms = { ...listRequests, ...pageRequests }

describe('the requests for job boards', () => {
  let boards: SandboxBoards
  before(async () => {
    boards = await SandboxBoards.open()
  })
  after(() => boards[Symbol.asyncDispose]())

  it('have a table for every platform', () => {
    assert.deepEqual(Object.keys(platforms).toSorted(), jobAdapters.map(({ id }) => id).toSorted())
  })

  it('are those for an employer of the sandbox', () => {
    for (const [id, { key }] of Object.entries(platforms)) {
      const keys = companies.filter(({ platform }) => platform === id).map((company) => company.key)
      assert.ok(keys.includes(key), `${id} has ${keys.slice(0, 3).join(', ')} and others, but no ${key}`)
    }
  })

  for (const [platform, { key, rows, unknownKey, unknownRows }] of Object.entries(platforms)) {
    it(`of ${platform} are those of the table`, async () => {
      const { sent, postings } = await boards.read(platform, key)
      assertRequests(sent, rows)
      assert.ok(postings.length > 5, `${postings.length} postings`)
    })

    it(`of ${platform} ask for a second kind of evidence if a board is unknown`, async () => {
      const { sent, postings, note } = await boards.read(platform, unknownKey)
      assertRequests(sent, unknownRows)
      assert.equal(postings.length, 0)
      assert.equal(note?.verdict, 'gone')
    })
  }

  it('go to the hosts that Workday keys name', async () => {
    const first = async (key: string) => (await boards.read('workday', key)).sent[1]?.request
    assert.equal(
      await first(unusualKeys.workdayTwoNames),
      'POST https://two-names.wd1.myworkdayjobs.com/wday/cxs/two_names/External/jobs',
    )
    assert.equal(
      await first(unusualKeys.workdaySharedHost),
      'POST https://wd5.myworkdaysite.com/wday/cxs/shared/External/jobs',
    )
  })

  it('keep the pace that platforms ask for', () => {
    const paceOf = (platform: string) => jobAdapters.find(({ id }) => id === platform)?.polite
    // robots.txt of api.lever.co: `Crawl-delay: 1` (seven projects).
    assert.deepEqual(paceOf('lever'), { atOnce: 1, gapMs: 1000 })
    // Description of version 2: a hundred requests in ten minutes (one project, 25 September 2026).
    assert.deepEqual(paceOf('rippling'), { atOnce: 1, gapMs: 6000 })
  })

  const folder = recordingsDir('jobs')
  it('agree with the addresses that recordings name', { skip: skipReason('recordings', folder) }, () => {
    const recorded = (file: string) => JSON.parse(readFileSync(join(folder ?? '', file), 'utf8'))
    assert.match(
      recorded('teamtailor/jobs_feed.json').feed_url,
      /^https:\/\/[\w-]+\.teamtailor\.com\/jobs\.json$/,
    )
    const { ref } = recorded('smartrecruiters/postings.json').content[0]
    assert.match(ref, /^https:\/\/api\.smartrecruiters\.com\/v1\/companies\/[\w-]+\/postings\/\d+$/)
  })
})
