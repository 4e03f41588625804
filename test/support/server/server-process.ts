/** A server for tests: started by its own command, with data there when it is handed over. */

import { systemClock } from '../../../src/core/clock.ts'
import { type Running, Workplace } from '../cli-runner.ts'

export interface Served extends Disposable {
  readonly base: string
  readonly server: Running
  readonly workplace: Workplace
}

export async function serve(
  args: readonly string[] = [],
  env: Readonly<Record<string, string>> = {},
): Promise<Served> {
  const workplace = new Workplace()
  try {
    const server = workplace.start(['serve', ...args], { PORT: '0', DATA_DIR: workplace.folder, ...env })
    const base = (await server.until(/ready at (http:\S+)/))[1] ?? ''
    return { base, server, workplace, [Symbol.dispose]: () => workplace[Symbol.dispose]() }
  } catch (thrown) {
    workplace[Symbol.dispose]()
    throw thrown
  }
}

/** How long a first sync may take on a machine that is busy with other tests. */
export const dataWithinMs = 240_000

/** Asks again and again until the answer is as wanted; throws with the last one when it takes too long. */
export async function ask(
  url: string,
  isWanted: (answer: Response, body: string) => boolean,
): Promise<string> {
  const deadline = systemClock.now() + dataWithinMs
  for (;;) {
    const answer = await fetch(url)
    const body = await answer.text()
    if (isWanted(answer, body)) return body
    if (systemClock.now() > deadline)
      throw new Error(`${url} still answers ${answer.status}: ${body.slice(0, 300)}`)
    await systemClock.sleep(100)
  }
}
