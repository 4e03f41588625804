/**
 * Stores each distinct description once and counts its uses. Descriptions of one employer have much in common: the first
 * one is the base of the next, of which only the difference takes space. A base stays while another one needs it.
 */

import { packText, unpackText } from '../../../core/text/packed-text.ts'
import { chunks } from '../../../store/chunks.ts'
import type { JobsTables, JobsTransaction } from '../schema/tables.ts'

export interface SafeText {
  readonly html: string
  readonly hash: string
  /** Texts of the same one are based on each other. */
  readonly employer: string
}

/** Shorter texts have no base and are none. */
const charactersMin = 500

/** What a base must save of the size without one. Otherwise the text is the next base: employers change their phrases. */
const savingMin = 0.1
/** Texts that are smaller than this part of their length have certainly something in common with their base. */
const certainRatio = 0.36

export async function addTexts(tx: JobsTransaction, texts: readonly SafeText[]): Promise<void> {
  const uses = countUses(texts)
  const hashes = [...uses.keys()]
  const stored = new Set(
    (await tx.selectFrom('job_description').select('hash').where('hash', 'in', hashes).execute()).map(
      ({ hash }) => hash,
    ),
  )
  await changeUses(tx, new Map([...uses].filter(([hash]) => stored.has(hash))))
  const added = new Map(texts.filter(({ hash }) => !stored.has(hash)).map((text) => [text.hash, text]))
  if (added.size > 0) await insertTexts(tx, [...added.values()], uses)
}

async function insertTexts(
  tx: JobsTransaction,
  texts: readonly SafeText[],
  uses: ReadonlyMap<string, number>,
): Promise<void> {
  const bases = await readBases(tx, [...new Set(texts.map(({ employer }) => employer))])
  const known = new Map(bases)
  const rows = new Map<string, JobsTables['job_description']>()
  const earlierBases = new Map<string, number>()
  for (const { html, hash, employer } of texts) {
    const base = html.length < charactersMin ? undefined : bases.get(employer)
    const onBase = base === undefined ? undefined : packOnBase(html, base.html)
    const data = onBase ?? packText(html)
    rows.set(hash, {
      hash,
      uses: uses.get(hash) ?? 0,
      data,
      base: onBase === undefined || base === undefined ? null : base.hash,
    })
    if (onBase === undefined) {
      if (html.length >= charactersMin) bases.set(employer, { hash, html })
    } else if (base !== undefined) {
      const row = rows.get(base.hash)
      if (row === undefined) earlierBases.set(base.hash, (earlierBases.get(base.hash) ?? 0) + 1)
      else row.uses += 1
    }
  }
  await tx
    .insertInto('job_description')
    .values([...rows.values()])
    .execute()
  await changeUses(tx, earlierBases)
  const changed = [...bases].filter(([employer, { hash }]) => known.get(employer)?.hash !== hash)
  if (changed.length > 0)
    await tx
      .insertInto('job_description_base')
      .values(changed.map(([employer, { hash }]) => ({ employer, hash })))
      .onConflict((conflict) =>
        conflict.column('employer').doUpdateSet((eb) => ({ hash: eb.ref('excluded.hash') })),
      )
      .execute()
}

/** Undefined if the base saves too little. */
function packOnBase(html: string, base: string): Uint8Array | undefined {
  const data = packText(html, base)
  if (data.length < html.length * certainRatio) return data
  return data.length < packText(html).length * (1 - savingMin) ? data : undefined
}

async function readBases(
  tx: JobsTransaction,
  employers: readonly string[],
): Promise<Map<string, { readonly hash: string; readonly html: string }>> {
  const rows = await tx
    .selectFrom('job_description_base')
    .innerJoin('job_description', 'job_description.hash', 'job_description_base.hash')
    .select(['job_description_base.employer', 'job_description_base.hash', 'job_description.data'])
    .where('job_description_base.employer', 'in', employers)
    .execute()
  return new Map(rows.map(({ employer, hash, data }) => [employer, { hash, html: unpackText(data) }]))
}

/** Deletes those that nothing uses any more. */
export async function removeTexts(
  tx: JobsTransaction,
  texts: readonly { readonly hash: string }[],
): Promise<void> {
  const uses = countUses(texts)
  await changeUses(tx, new Map([...uses].map(([hash, count]) => [hash, -count])))
  const bases: { readonly hash: string }[] = []
  for (const hashes of chunks(uses.keys())) {
    const unused = await tx
      .selectFrom('job_description')
      .select(['hash', 'base'])
      .where('hash', 'in', hashes)
      .where('uses', '<=', 0)
      .execute()
    if (unused.length === 0) continue
    const deleted = unused.map(({ hash }) => hash)
    await tx.deleteFrom('job_description').where('hash', 'in', deleted).execute()
    await tx.deleteFrom('job_description_base').where('hash', 'in', deleted).execute()
    bases.push(...unused.flatMap(({ base }) => (base === null ? [] : [{ hash: base }])))
  }
  // A base has none itself, so this goes one level deep.
  if (bases.length > 0) await removeTexts(tx, bases)
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
