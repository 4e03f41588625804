import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { CliRunner } from '../../../../test/support/cli-runner.ts'

interface Source {
  readonly source_id: string
  readonly every_minutes: number
  readonly minutes_per_round: number
}

describe('broadsheet plan', () => {
  const runner = new CliRunner()
  after(() => runner[Symbol.dispose]())

  it('shows that the live profile with only a secret reads thousands of members, and which sources do not fit', async () => {
    const { code, stdout } = await runner.run(['plan', '--profile', 'live', '--json'], {
      BROADSHEET_SECRET: 'a-secret-of-at-least-thirty-two-characters',
    })
    assert.equal(code, 0)
    const { members, candidates, sources, does_not_fit, off, hosts } = JSON.parse(stdout)
    assert.ok(
      members.jobs >= 12_400 && members.cinema >= 400 && members.trust >= 1000,
      JSON.stringify(members),
    )
    assert.ok(candidates.jobs >= 16_000, JSON.stringify(candidates))
    // Its postings are read one by one, those that are known once a week.
    const rippling = hosts.find(({ host }: { host: string }) => host === 'api.rippling.com')
    assert.ok(rippling.first_round.minutes > 24 * 60 && rippling.minutes < 12 * 60, JSON.stringify(rippling))
    const late = sources.filter((source: Source) => source.minutes_per_round > source.every_minutes)
    assert.deepEqual(
      does_not_fit,
      late.map(({ source_id }: Source) => source_id),
    )
    const reasons = off.map(({ reason }: { reason: string }) => reason)
    assert.ok(reasons.includes('needs CINEPLEX_KEY'))
    assert.ok(
      reasons.includes('the robots.txt of api.smartrecruiters.com forbids it (JOBS_ROBOTS_EXCEPTIONS)'),
    )
    assert.ok(sources.every(({ source_id }: Source) => source_id !== 'smartrecruiters'))
  })
})
