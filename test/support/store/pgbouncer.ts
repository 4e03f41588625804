/** PgBouncer in transaction mode before the database of the tests: each transaction runs on another one of two connections. */

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pgbouncerPath, postgresUrl } from '../backends.ts'
import { freePort } from '../free-port.ts'
import { newFolder } from '../shared-folder.ts'

export interface Pgbouncer extends AsyncDisposable {
  readonly url: string
}

export const connectionsMax = 2

/** `settings`: lines of its configuration. */
export async function startPgbouncer(settings: readonly string[] = []): Promise<Pgbouncer> {
  const { hostname, port: databasePort, pathname, username, password } = new URL(postgresUrl() ?? '')
  const database = [
    `host=${hostname}`,
    `port=${databasePort || 5432}`,
    `dbname=${pathname.slice(1)}`,
    `user=${decodeURIComponent(username)}`,
    ...(password === '' ? [] : [`password=${decodeURIComponent(password)}`]),
  ]
  const port = await freePort()
  const file = join(newFolder('pgbouncer'), 'pgbouncer.ini')
  const lines = [
    '[databases]',
    `pooled = ${database.join(' ')}`,
    '[pgbouncer]',
    'listen_addr = 127.0.0.1',
    `listen_port = ${port}`,
    'unix_socket_dir =',
    'auth_type = any',
    'pool_mode = transaction',
    `default_pool_size = ${connectionsMax}`,
    ...settings,
  ]
  writeFileSync(file, `${lines.join('\n')}\n`)
  // It refuses to run as root.
  const isRoot = process.getuid?.() === 0
  const child = spawn(pgbouncerPath() ?? '', [...(isRoot ? ['--user=nobody'] : []), file], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const closed = once(child, 'close')
  let output = ''
  const { promise: started, resolve, reject } = Promise.withResolvers<void>()
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    output += text
    if (output.includes('process up')) resolve()
  })
  closed.then(() => reject(new Error(`pgbouncer has ended:\n${output}`)), reject)
  await started
  return {
    url: `postgres://tests@127.0.0.1:${port}/pooled`,
    [Symbol.asyncDispose]: async () => {
      child.kill('SIGKILL')
      await closed
    },
  }
}
