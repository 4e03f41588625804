/** Replays recorded answers through a cinema adapter, as the sync engine would: parsed, checked, mapped. */

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { CinemaMember } from '../src/services/cinema/members.ts'
import type { CinemaRecord } from '../src/services/cinema/records.ts'
import type { CinemaAdapter } from '../src/services/cinema/sources/define.ts'
import { parseAnswers } from '../src/sync/parse-answers.ts'
import type { AnySource } from '../src/sync/source.ts'
import { fixturesDir } from './fixtures.ts'

export interface Recording {
  readonly kind: string
  readonly file: string
  readonly url?: string
}

/** Why recordings cannot be replayed here, or false. */
export const noRecordings = fixturesDir('cinema') === undefined ? 'the recordings are not here' : false

export async function replay(
  adapter: CinemaAdapter,
  member: CinemaMember,
  now: string,
  recordings: readonly Recording[],
): Promise<{ records: CinemaRecord[]; dropped: Record<string, number> }> {
  const nowMs = Date.parse(now)
  const answers = recordings.map(({ kind, file, url = 'https://recorded.invalid/' }) => ({
    kind,
    url,
    fetchedAt: nowMs,
    body: readFileSync(join(fixturesDir('cinema') ?? '', file), 'utf8'),
  }))
  const parsed = await parseAnswers(adapter as unknown as AnySource, toAsync(answers))
  const dropped: Record<string, number> = {}
  const drop = (reason: string) => {
    dropped[reason] = (dropped[reason] ?? 0) + 1
  }
  return { records: [...adapter.toRecords(parsed, { member, nowMs, drop })], dropped }
}

export function only<Type extends CinemaRecord['type']>(
  records: readonly CinemaRecord[],
  type: Type,
): Extract<CinemaRecord, { type: Type }>[] {
  return records.filter((record): record is Extract<CinemaRecord, { type: Type }> => record.type === type)
}

/** A member with what a test does not care about filled in. */
export function memberOf(own: Partial<CinemaMember> & Pick<CinemaMember, 'site' | 'timezone'>): CinemaMember {
  return {
    id: `test.${own.site.toLowerCase()}`,
    chain: 'test',
    base: 'https://cinema.invalid',
    name: 'The Test',
    address: { country: 'GB' },
    currency: 'GBP',
    options: {},
    ...own,
  }
}

async function* toAsync<Item>(items: readonly Item[]): AsyncGenerator<Item> {
  yield* items
}
