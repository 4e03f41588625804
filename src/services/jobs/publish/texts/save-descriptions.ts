/**
 * Stores the descriptions of postings. Equal ones are stored once and count their uses; a posting keeps its last versions.
 * The caller must hold the `job blocks` lock.
 */

import { hash } from 'node:crypto'
import { packText } from '../../../../core/text/packed-text.ts'
import { chunks } from '../../../../store/chunks.ts'
import type { WriteBatch } from '../../../../sync/source.ts'
import { toSafeHtml } from '../../normalise/description.ts'
import { releaseText } from '../../normalise/held-text.ts'
import type { JobsTransaction } from '../../schema/tables.ts'
import { noteTextChanges } from './list-texts.ts'

const versionsMax = 5

interface SafeText {
  readonly html: string
  readonly hash: string
}

/** Postings at once, which bounds the memory. */
const postingsMax = 200

/** By slot the description as the board has it, or undefined if the posting no longer has one. */
export async function saveDescriptions(
  tx: JobsTransaction,
  day: string,
  descriptions: ReadonlyMap<number, string | undefined>,
  pause?: WriteBatch<unknown>['pause'],
): Promise<void> {
  for (const chunk of chunks(descriptions, postingsMax)) {
    await pause?.()
    const texts = new Map<number, SafeText>()
    const withoutText: number[] = []
    for (const [slot, raw] of chunk) {
      const html = raw === undefined ? '' : toSafeHtml(releaseText(raw))
      if (html === '') withoutText.push(slot)
      else texts.set(slot, { html, hash: hash('sha256', html, 'base64url').slice(0, 14) })
    }
    await deleteDescriptions(tx, withoutText)
    await saveChanged(tx, day, texts)
  }
}

async function saveChanged(
  tx: JobsTransaction,
  day: string,
  texts: ReadonlyMap<number, SafeText>,
): Promise<void> {
  const stored = await readVersions(tx, [...texts.keys()])
  const changed = [...texts].filter(([slot, { hash }]) => stored.get(slot)?.at(-1)?.hash !== hash)
  if (changed.length === 0) return
  await addTexts(
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
  await removeTexts(tx, oldest)
  const [listed, unlisted] = [true, false].map((hadText) =>
    changed.map(([slot]) => slot).filter((slot) => stored.has(slot) === hadText),
  )
  await noteTextChanges(tx, listed ?? [], true)
  await noteTextChanges(tx, unlisted ?? [], false)
}

/** Stores each distinct text once and counts its uses. */
async function addTexts(tx: JobsTransaction, texts: readonly SafeText[]): Promise<void> {
  const rows = [...Map.groupBy(texts, ({ hash }) => hash)].map(([hash, same]) => ({
    hash,
    uses: same.length,
    data: packText(same[0]?.html ?? ''),
  }))
  await tx
    .insertInto('job_description')
    .values(rows)
    .onConflict((conflict) =>
      conflict
        .column('hash')
        .doUpdateSet((eb) => ({ uses: eb('job_description.uses', '+', eb.ref('excluded.uses')) })),
    )
    .execute()
}

/** Deletes those that nothing uses any more. */
async function removeTexts(tx: JobsTransaction, versions: readonly StoredVersion[]): Promise<void> {
  const byHash = Map.groupBy(versions, ({ hash }) => hash)
  const byUses = Map.groupBy(byHash.keys(), (hash) => byHash.get(hash)?.length ?? 0)
  for (const [uses, hashes] of byUses)
    for (const chunk of chunks(hashes)) {
      const texts = tx.updateTable('job_description').where('hash', 'in', chunk)
      await texts.set((eb) => ({ uses: eb('uses', '-', uses) })).execute()
      await tx.deleteFrom('job_description').where('hash', 'in', chunk).where('uses', '<=', 0).execute()
    }
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
    await removeTexts(tx, [...stored.values()].flat())
  }
}
