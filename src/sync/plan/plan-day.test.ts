import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type PlannedSource, planDay } from './plan-day.ts'

function source(id: string, facts: Partial<PlannedSource>): PlannedSource {
  return {
    id,
    service: 'jobs',
    everyMinutes: 1440,
    polite: { atOnce: 1, gapMs: 5000 },
    baseUrl: 'https://boards.example',
    members: [],
    ...facts,
  }
}

const members = (count: number) => Array.from({ length: count }, (_, at) => ({ id: `m${at}` }))
const options = { membersAtOnce: 4, requestsPerRead: () => ({ usual: 2, first: 6 }) }

describe('the plan of a day', () => {
  it('counts requests per host, and how long they take at the pace of the host', () => {
    const { sources, hosts } = planDay([source('slow', { members: members(60) })], options)
    assert.deepEqual(hosts, [
      { host: 'boards.example', requests: 120, minutes: 10, first: { requests: 360, minutes: 30 } },
    ])
    assert.deepEqual(sources, [
      {
        sourceId: 'slow',
        service: 'jobs',
        everyMinutes: 1440,
        members: 60,
        hosts: 1,
        requests: 120,
        minutesPerRound: 10,
        fits: true,
        first: { requests: 360, minutes: 30 },
      },
    ])
  })

  it('reads members with a host each side by side', () => {
    const hostOf = ({ id }: { id: string }) => `${id}.example`
    const [plan] = planDay([source('own', { members: members(60), hostOf })], options).sources
    assert.deepEqual([plan?.hosts, plan?.minutesPerRound], [60, 2.5])
  })

  it('multiplies requests by the rounds of a day, and says what does not fit into its interval', () => {
    const { sources } = planDay([source('hourly', { members: members(400), everyMinutes: 60 })], options)
    assert.deepEqual(
      sources.map(({ requests, minutesPerRound, fits }) => [requests, minutesPerRound, fits]),
      [[19_200, 66.7, false]],
    )
  })

  it('leaves out members that are off, and counts them by reason', () => {
    const off = [
      { id: 'a', off: 'needs KEY' },
      { id: 'b', off: 'paused' },
      { id: 'c', off: 'needs KEY' },
    ]
    const plan = planDay(
      [source('some', { members: [...off, { id: 'd' }] }), source('none', { members: off })],
      options,
    )
    assert.deepEqual(
      plan.sources.map(({ sourceId, members: count }) => [sourceId, count]),
      [['some', 1]],
    )
    assert.deepEqual(plan.off, [
      { service: 'jobs', reason: 'needs KEY', members: 4 },
      { service: 'jobs', reason: 'paused', members: 2 },
    ])
  })

  it('adds the requests of two sources to one host', () => {
    const both = planDay(
      [source('one', { members: members(1) }), source('two', { members: members(2) })],
      options,
    )
    assert.deepEqual(both.hosts, [
      { host: 'boards.example', requests: 6, minutes: 0.5, first: { requests: 18, minutes: 1.5 } },
    ])
  })
})
