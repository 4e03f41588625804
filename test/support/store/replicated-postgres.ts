/** A PostgreSQL server with a standby that follows it, for one test. */

import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { postgresPrograms } from '../backends.ts'
import { freePort } from '../free-port.ts'

export interface ReplicatedPostgres extends AsyncDisposable {
  readonly primaryUrl: string
  readonly standbyUrl: string
  stopStandby(): Promise<void>
  startStandby(): Promise<void>
}

const runProgram = promisify(execFile)
/** Tests end processes, never the machine. */
const settings = {
  fsync: 'off',
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  hot_standby_feedback: 'on',
}

export async function startReplicatedPostgres(): Promise<ReplicatedPostgres> {
  await using stack = new AsyncDisposableStack()
  // Not in the shared folder, which only its owner may open.
  const folder = mkdtempSync(join(tmpdir(), 'broadsheet-replicated-'))
  stack.defer(() => rmSync(folder, { recursive: true, force: true }))
  const owner = findOwner()
  if (owner) chownSync(folder, owner.uid, owner.gid)
  const primary = new Server(join(folder, 'primary'), await freePort(), owner)
  const standby = new Server(join(folder, 'standby'), await freePort(), owner)
  await runProgram(
    programPath('initdb'),
    [`--pgdata=${primary.folder}`, '--auth=trust', '--username=tests', '--encoding=UTF8', '--no-sync'],
    owner,
  )
  stack.defer(() => primary.stop())
  await primary.start()
  await runProgram(
    programPath('pg_basebackup'),
    [
      `--pgdata=${standby.folder}`,
      `--dbname=host=127.0.0.1 port=${primary.port} user=tests`,
      '--write-recovery-conf',
      '--checkpoint=fast',
      '--no-sync',
    ],
    owner,
  )
  stack.defer(() => standby.stop())
  await standby.start()
  const started = stack.move()
  return {
    primaryUrl: primary.url,
    standbyUrl: standby.url,
    stopStandby: () => standby.stop(),
    startStandby: () => standby.start(),
    [Symbol.asyncDispose]: () => started.disposeAsync(),
  }
}

interface Owner {
  readonly uid: number
  readonly gid: number
}

class Server {
  readonly folder: string
  readonly port: number
  readonly #owner: Owner | undefined
  #process: ChildProcess | undefined

  constructor(folder: string, port: number, owner: Owner | undefined) {
    this.folder = folder
    this.port = port
    this.#owner = owner
  }

  get url(): string {
    return `postgres://tests@127.0.0.1:${this.port}/postgres`
  }

  async start(): Promise<void> {
    const options = Object.entries({ ...settings, port: this.port }).flatMap(([name, value]) => [
      '-c',
      `${name}=${value}`,
    ])
    const child = spawn(programPath('postgres'), ['-D', this.folder, ...options], {
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
    const child = this.#process
    if (child === undefined || child.exitCode !== null) return
    const closed = once(child, 'close')
    // Immediately: it recovers at the next start.
    child.kill('SIGQUIT')
    await closed
  }
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
