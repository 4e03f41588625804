import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { testEngines } from '../../../test/support/store/test-engines.ts'
import { readActions } from '../../identity/operator/audit.ts'
import { identityLedger } from '../../identity/tables.ts'
import { readAlarms } from './alarm-rows.ts'
import type { Cause } from './causes.ts'
import { mute, unmute } from './mutes.ts'
import { updateAlarms } from './update-alarms.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const start = Date.parse('2026-11-15T12:00:00Z')
const refusal: Cause = { kind: 'host_refuses', subject: 'api.example.org', detail: 'It denies access.' }
const silence: Cause = { kind: 'nothing_published', subject: 'jobs', detail: 'Nothing.' }
const operator = 'operator@example.org'

for (const engine of testEngines) {
  describe(`${engine.name}: alarms`, { skip: engine.skip }, () => {
    async function open() {
      const database = await engine.borrowDatabase()
      const store = await database.openStore({ role: 'worker' })
      const recipients = [operator, 'webhook']
      return {
        store,
        /** What is announced at this time. */
        async at(ms: number, causes: readonly Cause[], node = '') {
          const changes = await updateAlarms(store, { node, causes, recipients, nowMs: start + ms })
          return changes.map(({ type, alarm }) => `${type} ${alarm.id}`)
        },
        async messages() {
          const rows = await store.ledger.read.selectFrom('alarm_message').selectAll().execute()
          return rows.map(({ recipient, body }) => `${JSON.parse(body).type} ${recipient}`).sort()
        },
        async [Symbol.asyncDispose]() {
          await store[Symbol.asyncDispose]()
          await database[Symbol.asyncDispose]()
        },
      }
    }

    it('are announced once to every recipient, and end once when the cause is gone for a while', async () => {
      await using alarms = await open()
      assert.deepEqual(await alarms.at(0, [refusal]), ['alarm.opened host_refuses:api.example.org'])
      assert.deepEqual(await alarms.at(minuteMs, [refusal]), [])
      const opened = ['alarm.opened operator@example.org', 'alarm.opened webhook']
      assert.deepEqual(await alarms.messages(), opened)
      assert.deepEqual(await alarms.at(2 * minuteMs, []), [])
      assert.deepEqual(await alarms.at(17 * minuteMs, []), ['alarm.ended host_refuses:api.example.org'])
      assert.deepEqual(await alarms.at(18 * minuteMs, []), [])
      assert.deepEqual(await alarms.messages(), [
        'alarm.ended operator@example.org',
        'alarm.ended webhook',
        ...opened,
      ])
      assert.deepEqual(await readAlarms(alarms.store), [])
      assert.deepEqual(await alarms.at(hourMs, [refusal]), ['alarm.opened host_refuses:api.example.org'])
    })

    it('are one for a cause that comes and goes', async () => {
      await using alarms = await open()
      assert.equal((await alarms.at(0, [refusal])).length, 1)
      for (let minute = 10; minute < 200; minute += 10)
        assert.deepEqual(await alarms.at(minute * minuteMs, minute % 20 === 0 ? [refusal] : []), [])
      assert.equal((await readAlarms(alarms.store))[0]?.since, start)
    })

    it('wait until a cause that may pass has held for an hour', async () => {
      await using alarms = await open()
      assert.deepEqual(await alarms.at(0, [silence]), [])
      assert.deepEqual(await alarms.at(59 * minuteMs, [silence]), [])
      assert.deepEqual(await alarms.at(hourMs, [silence]), ['alarm.opened nothing_published:jobs'])
    })

    it('that nobody has heard of have no end either', async () => {
      await using alarms = await open()
      for (const minute of [0, 30]) assert.deepEqual(await alarms.at(minute * minuteMs, [silence]), [])
      for (const minute of [31, 50]) assert.deepEqual(await alarms.at(minute * minuteMs, []), [])
      assert.deepEqual(await readAlarms(alarms.store), [])
      assert.deepEqual(await alarms.messages(), [])
    })

    it('are announced by one of several nodes that look at the same time', async () => {
      await using alarms = await open()
      const found = await Promise.all(Array.from({ length: 5 }, () => alarms.at(0, [refusal])))
      assert.equal(found.flat().length, 1)
      assert.equal((await alarms.messages()).length, 2)
    })

    it('of a node are judged by that node, and end a day after it has vanished', async () => {
      await using alarms = await open()
      const disk: Cause = { kind: 'disk_low', subject: 'node-a', detail: '10 MiB are free.' }
      assert.deepEqual(await alarms.at(0, [disk], 'node-a'), ['alarm.opened disk_low:node-a'])
      for (const node of ['', 'node-b']) assert.deepEqual(await alarms.at(hourMs, [], node), [])
      assert.equal((await readAlarms(alarms.store))[0]?.absent_since, null)
      assert.deepEqual(await alarms.at(25 * hourMs, []), [])
      assert.deepEqual(await alarms.at(26 * hourMs, []), ['alarm.ended disk_low:node-a'])
    })

    for (const target of ['host_refuses:api.example.org', 'host_refuses', 'all'])
      it(`are silent while ${target} is muted, and announced if they still hold then`, async () => {
        await using alarms = await open()
        const { ledger } = alarms.store
        await mute(ledger, { target, hours: 2, operator, note: 'known' }, start)
        assert.deepEqual(await alarms.at(0, [refusal]), [])
        assert.deepEqual(await alarms.at(2 * hourMs - 1, [refusal]), [])
        assert.equal((await alarms.at(2 * hourMs, [refusal])).length, 1)
        const [action] = await readActions(identityLedger(ledger), 1)
        assert.deepEqual([action?.action, action?.target], ['alarms.mute', target])
      })

    it('are announced as soon as they are unmuted; others are not muted', async () => {
      await using alarms = await open()
      const { ledger } = alarms.store
      const target = 'host_refuses:api.example.org'
      await mute(ledger, { target, hours: 100, operator }, start)
      const other = { ...refusal, subject: 'other.example' }
      assert.deepEqual(await alarms.at(0, [refusal, other]), ['alarm.opened host_refuses:other.example'])
      await unmute(ledger, { target, operator }, start)
      assert.deepEqual(await alarms.at(1, [refusal, other]), [`alarm.opened ${target}`])
      await assert.rejects(unmute(ledger, { target, operator }, start), /is not muted/)
    })

    it('that were announced have an end, also while they are muted', async () => {
      await using alarms = await open()
      await alarms.at(0, [refusal])
      await mute(alarms.store.ledger, { target: 'all', hours: 100, operator }, start)
      assert.deepEqual(await alarms.at(hourMs, []), [])
      assert.deepEqual(await alarms.at(2 * hourMs, []), ['alarm.ended host_refuses:api.example.org'])
    })

    it('cannot be muted beyond a bound, nor by a name that no alarm has', async () => {
      await using alarms = await open()
      const { ledger } = alarms.store
      for (let each = 0; each < 200; each += 1)
        await mute(ledger, { target: `host_refuses:h${each}.example`, hours: 1, operator }, start)
      const further = { target: 'host_refuses:further.example', hours: 1, operator }
      await assert.rejects(mute(ledger, further, start), /200 mutes already/)
      await mute(ledger, further, start + hourMs)
      for (const target of ['', 'host', 'platform_changed:', 'all:x', 'disk_low:a b'])
        await assert.rejects(mute(ledger, { target, hours: 1, operator }, start), /There is no alarm/)
      const chatty = { target: 'all', hours: 1, operator, note: 'n'.repeat(201) }
      await assert.rejects(mute(ledger, chatty, start), /longer than 200/)
    })
  })
}
