/** A program with workers and nothing else, for tests of their supervision. */

import { once } from 'node:events'
import { writeSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { isMainThread, parentPort, threadId, workerData } from 'node:worker_threads'
import { CommandFailed, toCommandExit } from '../../../src/cli/exit.ts'
import { runWorker, type WorkerStart } from '../../../src/cli/serve/run-worker.ts'
import { startWorkers } from '../../../src/cli/serve/workers.ts'
import { listenForStop, untilStopped } from '../../../src/cli/stop-signal.ts'
import { systemClock } from '../../../src/core/clock.ts'

interface Data {
  readonly behaviour: string
  /** Ends a thread that is busy, or the wait for one that dies. */
  readonly memory: SharedArrayBuffer
}

function printLine(line: string): void {
  process.stderr.write(`${line}\n`)
}

async function supervise(behaviour: string): Promise<void> {
  const memory = new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT)
  using stop = listenForStop()
  try {
    await using group = await startWorkers({
      entry: new URL(import.meta.url),
      count: 2,
      clock: systemClock,
      stop: stop.signal,
      stopTimeoutMs: behaviour === 'only-first-listens' ? 20_000 : 500,
      stallMs: 6_000,
      startMsMax: behaviour === 'hangs' ? 4_000 : 120_000,
      createData: () => ({ data: { behaviour, memory } satisfies Data, ports: [] }),
      onRunRequested: () => {},
      note: printLine,
    })
    printLine(`ready on ${group.port}`)
    await untilStopped(stop.signal)
  } catch (thrown) {
    const ending = toCommandExit(thrown, false)
    printLine(ending.message)
    process.exitCode = ending.code
  }
}

/** What a request makes the thread do. */
const actions = (released: Int32Array): Readonly<Record<string, () => void>> => ({
  '/exit': () => process.exit(9),
  '/throw': () => {
    throw new Error('a bug')
  },
  '/memory': () => {
    const kept: object[] = []
    for (;;) kept.push(new Array(100_000).fill(kept.length))
  },
  '/busy': () => {
    // Not `process.stderr`, for which the thread would have to be idle.
    writeSync(2, `busy ${threadId}\n`)
    while (Atomics.load(released, 0) === 0);
  },
  '/endless': () => {
    for (;;);
  },
  '/slow': () => {
    writeSync(2, `slow ${threadId}\n`)
    Atomics.wait(released, 0, 0, 300)
  },
  '/release': () => void Atomics.store(released, 0, 1),
})

if (isMainThread) await supervise(process.argv[2] ?? 'good')
else if (parentPort) {
  const { data, ports, heartbeatMemory } = workerData as WorkerStart<Data>
  const { behaviour, memory } = data
  const released = new Int32Array(memory)
  const actionsOf = actions(released)
  await runWorker(parentPort, heartbeatMemory, async () => {
    if (behaviour === 'hangs') for (;;);
    if (behaviour === 'only-first-listens' && ports !== undefined) {
      writeSync(2, `first listens on ${ports.port}\n`)
      for (;;);
    }
    if (behaviour === 'never-listens') throw new CommandFailed('refusing', 75)
    // The first one dies as soon as it listens, the second one listens when the first is dead.
    if (behaviour === 'first-dies' && ports !== undefined) Atomics.wait(released, 0, 0)
    const server = createServer((request, response) => {
      setImmediate(() => {
        actionsOf[request.url ?? '']?.()
        response.end(String(threadId))
      })
    })
    server.listen({ port: ports?.port ?? 0, host: '127.0.0.1', reusePort: true })
    await once(server, 'listening')
    if (behaviour === 'first-dies' && ports === undefined) {
      setImmediate(() => process.exit(9))
      process.once('exit', () => {
        Atomics.store(released, 0, 1)
        Atomics.notify(released, 0)
      })
    }
    return {
      port: (server.address() as AddressInfo).port,
      metricsPort: undefined,
      async [Symbol.asyncDispose]() {
        printLine(`stopping ${threadId}`)
        if (behaviour === 'stubborn') setInterval(() => {}, 1000)
        server.close()
        server.closeAllConnections()
      },
    }
  })
}
