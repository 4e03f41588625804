/**
 * Stores the descriptions of postings. Equal ones are stored once and count their uses; a posting keeps its last versions.
 * The caller must hold the `job counts` lock.
 */

import { hash } from 'node:crypto'
import { packText } from '../../../core/text/packed-text.ts'
import { chunks } from '../../../store/chunks.ts'
import { toSafeHtml } from '../normalise/description.ts'
import { releaseText } from '../normalise/held-text.ts'
import type { JobsTransaction } from '../schema/tables.ts'
import { noteTextChanges } from './list-texts.ts'

const versionsMax = 5

/** Postings at once, which bounds the memory. */
const postingsMax = 200

/** By slot the description as the board has it, or undefined if the posting no longer has one. */
export async function saveDescriptions(
  tx: JobsTransaction,
  day: string,
  descriptions: ReadonlyMap<number, string | undefined>,
): Promise<void> {
  for (const chunk of chunks(descriptions, postingsMax)) {
    const texts = new Map<number, SafeText>()
    const withoutText: number[] = []
    for (const [slot, raw] of chunk) {
      const html = raw === undefined ? '' : toSafeHtml(releaseText(raw))
      if (html === '') withoutText.push(slot)
      else texts.set(slot, { html, hash: hash('sha256', html, 'base64url').slice(0, 22) })
    }
    await deleteDescriptions(tx, withoutText)
    await saveChanged(tx, day, texts)
  }
}

interface SafeText {
  readonly html: string
  readonly hash: string
}

async function saveChanged(
  tx: JobsTransaction,
  day: string,
  texts: ReadonlyMap<number, SafeText>,
): Promise<void> {
  const stored = await readVersions(tx, [...texts.keys()])
  const changed = [...texts].filter(([slot, { hash }]) => stored.get(slot)?.at(-1)?.hash !== hash)
  if (changed.length === 0) return
  await addUses(
    tx,
    changed.map(([, text]) => text),
  )
  const oldest: StoredVersion[] = []
  await tx
    .insertInto('job_description_version')
    .values(
      changed.map(([slot, { hash }]) => {
        const versions = stored.get(slot) ?? []
        oldest.push(...versions.slice(0, Math.max(0, versions.length + 1 - versionsMax)))
        return { slot, version: (versions.at(-1)?.version ?? 0) + 1, since: day, hash }
      }),
    )
    .execute()
  for (const { slot, version } of oldest)
    await tx
      .deleteFrom('job_description_version')
      .where('slot', '=', slot)
      .where('version', '=', version)
      .execute()
  await removeUses(tx, oldest)
  const [listed, unlisted] = [true, false].map((hadText) =>
    changed.map(([slot]) => slot).filter((slot) => stored.has(slot) === hadText),
  )
  await noteTextChanges(tx, listed ?? [], true)
  await noteTextChanges(tx, unlisted ?? [], false)
}

interface StoredVersion {
  readonly slot: number
  readonly version: number
  readonly hash: string
}

/** The versions of each posting, the oldest first. */
async function readVersions(
  tx: JobsTransaction,
  slots: readonly number[],
): Promise<Map<number, StoredVersion[]>> {
  if (slots.length === 0) return new Map()
  const rows = await tx
    .selectFrom('job_description_version')
    .select(['slot', 'version', 'hash'])
    .where('slot', 'in', slots)
    .orderBy('slot')
    .orderBy('version')
    .execute()
  return Map.groupBy(
    rows.map((row) => ({ slot: Number(row.slot), version: Number(row.version), hash: row.hash })),
    ({ slot }) => slot,
  )
}

/** Deletes all versions. */
export async function deleteDescriptions(tx: JobsTransaction, slots: readonly number[]): Promise<void> {
  for (const chunk of chunks(slots)) {
    const stored = await readVersions(tx, chunk)
    if (stored.size === 0) continue
    await noteTextChanges(tx, [...stored.keys()], true)
    await tx
      .deleteFrom('job_description_version')
      .where('slot', 'in', [...stored.keys()])
      .execute()
    await removeUses(tx, [...stored.values()].flat())
  }
}

/** Only texts that are not stored yet are compressed. */
async function addUses(tx: JobsTransaction, texts: readonly SafeText[]): Promise<void> {
  const uses = countUses(texts)
  const hashes = [...uses.keys()]
  const storedRows = await tx
    .selectFrom('job_description')
    .select('hash')
    .where('hash', 'in', hashes)
    .execute()
  const stored = new Set(storedRows.map((row) => row.hash))
  await changeUses(tx, new Map([...uses].filter(([hash]) => stored.has(hash))))
  const htmlByHash = new Map(texts.map(({ hash, html }) => [hash, html]))
  const added = hashes.filter((hash) => !stored.has(hash))
  if (added.length > 0)
    await tx
      .insertInto('job_description')
      .values(
        added.map((hash) => ({
          hash,
          uses: uses.get(hash) ?? 0,
          data: packText(htmlByHash.get(hash) ?? ''),
        })),
      )
      .execute()
}

async function removeUses(tx: JobsTransaction, texts: readonly { readonly hash: string }[]): Promise<void> {
  const uses = countUses(texts)
  await changeUses(tx, new Map([...uses].map(([hash, count]) => [hash, -count])))
  for (const hashes of chunks(uses.keys()))
    await tx.deleteFrom('job_description').where('hash', 'in', hashes).where('uses', '<=', 0).execute()
}

function countUses(texts: readonly { readonly hash: string }[]): Map<string, number> {
  const uses = new Map<string, number>()
  for (const { hash } of texts) uses.set(hash, (uses.get(hash) ?? 0) + 1)
  return uses
}

async function changeUses(tx: JobsTransaction, changes: ReadonlyMap<string, number>): Promise<void> {
  for (const [change, entries] of Map.groupBy(changes, ([, count]) => count)) {
    for (const chunk of chunks(entries))
      await tx
        .updateTable('job_description')
        .set((eb) => ({ uses: eb('uses', '+', change) }))
        .where(
          'hash',
          'in',
          chunk.map(([hash]) => hash),
        )
        .execute()
  }
}
