/** The processor time of other processes, on Linux. */

import { globSync, readFileSync } from 'node:fs'

/** Clock ticks, of which Linux counts a hundred per second. */
const tickMicros = 10_000

/** Of a process and of all that it started, in microseconds. */
export function cpuMicrosOf(pid: number | undefined): number {
  if (pid === undefined) return Number.NaN
  const children = globSync(`/proc/${pid}/task/*/children`).flatMap((file) =>
    readFileSync(file, 'utf8').trim().split(' ').filter(Boolean).map(Number),
  )
  return ownMicros(pid) + children.reduce((sum, child) => sum + cpuMicrosOf(child), 0)
}

/** The name, which may have spaces, is in parentheses; user and system time are the 14th and 15th field. */
function ownMicros(pid: number): number {
  const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
  const [user = 0, system = 0] = text
    .slice(text.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 13)
    .map(Number)
  return (user + system) * tickMicros
}
