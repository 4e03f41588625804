import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { testEngines } from '../../../test/support/store/test-engines.ts'
import { identityLedger } from '../../identity/index.ts'
import type { WebhookDeliveryRow, WebhookRow } from '../../store/tables.ts'
import { deliveriesMax, pruneDeliveries, pruneOldDeliveries } from './deliveries.ts'

const dayMs = 86_400_000

const webhook: WebhookRow = {
  id: 'wh_1',
  identity_id: 'id_1',
  service: 'notices',
  filters: '{}',
  url: 'https://receiver.example.org/',
  label: null,
  state: 'on',
  reason: null,
  secret_version: 1,
  old_secret_until: null,
  epoch: 1,
  position: 0,
  position_at: 0,
  generation: 1,
  created_at: 0,
  changed_at: 0,
  failing_since: null,
  failures: 0,
  delivered_at: null,
  mail_due_at: null,
}

function delivery(id: string, changes: Partial<WebhookDeliveryRow>): WebhookDeliveryRow {
  return {
    id,
    webhook_id: webhook.id,
    epoch: 1,
    number: 1,
    type: 'notice.published',
    subject: 'a',
    matches: 1,
    state: 'delivered',
    attempts: 1,
    due_at: 0,
    created_at: 0,
    finished_at: null,
    status: null,
    error: null,
    ...changes,
  }
}

for (const engine of testEngines) {
  describe(`${engine.name}: deliveries of webhooks`, { skip: engine.skip }, () => {
    async function open(rows: readonly WebhookDeliveryRow[]) {
      await using stack = new AsyncDisposableStack()
      const database = stack.use(await engine.borrowDatabase())
      const store = stack.use(await database.openStore({ role: 'worker' }))
      const ledger = identityLedger(store.ledger)
      await ledger.transaction(async (tx) => {
        await tx.insertInto('webhook').values(webhook).execute()
        await ledger.dialect.insertRows(
          tx,
          'webhook_delivery',
          rows.map((row) => ({ ...row })),
        )
      })
      const resources = stack.move()
      return {
        ledger,
        async ids() {
          const left = await ledger.read.selectFrom('webhook_delivery').select('id').orderBy('id').execute()
          return left.map(({ id }) => id)
        },
        [Symbol.asyncDispose]: () => resources.disposeAsync(),
      }
    }

    it('that wait do not count among those that stay', async () => {
      const finished = Array.from({ length: deliveriesMax }, (_, at) =>
        delivery(`done-${at}`, { created_at: at + 1 }),
      )
      const waiting = Array.from({ length: 5 }, (_, at) =>
        delivery(`wait-${at}`, { created_at: 5000 + at, state: 'pending' }),
      )
      await using fixture = await open([...finished, ...waiting])
      await pruneDeliveries(fixture.ledger, webhook.id)
      assert.equal((await fixture.ids()).length, deliveriesMax + 5)
    })

    it('that are old are deleted, and of those that wait only the ones of a deleted webhook', async () => {
      await using fixture = await open([
        delivery('new', { created_at: 9 * dayMs }),
        delivery('old', {}),
        delivery('old-waiting', { state: 'pending' }),
        delivery('orphan', { state: 'pending', webhook_id: 'wh_deleted' }),
      ])
      await pruneOldDeliveries(fixture.ledger, 10 * dayMs)
      assert.deepEqual(await fixture.ids(), ['new', 'old-waiting'])
    })
  })
}
