import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { defaults } from './options.ts'
import { rehearse } from './rehearse.ts'

/** A few members of every kind of fate. The whole registry is rehearsed nightly. */
describe('a small part of the registry', () => {
  it('is read for some days at the pace of its hosts: rows are as their members list them, what fails is reported, and operators hear of it', async () => {
    const notes: string[] = []
    const { days, hosts, alarms, problems } = await rehearse(
      {
        ...defaults,
        share: 0.004,
        seed: 'gate-310',
        politeness: 0.01,
        latencyMs: 1,
        timeoutMs: 120_000,
        quietMs: 0,
        comparesStarts: false,
        changesMembers: false,
      },
      (line) => notes.push(line),
    )
    assert.deepEqual(problems, [], notes.join('\n'))
    const sum = (name: 'published' | 'reported' | 'rows') =>
      days.map(({ services }) => [...services.values()].reduce((total, counts) => total + counts[name], 0))
    // On the third day most hosts refuse, limit or fail.
    const published = sum('published').toSpliced(2, 1)
    assert.equal(published.length, 3)
    assert.ok(
      published.every((members) => members > 30),
      published.join(' '),
    )
    assert.ok(sum('reported').every((reported) => reported > 0))
    assert.ok(sum('rows').every((rows) => rows > 500))
    assert.ok(hosts.length > 10)
    assert.ok(alarms.filter(({ alarms: heard }) => heard.length > 0).length >= 1, JSON.stringify(alarms))
    const [first, second] = days.map(({ writes }) => writes.get('jobs'))
    assert.ok(first && second)
    assert.ok(second.written + second.removed < 0.15 * first.written, JSON.stringify([first, second]))
  })
})
