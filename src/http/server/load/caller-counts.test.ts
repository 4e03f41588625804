import assert from 'node:assert/strict'
import { it } from 'node:test'
import { CallerCounts } from './caller-counts.ts'

it('Counts of callers are those of their networks too, which may have multiples', () => {
  const counts = new CallerCounts()
  const networks = [
    { subject: 'home', factor: 4 },
    { subject: 'site', factor: 16 },
  ]
  const caller = (n: number) => ({ subject: `ip ${n}`, networks })
  for (let n = 0; n < 8; n += 1) counts.add(caller(n), 1)
  assert.equal(counts.of(caller(1)), 1)
  assert.equal(counts.isFull(caller(1), 2), true, 'eight of four times two')
  assert.equal(counts.isFull(caller(99), 2), true, 'a new one of the network')
  assert.equal(counts.isFull({ subject: 'ip 99', networks: networks.slice(1) }, 2), false)
  assert.equal(counts.isFull({ subject: 'key', networks: [] }, 2), false)
  counts.add(caller(0), -1)
  assert.equal(counts.of(caller(0)), 0)
  assert.equal(counts.isFull(caller(99), 2), false)
})
