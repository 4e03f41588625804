/** A PostgreSQL server of its own for one test, which may stop it, or kill it with everything that it runs. */

import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { postgresPrograms } from '../backends.ts'
import { freePort } from '../free-port.ts'

const runProgram = promisify(execFile)
/** Tests end processes, never the machine: what was written is with the operating system. */
const defaults = {
  fsync: 'off',
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
}

interface Owner {
  readonly uid: number
  readonly gid: number
}

export class PostgresServer implements AsyncDisposable {
  readonly #root: string
  readonly #folder: string
  readonly #port: number
  readonly #owner: Owner | undefined
  readonly #settings: Readonly<Record<string, string>>
  #process: ChildProcess | undefined

  private constructor(
    { root, port }: { readonly root: string; readonly port: number },
    settings: Readonly<Record<string, string>>,
  ) {
    this.#root = root
    this.#folder = join(root, 'data')
    this.#port = port
    this.#owner = findOwner()
    this.#settings = settings
    if (this.#owner) chownSync(root, this.#owner.uid, this.#owner.gid)
  }

  /** A new one without data, which runs. */
  static async create(settings: Readonly<Record<string, string>> = {}): Promise<PostgresServer> {
    const server = new PostgresServer(await newPlace(), settings)
    const options = ['--auth=trust', '--username=tests', '--encoding=UTF8', '--no-sync']
    return await server.#startWith('initdb', options)
  }

  /** One that follows this one. */
  async createStandby(): Promise<PostgresServer> {
    const standby = new PostgresServer(await newPlace(), this.#settings)
    const source = `--dbname=host=127.0.0.1 port=${this.#port} user=tests`
    const options = [source, '--write-recovery-conf', '--checkpoint=fast', '--no-sync']
    return await standby.#startWith('pg_basebackup', options)
  }

  get url(): string {
    return `postgres://tests@127.0.0.1:${this.#port}/postgres`
  }

  async start(): Promise<void> {
    const settings = { ...defaults, ...this.#settings, port: this.#port }
    const options = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
    const child = spawn(programPath('postgres'), ['-D', this.#folder, ...options], {
      ...this.#owner,
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    this.#process = child
    let output = ''
    const { promise: started, resolve, reject } = Promise.withResolvers<void>()
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      output += text
      if (output.includes('ready to accept')) resolve()
    })
    child.once('error', reject)
    child.once('close', () => reject(new Error(`postgres has ended:\n${output}`)))
    await started
  }

  async stop(): Promise<void> {
    const child = this.#running
    if (child === undefined) return
    const closed = once(child, 'close')
    // Immediately: it recovers at the next start.
    child.kill('SIGQUIT')
    await closed
  }

  /** All its processes at once, as when the machine of the database loses its power, but for its disk; on Linux. */
  async kill(): Promise<void> {
    const child = this.#running
    if (child?.pid === undefined) return
    const closed = once(child, 'close')
    const children = childrenOf(child.pid)
    // First, because it would start others.
    child.kill('SIGKILL')
    for (const pid of children) killIfRunning(pid)
    await closed
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.stop()
    rmSync(this.#root, { recursive: true, force: true })
  }

  get #running(): ChildProcess | undefined {
    const child = this.#process
    return child?.exitCode === null && child.signalCode === null ? child : undefined
  }

  /** The program makes its folder. */
  async #startWith(program: string, options: readonly string[]): Promise<this> {
    try {
      await runProgram(programPath(program), [`--pgdata=${this.#folder}`, ...options], this.#owner)
      await this.start()
    } catch (thrown) {
      await this[Symbol.asyncDispose]()
      throw thrown
    }
    return this
  }
}

async function newPlace(): Promise<{ readonly root: string; readonly port: number }> {
  // Not in the shared folder, which only its owner may open.
  return { root: mkdtempSync(join(tmpdir(), 'broadsheet-postgres-')), port: await freePort() }
}

/** It refuses to run as root. */
function findOwner(): Owner | undefined {
  if (process.getuid?.() !== 0) return undefined
  const idOf = (option: string) => Number(execFileSync('id', [option, 'postgres'], { encoding: 'utf8' }))
  return { uid: idOf('-u'), gid: idOf('-g') }
}

function programPath(name: string): string {
  return join(postgresPrograms() ?? '', name)
}

function childrenOf(parent: number): number[] {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  return pids.map(Number).filter((pid) => parentOf(pid) === parent)
}

function parentOf(pid: number): number | undefined {
  try {
    // The name of the program is in brackets, and may have spaces.
    const [, parent] = /\) \w (\d+) /.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? []
    return Number(parent)
  } catch {
    return undefined
  }
}

function killIfRunning(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It has ended by itself.
  }
}
