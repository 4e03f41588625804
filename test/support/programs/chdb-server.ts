/**
 * ClickHouse as a library behind HTTP, as its client speaks it: `chdb-server.ts <port> <folder of the data>`. It runs one
 * statement after the other. `POST /faults` makes statements slow, lose their responses, or fail; `GET /statements` counts them.
 */

import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { gunzipSync } from 'node:zlib'

interface Session {
  query(text: string, format: string): string
}

/** Each applies to the statements that contain its text, so many times. */
export interface EngineFault {
  readonly text: string
  times: number
  /** Waits so long before the statement. */
  readonly delayMs?: number
  /** Runs the statement, and closes the connection instead of responding. */
  readonly loseResponse?: boolean
  /** Responds with this error instead. */
  readonly error?: string
}

const [port, folder = ''] = process.argv.slice(2)
const load = createRequire(join(process.env.CHDB_FOLDER ?? '', 'index.js'))
const { Session: ChdbSession } = load('chdb') as { Session: new (folder: string) => Session }
const session = new ChdbSession(folder)
session.query('SET max_query_size = 16777216', 'Null')
session.query("SET session_timezone = 'UTC'", 'Null')

let faults: EngineFault[] = []
let database = 'default'
let statements = 0

// While a statement runs, nothing is read: a time limit would close connections on which a request has arrived.
createServer({ keepAliveTimeout: 0, requestTimeout: 0 }, (request, response) => {
  respond(request, response).catch((thrown: Error) => {
    response.writeHead(500).end(thrown.message)
  })
}).listen(Number(port), '127.0.0.1', () => process.stdout.write('ready\n'))

async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const url = new URL(request.url ?? '/', 'http://localhost')
  const body = await readBody(request)
  if (url.pathname === '/ping') return void response.end('Ok.\n')
  if (url.pathname === '/statements') return void response.end(String(statements))
  if (url.pathname === '/faults') {
    faults = JSON.parse(body) as EngineFault[]
    return void response.end()
  }
  const parameters = new Map(url.searchParams)
  const statement = parameters.get('query') ?? body
  const rows = parameters.has('query') ? body : ''
  const fault = faults.find(({ text, times }) => times > 0 && statement.includes(text))
  if (fault) fault.times -= 1
  if (fault?.delayMs) await sleep(fault.delayMs)
  if (fault?.error) return fail(response, fault.error)
  try {
    const result = run(statement, rows, parameters)
    if (fault?.loseResponse) request.socket.destroy()
    else response.end(result)
  } catch (thrown) {
    fail(response, (thrown as Error).message.replace(/^Query failed: /, ''))
  }
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  const bytes = Buffer.concat(chunks)
  return (request.headers['content-encoding'] === 'gzip' ? gunzipSync(bytes) : bytes).toString()
}

function fail(response: ServerResponse, message: string): void {
  const code = /^Code: (\d+)/.exec(message)?.[1] ?? '1001'
  response.writeHead(500, { 'x-clickhouse-exception-code': code }).end(message)
}

/** The parameters of the request that are no settings. */
const otherParameters = new Set(['query', 'query_id', 'database', 'session_id', 'role'])

function run(statement: string, rows: string, parameters: ReadonlyMap<string, string>): string {
  statements += 1
  const wanted = parameters.get('database') ?? 'default'
  if (wanted !== database) {
    session.query(`CREATE DATABASE IF NOT EXISTS ${wanted}`, 'Null')
    session.query(`USE ${wanted}`, 'Null')
    database = wanted
  }
  const settings = [...parameters]
    .filter(([name]) => !otherParameters.has(name) && name !== 'max_query_size')
    .map(([name, value]) => `${name} = '${value}'`)
    .join(', ')
  const [, text = statement, format = 'Null'] = /^([\s\S]*?)\s*FORMAT (\w+)\s*$/.exec(statement) ?? []
  if (/^\s*insert/i.test(statement) && rows !== '')
    return session.query(`${text} SETTINGS ${settings} FORMAT ${format}\n${rows}`, 'Null')
  const takesSettings = /^\s*(select|with|insert|delete)\b/i.test(statement)
  return session.query(takesSettings ? `${text} SETTINGS ${settings}` : text, format)
}
