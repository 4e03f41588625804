/** Writes what a thread spends its processor time on, in the format of the developer tools of browsers. */

import { mkdirSync, writeFileSync } from 'node:fs'
import { Session } from 'node:inspector'
import { join } from 'node:path'
import { threadId } from 'node:worker_threads'

const intervalMicroseconds = 1000

/** Until the thread ends. */
export function startProfile(folder: string): void {
  mkdirSync(folder, { recursive: true })
  const session = new Session()
  session.connect()
  session.post('Profiler.enable')
  session.post('Profiler.setSamplingInterval', { interval: intervalMicroseconds })
  session.post('Profiler.start')
  process.once('exit', () => {
    session.post('Profiler.stop', (_, { profile }) => {
      writeFileSync(join(folder, `sync-${process.pid}-${threadId}.cpuprofile`), JSON.stringify(profile))
    })
  })
}
