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
  assert.equal(counts.room({ subject: 'ip 99', networks: networks.slice(1) }, 1), 1, 'its own')
  assert.equal(counts.room(caller(99), 3), 3)
  assert.equal(counts.room(caller(1), 3), 2)
  assert.equal(counts.room(caller(99), 2.25), 1, 'nine of the network, which has eight')
  counts.add(caller(0), -1)
  assert.equal(counts.of(caller(0)), 0)
  assert.equal(counts.isFull(caller(99), 2), false)
})
