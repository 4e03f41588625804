/** Statements about long lists of ids, a few hundred at a time, and all their rows. */

const idsMax = 500

export async function inChunks<Row>(
  ids: readonly string[],
  work: (chunk: readonly string[]) => Promise<readonly Row[]>,
): Promise<Row[]> {
  const rows: Row[] = []
  for (let from = 0; from < ids.length; from += idsMax) {
    rows.push(...(await work(ids.slice(from, from + idsMax))))
  }
  return rows
}
