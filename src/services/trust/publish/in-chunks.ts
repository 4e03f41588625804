/** Runs a statement over a long list of ids in chunks, and collects the rows. */

import { chunks } from '../../../store/chunks.ts'

export async function inChunks<Row>(
  ids: readonly string[],
  work: (chunk: readonly string[]) => Promise<readonly Row[]>,
): Promise<Row[]> {
  const rows: Row[] = []
  for (const chunk of chunks(ids)) rows.push(...(await work(chunk)))
  return rows
}
