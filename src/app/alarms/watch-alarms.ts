/** Looks every minute for causes of alarms, and sends what operators have to hear; on one of the nodes that share the store. */

import { hostname } from 'node:os'
import { startDeadline } from '../../core/async/deadline.ts'
import { repeat } from '../../core/async/repeat.ts'
import { toInstant } from '../../core/clock.ts'
import { acquireLease } from '../../store/coordination/lease.ts'
import { createLeaseTime } from '../../store/coordination/ledger-time.ts'
import type { Store } from '../../store/store.ts'
import { processHolder } from '../../sync/run/run-holder.ts'
import type { AppContext } from '../app-context.ts'
import { toChangeDays } from '../change-days.ts'
import { createWebhookClient } from '../outbound.ts'
import { publicOrigin } from '../public-origin.ts'
import { findDiskCause, findSharedCauses } from './causes.ts'
import { readDigest } from './digest.ts'
import { queueMessage } from './message.ts'
import { localTime, parseMinutes } from './quiet-hours.ts'
import { type MessageRoute, pruneMessages, recipientsOf, sendMessages } from './send-messages.ts'
import { type AlarmChange, updateAlarms } from './update-alarms.ts'

const everyMs = 60_000
/** A little less, so that the next look of the same node finds it free. */
const leaseMs = 55_000
/** Within the lease. */
const deadlineMs = 50_000
/** A server that was down at the time of the digest sends it so much later, or not at all. */
const digestMinutesMax = 6 * 60

type WatchContext = Pick<AppContext, 'loaded' | 'clock' | 'logger' | 'profile' | 'events'>

/** In a thread with a store, until it is disposed. */
export async function watchAlarms(context: WatchContext, store: Store): Promise<AsyncDisposable> {
  const { clock, logger } = context
  await using stack = new AsyncDisposableStack()
  const route = await openRoute(context, store, stack)
  stack.use(
    repeat(clock, everyMs, (signal) =>
      look(context, store, route, signal).catch((err: unknown) => {
        if (!signal.aborted) logger.warn({ err }, 'the causes of alarms cannot be judged')
      }),
    ),
  )
  return stack.move()
}

/** Where messages go. What it opens is disposed with the stack. */
export async function openRoute(
  context: WatchContext,
  store: Store,
  stack: AsyncDisposableStack,
): Promise<MessageRoute> {
  const { config, secrets } = context.loaded
  const { webhookUrl: url, timeZone, quietHours } = config.alarms
  const secret = secrets.alarms.webhookSecret?.reveal()
  const { allowPrivateHosts } = config.outbound
  return {
    emails: config.operators.emails,
    mail: stack.use(await context.profile.openMail(store, context.clock)),
    webhook:
      url !== undefined && secret !== undefined
        ? { url, secret, outbound: stack.use(createWebhookClient(context, url, allowPrivateHosts)) }
        : undefined,
    timeZone,
    quietHours,
    origin: publicOrigin(config.server),
  }
}

/** Once. */
export async function look(
  { loaded, clock, logger }: Pick<WatchContext, 'loaded' | 'clock' | 'logger'>,
  store: Store,
  route: MessageRoute,
  stop: AbortSignal,
): Promise<void> {
  const { alarms, store: disk } = loaded.config
  const recipients = recipientsOf(route)
  const log = (changes: readonly AlarmChange[]) => {
    for (const { type, alarm } of changes) logger.warn({ alarm: alarm.id, detail: alarm.detail }, type)
  }
  const node = hostname()
  const diskCauses = await findDiskCause(disk, node)
  log(await updateAlarms(store, { node, causes: diskCauses, recipients, nowMs: clock.now() }))
  const leaseTime = createLeaseTime(store, clock)
  if (!(await acquireLease(store.ledger, 'alarms', processHolder(), leaseMs, leaseTime))) return
  using deadline = startDeadline(clock, deadlineMs, () => new Error('sending takes too long'), stop)
  const nowMs = clock.now()
  const hasIndex = loaded.secrets.store.analyticsUrl !== undefined
  const { retention } = loaded.config
  const changeRetention = hasIndex
    ? { days: toChangeDays(retention), rowsMax: retention.changesMax }
    : undefined
  const causes = await findSharedCauses(store, { ...alarms, hasIndex, changeRetention }, nowMs)
  log(await updateAlarms(store, { node: '', causes, recipients, nowMs }))
  await queueDigest(store, alarms, recipients, nowMs)
  await sendMessages(store, {
    route,
    now: () => clock.now(),
    signal: deadline.signal,
    onFailure: (recipient, message, isLast) =>
      logger[isLast ? 'error' : 'warn'](
        { recipient, reason: message },
        isLast ? 'a message to operators was given up' : 'a message to operators could not be sent',
      ),
  })
}

/** Once a day: the id of the message is that of the day. */
async function queueDigest(
  store: Store,
  { digestAt, timeZone }: { readonly digestAt: string; readonly timeZone: string },
  recipients: readonly string[],
  nowMs: number,
): Promise<void> {
  if (digestAt === 'never' || recipients.length === 0) return
  const { day, minutes } = localTime(nowMs, timeZone)
  const late = minutes - parseMinutes(digestAt)
  if (late < 0 || late > digestMinutesMax) return
  const id = `digest-${day}`
  const known = await store.ledger.read
    .selectFrom('alarm_message')
    .select('id')
    .where('id', '=', id)
    .limit(1)
    .executeTakeFirst()
  if (known !== undefined) return
  await pruneMessages(store, nowMs)
  const data = await readDigest(store, nowMs)
  const message = { type: 'digest.daily', timestamp: toInstant(nowMs), data } as const
  await store.ledger.transaction((tx) => queueMessage(tx, message, recipients, nowMs, id))
}
