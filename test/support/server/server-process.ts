/** A server process for tests, started with the command line. */

import { systemClock } from '../../../src/core/clock.ts'
import { CliRunner, type RunningProcess } from '../cli-runner.ts'

export interface ServerProcess extends Disposable {
  readonly origin: string
  readonly server: RunningProcess
  readonly runner: CliRunner
}

export async function startServerProcess(
  args: readonly string[] = [],
  env: Readonly<Record<string, string>> = {},
): Promise<ServerProcess> {
  const runner = new CliRunner()
  try {
    const server = runner.start(['serve', ...args], { PORT: '0', DATA_DIR: runner.folder, ...env })
    const origin = (await server.waitForOutput(/ready at (http:\S+)/))[1] ?? ''
    return { origin, server, runner, [Symbol.dispose]: () => runner[Symbol.dispose]() }
  } catch (thrown) {
    runner[Symbol.dispose]()
    throw thrown
  }
}

/** How long a first sync may take on a machine that runs other tests at the same time. */
export const firstSyncTimeoutMs = 240_000

/** Repeats a request until the response is as expected; throws with the last one on timeout. */
export async function waitForResponse(
  url: string,
  isExpected: (response: Response, body: string) => boolean,
): Promise<string> {
  const deadline = systemClock.now() + firstSyncTimeoutMs
  for (;;) {
    const response = await fetch(url)
    const body = await response.text()
    if (isExpected(response, body)) return body
    if (systemClock.now() > deadline)
      throw new Error(`${url} still responds with ${response.status}: ${body.slice(0, 300)}`)
    await systemClock.sleep(100)
  }
}
