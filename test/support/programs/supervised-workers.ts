/** A program with workers and nothing else, for tests of their supervision. */

import cluster from 'node:cluster'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { toCommandExit } from '../../../src/cli/exit.ts'
import { startWorkers } from '../../../src/cli/serve/workers.ts'
import { listenForStop, untilStopped } from '../../../src/cli/stop-signal.ts'
import { systemClock } from '../../../src/core/clock.ts'

const [behaviour = 'good', port = '0'] = process.argv.slice(2)
using stop = listenForStop()

function printLine(line: string): void {
  process.stderr.write(`${line}\n`)
}

if (cluster.isPrimary) {
  try {
    await using group = await startWorkers({
      count: 2,
      clock: systemClock,
      stop: stop.signal,
      stopTimeoutMs: 500,
      env: {},
      note: printLine,
    })
    printLine(`ready on ${group.port}`)
    await untilStopped(stop.signal)
  } catch (thrown) {
    const ending = toCommandExit(thrown, false)
    printLine(ending.message)
    process.exitCode = ending.code
  }
} else if (behaviour === 'never-listens') {
  printLine('refusing')
  process.exitCode = 75
} else {
  const server = createServer((request, response) => {
    if (request.url === '/die') process.exit(9)
    response.end(String(process.pid))
  })
  server.listen(Number(port), '127.0.0.1')
  await once(server, 'listening')
  await untilStopped(stop.signal)
  printLine(`stopping ${process.pid}`)
  if (behaviour === 'stubborn') setInterval(() => {}, 1000)
  server.close()
  server.closeAllConnections()
}
