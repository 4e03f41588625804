/** Runs a benchmark program in a child process and exchanges messages with it. */

import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

/** Filling a store with a million rows takes its time. */
const responseTimeoutMs = 30 * 60_000
const stopTimeoutMs = 10_000

export class Child<Ready> implements AsyncDisposable {
  readonly ready: Ready
  readonly #process: ChildProcess

  private constructor(process: ChildProcess, ready: Ready) {
    this.#process = process
    this.ready = ready
  }

  static async start<Ready>(program: string, args: readonly string[] = []): Promise<Child<Ready>> {
    const child = fork(join(import.meta.dirname, 'programs', program), args, { stdio: 'inherit' })
    try {
      return new Child<Ready>(child, await firstMessage<Ready>(child, program))
    } catch (thrown) {
      child.kill('SIGKILL')
      throw thrown
    }
  }

  async request<Answer>(question: unknown): Promise<Answer> {
    this.#process.send(question as object)
    return await firstMessage<Answer>(this.#process, 'a program')
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#process.exitCode !== null) return
    const ended = once(this.#process, 'exit')
    this.#process.disconnect()
    const cut = setTimeout(() => this.#process.kill('SIGKILL'), stopTimeoutMs)
    await ended
    clearTimeout(cut)
  }
}

async function firstMessage<Message>(child: ChildProcess, name: string): Promise<Message> {
  const settled = new AbortController()
  const signal = AbortSignal.any([settled.signal, AbortSignal.timeout(responseTimeoutMs)])
  const ended = once(child, 'exit', { signal }).then(() => {
    throw new Error(`${name} ended before it answered`)
  })
  try {
    const [message] = await Promise.race([once(child, 'message', { signal }), ended])
    return message as Message
  } finally {
    ended.catch(() => {})
    settled.abort()
  }
}
