/** Sends the digests that are due: one e-mail for all subscriptions of an identity, and none if nothing matched. */

import type { Clock } from '../../core/clock.ts'
import { isFailure } from '../../core/errors.ts'
import { parseFilters, toMatcher } from '../../http/changes/change-filter.ts'
import type { ChangeSource, DeliveredChange } from '../../http/changes/change-source.ts'
import { currentPosition, formatPosition } from '../../http/changes/position.ts'
import { type ChangeDatabase, readChanges, renderChanges } from '../../http/changes/read-changes.ts'
import { type KeyedHash, type Ledger, type MailTransport, RecipientRejected } from '../../identity/index.ts'
import { type LogPosition, readStart } from '../../store/changes/read-log.ts'
import type { SubscriptionRow } from '../../store/tables.ts'
import { type DigestSection, digestEmail } from './digest-email.ts'
import { nextDigestAt, toToken } from './subscriptions.ts'

/** E-mails of one call, with those that could not be sent. */
const emailsMax = 50
/** Subscriptions that are read; an identity has at most ten. */
const rowsMax = 10 * emailsMax
/** Changes of a subscription that an e-mail names; the others are counted. */
const linesMax = 20
/** Changes that are counted; one that has more goes on with the next digest. */
const countedMax = 5000
/** Before a digest that could not be made or sent is tried again. */
const pauseMs = 600_000
/** Pages of the log that are read for one digest, each of at most 2,000 changes. */
const pagesMax = 50

export interface DigestOptions {
  readonly ledger: Ledger
  readonly readModel: ChangeDatabase
  readonly hash: KeyedHash
  /** By service. */
  readonly sources: ReadonlyMap<string, ChangeSource>
  /** The public address of each of these services. */
  readonly urls: ReadonlyMap<string, string>
  readonly mail: Pick<MailTransport, 'send'>
  /** Of the server. */
  readonly origin: string
  readonly clock: Pick<Clock, 'now'>
  readonly signal: AbortSignal
  onWarning(message: string, thrown: unknown): void
}

/** Ends early when the mail server fails: the others stay due. */
export async function sendDigests(options: DigestOptions): Promise<void> {
  const due = await readDue(options)
  let attempts = 0
  for (const rows of Map.groupBy(due, ({ identity_id }) => identity_id).values()) {
    if (options.signal.aborted || attempts >= emailsMax) return
    const outcome = await sendDigest(options, rows)
    if (outcome === 'failed') return
    if (outcome !== 'empty') attempts += 1
  }
}

interface DueSubscription extends SubscriptionRow {
  readonly email: string
}

/** Of all forms and services that are due now. The address is the one with which its owner signed in. */
async function readDue({ ledger, sources, clock }: DigestOptions): Promise<DueSubscription[]> {
  const rows = await ledger.read
    .selectFrom('subscription')
    .innerJoin('identity', 'identity.id', 'subscription.identity_id')
    .selectAll('subscription')
    .select('identity.email')
    .where('due_at', '<=', clock.now())
    .where('state', '=', 'on')
    .where('service', 'in', [...sources.keys()])
    .where('identity.blocked_at', 'is', null)
    .orderBy('due_at')
    .orderBy('identity_id')
    .orderBy('subscription.id')
    .limit(rowsMax)
    .execute()
  // The rest of the last identity may be missing: it is the first of the next call.
  const last = rows.length < rowsMax ? undefined : rows.at(-1)?.identity_id
  return rows.filter(({ identity_id }) => identity_id !== last)
}

interface FilledSection {
  readonly row: SubscriptionRow
  readonly section: DigestSection | undefined
  readonly epoch: number
  readonly position: LogPosition
}

/** `refused`: by the recipient's side; `failed`: the mail server did not accept it for another reason. */
type Outcome = 'sent' | 'empty' | 'refused' | 'failed'

/** The position moves after it was accepted: what was cut off is sent again with the next digest. */
async function sendDigest(options: DigestOptions, rows: readonly DueSubscription[]): Promise<Outcome> {
  const { mail, hash, origin, signal, onWarning } = options
  const filled: FilledSection[] = []
  for (const row of rows) {
    try {
      filled.push(await fillSection(options, row))
    } catch (thrown) {
      if (signal.aborted) throw thrown
      onWarning(`the digest of ${row.id} could not be made`, thrown)
      // A filter that is no longer valid stays so for longer than a pause.
      await postpone(options, [row], isFailure(thrown) ? (now) => nextDigestAt(row.every, now) : undefined)
    }
  }
  const sections = filled.flatMap(({ section }) => section ?? [])
  const [first] = rows
  if (first === undefined) return 'empty'
  if (sections.length > 0) {
    const unsubscribeUrl = `${origin}/account/unsubscribe/${toToken(hash, 'unsubscribe', first.identity_id)}`
    try {
      await mail.send(digestEmail({ to: first.email, sections, origin, unsubscribeUrl }), signal)
    } catch (thrown) {
      if (signal.aborted) throw thrown
      const isRefusal = thrown instanceof RecipientRejected
      if (isRefusal && thrown.isPermanent) await stop(options, first.identity_id)
      else {
        onWarning('a digest could not be sent', thrown)
        await postpone(
          options,
          filled.map(({ row }) => row),
        )
      }
      return isRefusal ? 'refused' : 'failed'
    }
  }
  await recordDigest(options, filled)
  return sections.length > 0 ? 'sent' : 'empty'
}

async function fillSection(options: DigestOptions, row: SubscriptionRow): Promise<FilledSection> {
  const { readModel, sources, urls, clock, signal } = options
  const source = sources.get(row.service) as ChangeSource
  const filters = JSON.parse(row.filters) as Record<string, string>
  const matcher = await toMatcher(source, parseFilters(source, filters))
  const epoch = readModel.epoch()
  // After a rebuild, everything would be new: it goes on with what is.
  if (Number(row.epoch) !== epoch)
    return { row, section: undefined, epoch, position: currentPosition(readModel, row.service) }
  await source.refresh?.()
  let position: LogPosition = { number: Number(row.position), at: Number(row.position_at) }
  const start = await readStart(readModel.read, row.service)
  const isIncomplete = position.number < start.number
  if (isIncomplete) position = start
  const after = formatPosition(epoch, position)
  const found: DeliveredChange[] = []
  let count = 0
  for (let page = 0; page < pagesMax && count < countedMax; page++) {
    signal.throwIfAborted()
    const read = await readChanges(readModel, row.service, matcher, position, countedMax - count)
    // Restored: the number is that of another change.
    if (read === undefined)
      return { row, section: undefined, epoch, position: currentPosition(readModel, row.service) }
    found.push(...read.changes.slice(0, linesMax - found.length))
    count += read.changes.length
    position = read.position
    if (!read.hasMore) break
  }
  if (count === 0 && !isIncomplete) return { row, section: undefined, epoch, position }
  const docs = await renderChanges(source, found, clock.now())
  const base = urls.get(row.service) ?? ''
  const lines = await source.describe(docs.map((doc) => JSON.parse(doc) as Record<string, unknown>))
  const section: DigestSection = {
    service: row.service,
    filters,
    lines: lines.map(({ text, url }) => ({ text, url: url === undefined ? undefined : base + url })),
    more: count - found.length,
    moreUrl: `${base}${source.path}?${new URLSearchParams({ ...filters, after })}`,
    isIncomplete,
  }
  return { row, section, epoch, position }
}

async function recordDigest({ ledger, clock }: DigestOptions, filled: readonly FilledSection[]) {
  const nowMs = clock.now()
  await ledger.transaction(async (tx) => {
    for (const { row, section, epoch, position } of filled)
      await tx
        .updateTable('subscription')
        .set({
          epoch,
          position: position.number,
          position_at: position.at,
          due_at: nextDigestAt(row.every, nowMs),
          ...(section === undefined ? {} : { sent_at: nowMs }),
        })
        .where('id', '=', row.id)
        .execute()
  })
}

/** Nothing is lost: the next try has it. */
async function postpone(
  { ledger, clock }: DigestOptions,
  rows: readonly SubscriptionRow[],
  dueAt = (nowMs: number) => nowMs + pauseMs,
): Promise<void> {
  const ids = rows.map(({ id }) => id)
  await ledger.transaction(async (tx) => {
    await tx
      .updateTable('subscription')
      .set({ due_at: dueAt(clock.now()) })
      .where('id', 'in', ids)
      .execute()
  })
}

async function stop({ ledger }: DigestOptions, identityId: string): Promise<void> {
  await ledger.transaction(async (tx) => {
    await tx
      .updateTable('subscription')
      .set({ state: 'stopped', due_at: null })
      .where('identity_id', '=', identityId)
      .where('form', '=', 'email')
      .execute()
  })
}
