import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { CliRunner } from '../../../test/support/cli-runner.ts'

describe('broadsheet plan', () => {
  const runner = new CliRunner()
  after(() => runner[Symbol.dispose]())

  it('shows that the live profile with only a secret reads thousands of members, and all of them fit into the day', async () => {
    const { code, stdout } = await runner.run(['plan', '--profile', 'live', '--json'], {
      BROADSHEET_SECRET: 'a-secret-of-at-least-thirty-two-characters',
    })
    assert.equal(code, 0)
    const { members, does_not_fit, off } = JSON.parse(stdout)
    assert.ok(
      members.jobs >= 12_000 && members.cinema >= 400 && members.trust >= 1000,
      JSON.stringify(members),
    )
    assert.deepEqual(does_not_fit, [])
    assert.ok(off.some(({ reason }: { reason: string }) => reason === 'needs CINEPLEX_KEY'))
  })
})
