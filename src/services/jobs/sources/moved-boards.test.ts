/** Boards that lead to another host: reported, never followed and never taken for boards that are gone. */

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { listRequests } from '../../../../test/support/jobs/requests/list-requests.ts'
import { pageRequests } from '../../../../test/support/jobs/requests/page-requests.ts'
import { Failure } from '../../../core/errors.ts'
import type { Outbound } from '../../../core/outbound/outbound.ts'
import { jobPlatforms, jobSources } from '../sync.ts'

const platforms = { ...listRequests, ...pageRequests }

/** All requests to a board whose responses are like this, in order; after those, each leads to another host. */
async function readBoard(platform: string, statuses: readonly number[]): Promise<readonly string[]> {
  const board = { key: platforms[platform]?.unknownKey ?? '', name: 'Acme', home: 'US' }
  const [source] = jobSources({ [platform]: [board] }, ['api.smartrecruiters.com'])
  const [member] = source?.members ?? []
  assert.ok(source && member)
  const sent: string[] = []
  const left = [...statuses]
  const http: Outbound = {
    async request(url) {
      sent.push(url)
      // There is no robots.txt.
      const status = url.endsWith('/robots.txt') ? 404 : (left.shift() ?? 302)
      const headers = status === 302 ? { location: 'https://jobs.other-platform.example/acme' } : {}
      return { status, url, headers, body: '', receivedAt: 0 } as never
    },
  }
  const nowMs = Date.UTC(2026, 10, 15)
  const signal = AbortSignal.timeout(600_000)
  const responses = source.fetch({ http, member, baseUrl: source.baseUrl, nowMs, signal })
  await assert.rejects(
    async () => {
      for await (const { kind } of responses) assert.fail(`a response of kind ${kind}`)
    },
    (thrown) =>
      thrown instanceof Failure && thrown.code === 'upstream_changed' && /moved/.test(thrown.message),
  )
  return sent
}

for (const platform of jobPlatforms)
  describe(`a board of ${platform}`, () => {
    it('is reported if its list leads to another host, which is not asked', async () => {
      const sent = await readBoard(platform, [])
      assert.ok(sent.every((url) => !url.includes('other-platform')))
    })

    if (platform !== 'jobposting')
      it('is reported, and not gone, if its list is missing and its careers page leads to another platform', async () => {
        const sent = await readBoard(platform, [404])
        assert.ok(sent.every((url) => !url.includes('other-platform')))
      })
  })
