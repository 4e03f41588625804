/** A number that all threads of this process share. */

import { getEnvironmentData, setEnvironmentData } from 'node:worker_threads'

/** Threads that start later get the one of the same name. */
export function sharedNumber(name: string): Int32Array {
  let shared = getEnvironmentData(name)
  if (!(shared instanceof SharedArrayBuffer)) {
    shared = new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT)
    setEnvironmentData(name, shared)
  }
  return new Int32Array(shared as SharedArrayBuffer)
}
