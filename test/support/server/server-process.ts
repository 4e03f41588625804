/** A server for tests: started by its own command, with data there when it is handed over. */

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
  const workplace = new CliRunner()
  try {
    const server = workplace.start(['serve', ...args], { PORT: '0', DATA_DIR: workplace.folder, ...env })
    const base = (await server.waitForOutput(/ready at (http:\S+)/))[1] ?? ''
    return { origin: base, server, runner: workplace, [Symbol.dispose]: () => workplace[Symbol.dispose]() }
  } catch (thrown) {
    workplace[Symbol.dispose]()
    throw thrown
  }
}

/** How long a first sync may take on a machine that is busy with other tests. */
export const firstSyncTimeoutMs = 240_000

/** Asks again and again until the answer is as wanted; throws with the last one when it takes too long. */
export async function waitForResponse(
  url: string,
  isExpected: (answer: Response, body: string) => boolean,
): Promise<string> {
  const deadline = systemClock.now() + firstSyncTimeoutMs
  for (;;) {
    const answer = await fetch(url)
    const body = await answer.text()
    if (isExpected(answer, body)) return body
    if (systemClock.now() > deadline)
      throw new Error(`${url} still answers ${answer.status}: ${body.slice(0, 300)}`)
    await systemClock.sleep(100)
  }
}
