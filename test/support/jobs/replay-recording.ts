/** Replays recorded responses of boards. */

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { formatPlace } from '../../../src/core/places/place.ts'
import type { BoardRecord, Posting } from '../../../src/services/jobs/schema/records.ts'
import type { Board } from '../../../src/services/jobs/sources/members/boards.ts'
import { parseResponses } from '../../../src/sync/publish/parse-responses.ts'
import type { SourceAdapter } from '../../../src/sync/source.ts'
import { recordingsDir } from '../recordings.ts'
import { assertValidPosting } from './single-board-source.ts'

export const folder = recordingsDir('jobs')
const nowMs = Date.parse('2026-11-15T08:00:00Z')

interface ReplayResult {
  readonly postings: readonly Posting[]
  readonly verdict: string
  /** Listed pages that were not read. */
  readonly unvisited: readonly string[]
}

export async function replay(
  source: SourceAdapter<Board, BoardRecord>,
  home: string,
  key: string,
  files: readonly (readonly [kind: string, file: string, url?: string])[],
  before: readonly (readonly [kind: string, body: string])[] = [],
): Promise<ReplayResult> {
  const responses = [
    ...before.map(([kind, body]) => ({ kind, url: 'https://board.example/', fetchedAt: nowMs, body })),
    ...files.map(([kind, file, url = 'https://board.example/']) => ({
      kind,
      url,
      fetchedAt: nowMs,
      body: readFileSync(join(folder ?? '', file), 'utf8'),
    })),
  ]
  const member = { id: 'acme', key, name: 'Registry Name', home }
  const parsed = await parseResponses(source as never, asynchronous(responses))
  const records = [...source.toRecords(parsed, { member, nowMs, drop: () => {} })]
  const postings = records.filter((record): record is Posting => record.type === 'posting')
  for (const posting of postings) assertValidPosting(posting)
  const note = records.find((record) => record.type === 'note')
  const unvisited = records.flatMap((record) =>
    record.type === 'same' && 'url' in record ? [record.url] : [],
  )
  return { postings, verdict: note?.verdict ?? 'complete', unvisited }
}

async function* asynchronous<Item>(items: readonly Item[]): AsyncGenerator<Item> {
  yield* items
}

export function summarize(result: ReplayResult): string[] {
  return result.postings.map(
    ({ title, places, workplace, employment }) =>
      `${title} | ${places.map(formatPlace).join(' + ')} | ${workplace ?? '-'} | ${employment.join(', ') || '-'}`,
  )
}
