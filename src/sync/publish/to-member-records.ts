/** Maps responses to the records of one member: drops duplicates, holds what cannot be true, and counts both by reason. */

import { Failure } from '../../core/errors.ts'
import type { LoopPause } from '../loop-pause.ts'
import { openPlausibilityGate } from '../plausibility.ts'
import type { AnySource, AnyWriter, MapContext, Member, ParsedResponse } from '../source.ts'

export interface MappedMember {
  readonly records: readonly unknown[]
  /** Number of dropped rows, by reason. */
  readonly dropped: Readonly<Record<string, number>>
  /** Number of records that cannot be true, by reason. */
  readonly held: Readonly<Record<string, number>>
}

interface MapOptions extends Partial<Pick<MapContext<Member>, 'isPart' | 'storedHashes'>> {
  /** Called between records. */
  readonly pause?: LoopPause
}

const reasonsMax = 20
const reasonCharactersMax = 80

export async function toMemberRecords(
  source: AnySource,
  writer: AnyWriter,
  member: Member,
  responses: readonly ParsedResponse[],
  capturedAt: number,
  { isPart = false, storedHashes, pause }: MapOptions = {},
): Promise<MappedMember> {
  const dropped: Record<string, number> = {}
  const drop = (reason: string) => {
    const short = reason.slice(0, reasonCharactersMax)
    const key = short in dropped || Object.keys(dropped).length < reasonsMax ? short : 'other'
    dropped[key] = (dropped[key] ?? 0) + 1
  }
  const seen = new Set<string>()
  const records: unknown[] = []
  const gate = openPlausibilityGate(writer.plausibility, { member, capturedAt })
  const context = { member, nowMs: capturedAt, isPart, storedHashes, drop }
  for (const record of source.toRecords(responses, context)) {
    await pause?.()
    const key = writer.keyOf?.(record)
    if (key !== undefined && seen.has(key)) {
      drop('duplicate')
      continue
    }
    if (key !== undefined) seen.add(key)
    const passed = gate.pass(record)
    if (passed !== undefined) records.push(passed)
  }
  if (records.length === 0 && Object.keys(dropped).length > 0) {
    throw new Failure(
      'upstream_changed',
      `None of ${sumReasons(dropped)} rows could be read: ${Object.keys(dropped)[0]}.`,
    )
  }
  return { records, dropped, held: gate.held }
}

export function sumReasons(counts: Readonly<Record<string, number>>): number {
  return Object.values(counts).reduce((sum, count) => sum + count, 0)
}
