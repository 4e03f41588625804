/** Positions in the change log, as readers hold them: `<epoch>-<number>-<time>`. */

import { Failure } from '../../core/errors.ts'
import { loggedServices } from '../../core/logged-services.ts'
import { changeScope } from '../../store/changes/change-scope.ts'
import type { LogPosition } from '../../store/changes/read-log.ts'
import type { Publications } from '../../store/store.ts'

export const positionCharsMax = 64

export function formatPosition(epoch: number, { number, at }: LogPosition): string {
  return `${epoch.toString(36)}-${number}-${at.toString(36)}`
}

/** The end of the log, as far as this process knows: never ahead of the data that it shows. */
export function currentPosition(db: Publications, service: string): LogPosition {
  const scope = changeScope(service)
  return { number: db.version(scope), at: db.publishedAt(scope) }
}

/** As lists state it; undefined for what has no log. */
export function changesAfter(db: Publications, service: string): string | undefined {
  return loggedServices.some((logged) => logged === service)
    ? formatPosition(db.epoch(), currentPosition(db, service))
    : undefined
}

/** Undefined if it is one of another read model, whose numbers mean nothing in this one. */
export function parsePosition(text: string, epoch: number, parameter: string): LogPosition | undefined {
  const [, readModel, number, at] = /^([0-9a-z]{1,12})-(\d{1,15})-([0-9a-z]{1,10})$/.exec(text) ?? []
  if (readModel === undefined)
    throw new Failure(
      'invalid_request',
      'That is not a position of the change log: send one that a response stated, or "now".',
      {
        details: { parameter, expected: 'meta.changes_after of a response, now, or nothing' },
      },
    )
  if (Number.parseInt(readModel, 36) !== epoch) return undefined
  return { number: Number(number), at: Number.parseInt(at ?? '', 36) }
}
