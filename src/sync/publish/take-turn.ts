/**
 * The transactions of a writer in this process, one after the other. In PostgreSQL they would wait for each other's locks, each
 * with a connection, and under load for longer than a statement may take.
 */

import type { AnyWriter } from '../source.ts'

const lastTurns = new WeakMap<AnyWriter, Promise<unknown>>()

/** `work` must end by itself, as every transaction does. */
export async function takeTurn<Result>(writer: AnyWriter, work: () => Promise<Result>): Promise<Result> {
  const before = lastTurns.get(writer) ?? Promise.resolve()
  const turn = before.then(work)
  lastTurns.set(
    writer,
    turn.catch(() => {}),
  )
  return await turn
}
