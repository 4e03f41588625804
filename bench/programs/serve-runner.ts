/** The other side of a child process: what a program of the bench tells the runner. */

/** Reports that it is ready, handles messages, and closes when the runner disconnects. */
export function serveRunner(
  ready: object,
  answer: (question: unknown) => Promise<object> | object,
  close: () => Promise<void> | void,
): void {
  process.on('message', async (question) => {
    process.send?.(await answer(question))
  })
  process.once('disconnect', async () => {
    await close()
  })
  process.send?.(ready)
}

/** Processor time so far, in microseconds. */
export function cpuMicros(): { micros: number } {
  const { user, system } = process.cpuUsage()
  return { micros: user + system }
}
