/** A server process for tests, started with the command line. */

import { systemClock } from '../../../src/core/clock.ts'
import { CliRunner, noCoverage, type RunningProcess } from '../cli-runner.ts'
import { copySyncedData, firstSyncTimeoutMs } from './synced-data.ts'

export { firstSyncTimeoutMs } from './synced-data.ts'

export interface ServerProcess extends Disposable {
  readonly origin: string
  readonly server: RunningProcess
  readonly runner: CliRunner
}

export async function startServerProcess(
  args: readonly string[] = [],
  env: Readonly<Record<string, string>> = {},
): Promise<ServerProcess> {
  return await startIn(new CliRunner(), args, env)
}

/** With everything that the sandbox publishes at first, and without a sync of its own. */
export async function startSyncedServerProcess(
  args: readonly string[] = [],
  env: Readonly<Record<string, string>> = {},
): Promise<ServerProcess> {
  const runner = new CliRunner()
  try {
    await copySyncedData(runner.folder)
  } catch (thrown) {
    runner[Symbol.dispose]()
    throw thrown
  }
  const served = await startIn(runner, args, { SYNC_ENABLED: 'false', ...env })
  await waitForSandbox(served.origin)
  return served
}

/** A server is ready before its simulated sources are. */
export async function waitForSandbox(origin: string): Promise<void> {
  await waitForResponse(`${origin}/market/v1/symbols/search?q=apple&limit=1`, ({ ok }) => ok)
}

async function startIn(
  runner: CliRunner,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<ServerProcess> {
  try {
    const server = runner.start(['serve', ...args], {
      ...noCoverage,
      PORT: '0',
      DATA_DIR: runner.folder,
      ...env,
    })
    const origin = (await server.waitForOutput(/ready at (http:\S+)/))[1] ?? ''
    return { origin, server, runner, [Symbol.dispose]: () => runner[Symbol.dispose]() }
  } catch (thrown) {
    runner[Symbol.dispose]()
    throw thrown
  }
}

/** Repeats a request until the response is as expected; throws with the last one on timeout. */
export async function waitForResponse(
  url: string,
  isExpected: (response: Response, body: string) => boolean,
  headers: Readonly<Record<string, string>> = {},
): Promise<string> {
  const deadline = systemClock.now() + firstSyncTimeoutMs
  for (;;) {
    const response = await fetch(url, { headers })
    const body = await response.text()
    if (isExpected(response, body)) return body
    if (systemClock.now() > deadline)
      throw new Error(`${url} still responds with ${response.status}: ${body.slice(0, 300)}`)
    await systemClock.sleep(100)
  }
}
