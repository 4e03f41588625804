/** The memory of a process with all its threads, as the kernel sees it; on Linux. */

import { readFileSync } from 'node:fs'

export function residentMb(pid: number): number {
  const [, kilobytes = '0'] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  return Math.round(Number(kilobytes) / 1024)
}

/** What no load may exceed. */
export const residentMbMax = 700
