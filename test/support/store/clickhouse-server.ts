/** A ClickHouse server of its own for one test file, which may end it and start it again with the same data. */

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { chdbFolder, skipReason } from '../backends.ts'
import { freePort } from '../free-port.ts'
import type { EngineFault } from '../programs/chdb-server.ts'
import { newFolder } from '../shared-folder.ts'

export const clickHouseSkip = skipReason('ClickHouse', chdbFolder())

const program = join(import.meta.dirname, '../programs/chdb-server.ts')

export class ClickHouseServer implements AsyncDisposable {
  readonly url: string
  readonly #port: number
  readonly #folder = newFolder('clickhouse')
  #process: ChildProcess | undefined

  private constructor(port: number) {
    this.#port = port
    this.url = `http://127.0.0.1:${port}/default`
  }

  static async start(): Promise<ClickHouseServer> {
    const server = new ClickHouseServer(await freePort())
    await server.start()
    return server
  }

  async start(): Promise<void> {
    const child = spawn(process.execPath, [program, String(this.#port), this.#folder], {
      env: { ...process.env, CHDB_FOLDER: chdbFolder() ?? '' },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    this.#process = child
    let output = ''
    const { promise: started, resolve, reject } = Promise.withResolvers<void>()
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      output = (output + text).slice(-10_000)
    })
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      if (text.includes('ready')) resolve()
    })
    child.once('error', reject)
    child.once('close', () => reject(new Error(`the ClickHouse of the tests has ended:\n${output}`)))
    await started
  }

  /** As when its machine loses its power, but for its disk. */
  async kill(): Promise<void> {
    const child = this.#process
    if (child?.exitCode !== null || child.signalCode !== null) return
    const closed = once(child, 'close')
    child.kill('SIGKILL')
    await closed
  }

  /** Replaces the faults before. */
  async setFaults(...faults: readonly EngineFault[]): Promise<void> {
    const response = await fetch(`http://127.0.0.1:${this.#port}/faults`, {
      method: 'POST',
      body: JSON.stringify(faults),
    })
    await response.arrayBuffer()
  }

  /** Since it was started. */
  async countStatements(): Promise<number> {
    return Number(await (await fetch(`http://127.0.0.1:${this.#port}/statements`)).text())
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.kill()
    rmSync(this.#folder, { recursive: true, force: true })
  }
}
