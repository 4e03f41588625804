/** Publishes the names by which companies and vendors are found. */

import { chunks } from '../../../store/chunks.ts'
import { type NamedKind, toNameForms } from '../normalise/name-forms.ts'
import type { TrustTx } from '../schema/tables.ts'
import { inChunks } from './in-chunks.ts'

/** Replaces the names of these ids; those without a name lose theirs. */
export async function publishNames(
  tx: TrustTx,
  kind: NamedKind,
  ids: readonly string[],
  named: readonly { readonly id: string; readonly doc: string }[],
): Promise<void> {
  const stored = await inChunks(ids, (chunk) =>
    tx
      .selectFrom('trust_name')
      .selectAll()
      .where('id', 'in', chunk)
      .where('form', 'like', `${kind}.%`)
      .execute(),
  )
  const wanted = named.flatMap(({ id, doc }) =>
    toNameForms(kind, (JSON.parse(doc) as { readonly name: string }).name).map((form) => ({ ...form, id })),
  )
  const keyOf = ({ form, text, id }: (typeof wanted)[number]) => `${form}\n${text}\n${id}`
  const [storedKeys, wantedKeys] = [new Set(stored.map(keyOf)), new Set(wanted.map(keyOf))]
  for (const { form, text, id } of stored.filter((row) => !wantedKeys.has(keyOf(row))))
    await tx
      .deleteFrom('trust_name')
      .where('form', '=', form)
      .where('text', '=', text)
      .where('id', '=', id)
      .execute()
  const added = wanted.filter((row) => !storedKeys.has(keyOf(row)))
  for (const chunk of chunks(added, 200)) await tx.insertInto('trust_name').values(chunk).execute()
}
