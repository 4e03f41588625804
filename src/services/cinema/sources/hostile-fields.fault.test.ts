/** One field of a list with a value that no platform should send: no showtime is lost without a word, and no row costs the others. */

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { openCinemaSandbox, sandboxCinemaSources } from '../../../../test/support/cinema/cinema-sandbox.ts'
import { FakeClock } from '../../../../test/support/fake-clock.ts'
import { type FieldPath, fieldPaths, withValueAt } from '../../../../test/support/field-paths.ts'
import { isFailure } from '../../../core/errors.ts'
import { parseResponses } from '../../../sync/publish/parse-responses.ts'
import type { ParsedResponse } from '../../../sync/source.ts'
import { recordsOfType } from '../schema/records.ts'
import type { CinemaMember } from './cinema-member.ts'
import type { CinemaSource } from './define-cinema-source.ts'

const now = '2026-11-15T12:00:00Z'
/** Of no field, and not an empty list. */
const hostileValue = [7]

async function readListing(
  source: CinemaSource,
  member: CinemaMember,
  responses: readonly ParsedResponse[],
): Promise<{ showtimes: number; reported: number } | undefined> {
  let reported = 0
  const texts = responses.map((response) => ({ ...response, body: asText(response.body) }))
  try {
    const parsed = await parseResponses(source as never, texts, (kind) =>
      (source.secondaryKinds ?? []).includes(kind),
    )
    const records = [
      ...source.toRecords(parsed, { member, nowMs: Date.parse(now), drop: () => (reported += 1) }),
    ]
    return {
      showtimes: recordsOfType(records, 'showtime').length,
      reported:
        reported + recordsOfType(records, 'listed').length + recordsOfType(records, 'failed_part').length,
    }
  } catch (error) {
    if (isFailure(error, 'upstream_changed')) return undefined
    throw error
  }
}

/** Of a list, or of an object with a row for each film or day. */
function isInRow(path: FieldPath): boolean {
  return path.some((name) => /^\d/.test(name))
}

function asText(body: unknown): string {
  return typeof body === 'string' ? body : JSON.stringify(body)
}

/** Those of JSON-LD are pages. */
const sourcesWithLists = sandboxCinemaSources.filter(({ id }) => id !== 'json-ld')

describe('a hostile field', () => {
  for (const source of sourcesWithLists)
    for (const member of source.id === 'filmbot' ? source.members : source.members.slice(0, 1))
      it(`of ${source.id} (${member.id}) is refused, or what it costs is reported`, async () => {
        await using world = await openCinemaSandbox(new FakeClock(now))
        const responses: ParsedResponse[] = []
        await world.sync(source, member, (response) => {
          responses.push(response)
          return response
        })
        const byKind = [...Map.groupBy(responses, ({ kind }) => kind).values()]
        // Two of a kind: one that cannot be read costs nothing of the other.
        const list = byKind.flatMap((ofKind) => ofKind.slice(0, 2))
        const whole = await readListing(source, member, list)
        assert.ok(whole !== undefined && whole.showtimes > 0)
        for (const [changed, other] of byKind) {
          if (changed === undefined) continue
          const isSecondary = source.secondaryKinds?.includes(changed.kind) ?? false
          for (const path of fieldPaths(changed.body)) {
            const body = withValueAt(changed.body, path, hostileValue)
            const others = list.map((one) => (one === changed ? { ...one, body } : one))
            const found = await readListing(source, member, others)
            const where = `${changed.kind} ${path.join('/')}`
            if (found === undefined)
              assert.ok(!isSecondary && !isInRow(path), `${where} costs the whole list`)
            else if (found.showtimes < whole.showtimes) assert.ok(found.reported > whole.reported, where)
          }
          if (other === undefined || isSecondary) continue
          for (const body of ['', '{}', 'null', '"x"', '<html></html>']) {
            const found = await readListing(
              source,
              member,
              responses.map((one) => (one === other ? { ...one, body } : one)),
            )
            assert.ok(found !== undefined && found.reported > whole.reported, `${changed.kind} ${body}`)
          }
        }
      })
})
