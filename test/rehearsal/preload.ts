/**
 * Loaded before everything else in each process and thread of a rehearsed node: the live profile then reaches the
 * simulated hosts, and the clock is ahead. Nothing in the product can load it.
 */

import { appendFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { getHeapStatistics } from 'node:v8'
import { isMainThread } from 'node:worker_threads'
import { startProfile } from './profile.ts'
import { readSettings } from './settings.ts'

const usageEveryMs = 500
const { clockAheadMs, usageFile, profileFolder } = readSettings()

const systemNow = Date.now
Date.now = () => systemNow() + clockAheadMs

/** Only `load-profile.ts` gets the rehearsed profile, which itself imports the real one. */
registerHooks({
  resolve(specifier, context, nextResolve) {
    const isProfile =
      specifier === './live.ts' && context.parentURL?.endsWith('/src/app/profile/load-profile.ts')
    return nextResolve(isProfile ? new URL('./live-profile.ts', import.meta.url).href : specifier, context)
  },
})

const thread = isMainThread ? 'main' : process.argv[1]?.includes('sync-thread') ? 'sync' : 'worker'

if (profileFolder !== undefined && thread === 'sync') startProfile(profileFolder)

if (usageFile !== undefined) {
  const write = () => appendFileSync(usageFile, `${JSON.stringify(usageOf(thread))}\n`)
  setInterval(write, usageEveryMs).unref()
  process.once('exit', write)
}

function usageOf(thread: string) {
  const { user, system } = process.threadCpuUsage()
  const { total_heap_size, external_memory } = getHeapStatistics()
  return {
    thread,
    pid: process.pid,
    cpuMs: (user + system) / 1000,
    memoryBytes: total_heap_size + external_memory,
    processCpuMs: (process.cpuUsage().user + process.cpuUsage().system) / 1000,
  }
}
