import assert from 'node:assert/strict'
import { test } from 'node:test'
import { FakeClock } from '../../../test/support/fake-clock.ts'
import { isFailure } from '../../core/errors.ts'
import { createSharedRun } from './shared-run.ts'

const http = { request: () => Promise.reject(new Error('nothing is requested here')) }

function open(signal = new AbortController().signal) {
  const clock = new FakeClock()
  return { clock, run: createSharedRun({ members: [], http, clock, timeoutMs: 1000, signal }) }
}

test('Members that need the same result start the work once and get the same result or failure.', async () => {
  const { run } = open()
  let started = 0
  const work = async () => {
    started += 1
    if (started > 1) throw new Error('out of order')
    return 'films'
  }
  assert.deepEqual(await Promise.all([run.once('films', work), run.once('films', work)]), ['films', 'films'])
  await assert.rejects(run.once('other', work), /out of order/)
  await assert.rejects(run.once('other', work), /out of order/)
  assert.equal(started, 2)
})

test('Shared work ends at its deadline, and with the run.', async () => {
  const stop = new AbortController()
  const { run, clock } = open(stop.signal)
  const wait = (signal: AbortSignal) =>
    new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
  const slow = run.once('slow', ({ signal }) => wait(signal))
  clock.advance(1000)
  await assert.rejects(slow, (error) => isFailure(error, 'upstream_unavailable'))
  const last = run.once('last', ({ signal }) => wait(signal))
  stop.abort(new Error('the run ends'))
  await assert.rejects(last, /the run ends/)
})

test('A run keeps the results that were used last, and no more than a few.', async () => {
  const { run } = open()
  const started: string[] = []
  const get = (key: string) =>
    run.once(key, async () => {
      started.push(key)
    })
  await get('catalogue')
  for (let group = 0; group < 40; group += 1) {
    await get(`group ${group}`)
    await get('catalogue')
  }
  await get('group 0')
  assert.equal(started.filter((key) => key === 'catalogue').length, 1)
  assert.equal(started.filter((key) => key === 'group 0').length, 2)
})
