/** Sends the scripts of the pages without their types, by path, and ends. */

import { stripTypeScriptTypes } from 'node:module'
import { parentPort, workerData } from 'node:worker_threads'

const sources: ReadonlyMap<string, string> = workerData
parentPort?.postMessage(new Map(Array.from(sources, ([path, source]) => [path, toJavaScript(source)])))

/** Types become blanks. Imports name the address of the module instead of its file. */
function toJavaScript(source: string): string {
  return stripTypeScriptTypes(source).replaceAll(/ from '(\.[^'\n]*)\.ts'/g, " from '$1.js'")
}
