/** Tells the primary process, which syncs, what its workers serve. */

import cluster, { type Worker } from 'node:cluster'
import type { Clock } from '../core/clock.ts'
import type { ReadMarks } from '../sync/publish/read-marks.ts'

interface ReadMessage {
  readonly scopesRead: readonly string[]
}

/** In the primary process: marks what workers report, until it is disposed. */
export function receiveReads(marks: ReadMarks): Disposable {
  function onMessage(_worker: Worker, message: Partial<ReadMessage> | undefined): void {
    for (const scope of message?.scopesRead ?? []) marks.mark(scope)
  }
  cluster.on('message', onMessage)
  return { [Symbol.dispose]: () => void cluster.off('message', onMessage) }
}

/** Often enough for reads that follow each other within a second to be seen as one walk. */
const reportEveryMs = 250

function sendToPrimary(message: ReadMessage): void {
  if (process.connected) process.send?.(message)
}

/** In a worker process, until it is disposed. */
export function reportReads(marks: ReadMarks, clock: Clock, send = sendToPrimary): Disposable {
  let cancel = () => {}
  function report(): void {
    const scopesRead = marks.takeAll()
    if (scopesRead.length > 0) send({ scopesRead })
    cancel = clock.after(reportEveryMs, report)
  }
  report()
  return { [Symbol.dispose]: () => cancel() }
}
