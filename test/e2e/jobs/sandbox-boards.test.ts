/** Every job board of the sandbox can be read. */

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { companies } from '../../../sandbox/jobs/companies.ts'
import { jobHosts } from '../../../sandbox/jobs/index.ts'
import { vacanciesOf } from '../../../sandbox/jobs/vacancies.ts'
import { startSandbox } from '../../../sandbox/server.ts'
import { createWorld } from '../../../sandbox/world.ts'
import { systemClock } from '../../../src/core/clock.ts'
import { createOutbound } from '../../../src/core/outbound/create-outbound.ts'
import type { BoardRecord } from '../../../src/services/jobs/schema/records.ts'
import { jobSources } from '../../../src/services/jobs/sync.ts'
import { allowedHosts } from '../../../src/sync/define-source.ts'
import { parseResponses } from '../../../src/sync/publish/parse-responses.ts'
import { FakeClock } from '../../support/fake-clock.ts'

const today = '2026-11-15T06:00:00Z'
const sources = jobSources(
  Object.groupBy(companies, ({ platform }) => platform),
  ['api.smartrecruiters.com'],
)

describe('job boards of the sandbox', () => {
  it('are all sources, with name and country', () => {
    const expected = companies.map(({ platform, key, name, home }) => `${platform} ${key} ${name} ${home}`)
    const listed = sources.flatMap(({ id, members }) =>
      members.map(({ key, name, home }) => `${id} ${key} ${name} ${home}`),
    )
    assert.deepEqual(listed.toSorted(), expected.toSorted())
    assert.equal(listed.length, 459)
  })

  it('have as many postings as their sizes say, most of which are still there the next day', () => {
    const world = createWorld({ seed: 'spring', clock: new FakeClock(today) })
    const later = createWorld({ seed: 'spring', clock: new FakeClock('2026-11-16T06:00:00Z') })
    const ids = (of: typeof world) =>
      new Set(companies.flatMap((company) => vacanciesOf(of, company).map(({ uuid }) => uuid)))
    const now = ids(world)
    const then = ids(later)
    const stayed = now.intersection(then).size
    const expected = companies.reduce((sum, { size }) => sum + size, 0)
    assert.ok(now.size > expected * 0.96 && now.size < expected * 1.04, `${now.size} of ${expected}`)
    assert.ok(stayed > now.size * 0.96 && stayed < now.size, `${stayed} of ${now.size} stayed`)
  })

  for (const source of sources) {
    it(`${source.id} reads its first board completely`, async () => {
      await using sandbox = await startSandbox({
        clock: new FakeClock(today),
        seed: 'spring',
        port: 0,
        hosts: jobHosts,
        faults: [],
      })
      await using outbound = createOutbound({
        userAgent: 'Broadsheet/test',
        hosts: allowedHosts([source]),
        overrideOrigin: () => ({ origin: sandbox.origin }),
        clock: systemClock,
      })
      const member = source.members[0]
      assert.ok(member)
      const responses = await parseResponses(
        source as never,
        source.fetch({
          http: outbound,
          member,
          baseUrl: source.baseUrl,
          nowMs: Date.parse(today),
          signal: AbortSignal.timeout(600_000),
        }),
      )
      const records: BoardRecord[] = [
        ...source.toRecords(responses, { member, nowMs: Date.parse(today), drop: () => {} }),
      ]
      const company = companies.find(({ platform, key }) => platform === source.id && key === member.key)
      assert.ok(company)
      const world = createWorld({ seed: 'spring', clock: new FakeClock(today) })
      const expected = vacanciesOf(world, company).filter(({ defect }) => defect !== 'id')
      const listed = records.filter(({ type }) => type !== 'note')
      assert.ok(Math.abs(listed.length - expected.length) <= 1, `${listed.length} of ${expected.length}`)
      const text = JSON.stringify(records)
      for (const secret of ['Somebody Private', 'private@example.com', '250000'])
        assert.ok(!text.includes(secret), secret)
    })
  }
})
