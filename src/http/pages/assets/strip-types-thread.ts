/** Sends the scripts of the pages without their types, by name, and ends. */

import { stripTypeScriptTypes } from 'node:module'
import { parentPort, workerData } from 'node:worker_threads'

const sources: ReadonlyMap<string, string> = workerData
parentPort?.postMessage(
  new Map(Array.from(sources, ([name, source]) => [name, stripTypeScriptTypes(source)])),
)
