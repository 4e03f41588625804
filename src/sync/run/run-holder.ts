/** Who holds a lease or runs a run: `host:pid/run`, so that another process on the same machine can see whether it still lives. */

/** Unique per run, so that one process cannot hold a source twice. */
export function runHolder(processHolder: string, runId: string): string {
  return `${processHolder}/${runId}`
}

/** This process among all that share the store. */
export interface ThisProcess {
  /** `host:pid`. */
  readonly holder: string
  readonly processStartedAt: number
}

/** True only when it is certain. A process elsewhere is dead when its lease has run out, and not before. */
export function isHolderDead(
  run: { readonly holder: string; readonly started_at: number },
  thisProcess: ThisProcess,
): boolean {
  const [processPart = ''] = run.holder.split('/')
  const host = processPart.slice(0, processPart.lastIndexOf(':'))
  const thisHost = thisProcess.holder.slice(0, thisProcess.holder.lastIndexOf(':'))
  const pid = Number(processPart.slice(host.length + 1))
  if (host !== thisHost || !Number.isInteger(pid) || pid <= 0) return false
  // In a container every life of the program may have the same process id.
  if (pid === process.pid) return run.started_at < thisProcess.processStartedAt
  return !isProcessRunning(pid)
}

function isProcessRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}
