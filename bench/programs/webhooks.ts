/** Sends the changes of notices to webhooks while the log grows steadily; answers with its processor time. */

import { ownedMax } from '../../src/app/account/owner.ts'
import { Sender } from '../../src/app/webhooks/sender.ts'
import { createWebhook } from '../../src/app/webhooks/webhooks.ts'
import { systemClock } from '../../src/core/clock.ts'
import { createOutbound } from '../../src/core/outbound/create-outbound.ts'
import { anyChangeSource } from '../../src/http/changes/change-source.ts'
import { createKeyedHash, identityLedger } from '../../src/identity/index.ts'
import { noticeChanges } from '../../src/services/notices/routes/notice-changes.ts'
import { ChangeBatch } from '../../src/store/changes/change-batch.ts'
import { type TestEngine, testEngines } from '../../test/support/store/test-engines.ts'
import { serveRunner } from './serve-runner.ts'

const [origin = '', ...counts] = process.argv.slice(2)
const [webhooks = 1, hanging = 0, perSecond = 1] = counts.map(Number)
const writesPerSecond = 10
const lookMs = 100

await using stack = new AsyncDisposableStack()
const [sqlite] = testEngines as [TestEngine]
const database = stack.use(await sqlite.createDatabase())
const store = stack.use(await database.openStore())
const { readModel } = store
const ledger = identityLedger(store.ledger)
const hash = createKeyedHash('bench')
for (let at = 0; at < webhooks; at += 1)
  await ledger.transaction(async (tx) => {
    const identityId = `id_${Math.floor(at / ownedMax)}`
    const nowMs = systemClock.now()
    if (at % ownedMax === 0) {
      const mailbox = `${identityId}@example.org`
      const identity = { id: identityId, email: mailbox, mailbox, quota_owner: identityId }
      await tx
        .insertInto('identity')
        .values({ ...identity, created_at: nowMs, blocked_at: null, per_second: null, per_minute: null })
        .execute()
    }
    await createWebhook(ledger, tx, hash, {
      identityId,
      service: 'notices',
      filters: { town: `town ${at}` },
      url: `${origin}/${at < hanging ? 'hang' : 'hook'}`,
      label: undefined,
      epoch: readModel.epoch(),
      position: { number: 0, at: 0 },
      nowMs,
    })
  })

const hosts = new Set([new URL(origin).host])
const sender = stack.use(
  new Sender({
    ledger,
    readModel,
    source: anyChangeSource(noticeChanges(readModel)),
    hash,
    clock: systemClock,
    random: () => 0.5,
    createClient: () => createOutbound({ userAgent: 'bench', hosts, allowPrivate: hosts, attemptsMax: 1 }),
    onWarning: (message) => process.stderr.write(`${message}\n`),
  }),
)

const stop = new AbortController()
let written = 0
async function write(): Promise<void> {
  await readModel.transaction(async (tx) => {
    const log = new ChangeBatch('notices')
    for (let at = 0; at < perSecond / writesPerSecond; at += 1) {
      const keys = { town: `town ${written % webhooks}`, category: 'roads' }
      log.add({ type: 'notice.published', subject: `n${written++}`, detectedAt: systemClock.now(), keys })
    }
    await log.write(tx, readModel.dialect)
  })
}
const timer = setInterval(() => void write(), 1000 / writesPerSecond)

async function send(): Promise<void> {
  while (!stop.signal.aborted) {
    await sender.look()
    await systemClock.sleep(lookMs, stop.signal).catch(() => {})
  }
}
const sending = send()

let last = process.cpuUsage()
const ended = Promise.withResolvers<void>()
serveRunner(
  {},
  async () => {
    const { user, system } = process.cpuUsage(last)
    last = process.cpuUsage()
    return { cpuMicros: user + system }
  },
  () => {
    clearInterval(timer)
    stop.abort()
    ended.resolve()
  },
)
await ended.promise
await sending
