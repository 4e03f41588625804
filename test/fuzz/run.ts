/** `npm run fuzz`: random requests to a server with the data of the sandbox. Fails on a 500, on no response, and on too much memory. */

import { Agent, request } from 'node:http'
import { parseArgs } from 'node:util'
import { errorKinds } from '../../src/core/errors.ts'
import { redisUrl } from '../support/backends.ts'
import { residentMb, residentMbMax } from '../support/server/resident-mb.ts'
import { startServerProcess, waitForResponse } from '../support/server/server-process.ts'
import { testEngines } from '../support/store/test-engines.ts'
import { type ApiDocument, createRequests, type RandomRequest } from './random-requests.ts'

const usage = `npm run fuzz                                  50,000 requests on SQLite
npm run fuzz -- --engine postgres             on TEST_DATABASE_URL and TEST_REDIS_URL
npm run fuzz -- --requests 5000 --seed x      fewer, others
`
const atOnce = 12
const requestTimeoutMs = 60_000
const idsMax = 500
const failuresShown = 20
const failuresMax = 200
const sampleMs = 2_000

const { values } = parseArgs({
  options: {
    requests: { type: 'string', default: '50000' },
    engine: { type: 'string', default: 'sqlite' },
    seed: { type: 'string', default: 'autumn' },
    help: { type: 'boolean', short: 'h' },
  },
})
if (values.help) print(usage)
else process.exitCode = await fuzz(values.engine, Number(values.requests), values.seed)

async function fuzz(engineName: string, count: number, seed: string): Promise<number> {
  const engine = testEngines.find(({ name }) => name === engineName)
  if (engine === undefined) throw new Error(`there is no engine ${engineName}`)
  if (engine.skip) throw new Error(engine.skip)
  await using database = await engine.createDatabase()
  const { dataDir, databaseUrl, schemaPrefix = '' } = database.storeOptions
  const redis = redisUrl()
  using served = await startServerProcess([], {
    ...(dataDir === undefined ? {} : { DATA_DIR: dataDir }),
    ...(databaseUrl === undefined
      ? {}
      : {
          DATABASE_URL: databaseUrl,
          DATABASE_SCHEMA_PREFIX: schemaPrefix.replace(/_$/, ''),
          ...(redis === undefined ? {} : { REDIS_URL: redis }),
        }),
    LIMIT_ANONYMOUS_PER_SECOND: '1000000',
    LIMIT_ANONYMOUS_PER_MINUTE: '60000000',
    LOG_FORMAT: 'json',
  })
  const { origin, server } = served
  const ids = await readIds(origin)
  const requests = createRequests(await readDocuments(origin), seed, ids)
  const agent = new Agent({ keepAlive: true, maxSockets: atOnce })
  const byStatus = new Map<number, number>()
  const failures: string[] = []
  let peakMb = 0
  let turn = 0
  const sampling = setInterval(() => {
    peakMb = Math.max(peakMb, residentMb(server.child.pid ?? 0))
  }, sampleMs)
  const send = async () => {
    while (turn < count && failures.length < failuresMax) {
      const number = turn++
      const next = requests(number)
      const { status, problem } = await answer(origin, next, agent)
      byStatus.set(status, (byStatus.get(status) ?? 0) + 1)
      if (problem !== undefined)
        failures.push(`${number}: ${problem}: ${next.method} ${next.path.slice(0, 300)}`)
      if (number > 0 && number % 5000 === 0) print(`${number} requests, ${peakMb} MB\n`)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, send))
  clearInterval(sampling)
  agent.destroy()
  for (const failure of failures.slice(0, failuresShown)) print(`${failure}\n`)
  const statuses = [...byStatus].sort(([one], [other]) => one - other)
  print(`${engineName}, seed ${seed}: ${statuses.map(([status, n]) => `${status} × ${n}`).join(', ')}\n`)
  const marks = [
    [`${failures.length} failures of ${turn} requests`, failures.length === 0],
    [`peak ${peakMb} MB, at most ${residentMbMax}`, peakMb <= residentMbMax],
  ] as const
  for (const [text, isHeld] of marks) print(`${isHeld ? 'holds' : 'FAILS'}  ${text}\n`)
  return marks.every(([, isHeld]) => isHeld) ? 0 : 1
}

async function readDocuments(origin: string): Promise<ApiDocument[]> {
  const catalogue = await fetch(`${origin}/.well-known/api-catalog`)
  const { linkset } = (await catalogue.json()) as { linkset: { 'service-desc': { href: string }[] }[] }
  const documents = linkset.flatMap((entry) => entry['service-desc'])
  return await Promise.all(
    documents.map(async ({ href }) => {
      const response = await fetch(origin + new URL(href).pathname)
      return (await response.json()) as ApiDocument
    }),
  )
}

/** Of the first lists, once the sandbox has been read. */
async function readIds(origin: string): Promise<string[]> {
  const ids: string[] = []
  for (const path of [
    '/cinema/v1/showtimes/search?near=London&limit=50',
    '/cinema/v1/theaters/search?near=London&limit=20',
    '/cinema/v1/movies/search?near=London&limit=50',
    '/data/job-postings/v1/jobs/search?limit=50',
    '/data/v1/companies?limit=50',
  ]) {
    const body = await waitForResponse(
      origin + path,
      (response, text) => response.ok && text.includes('"id":"'),
    )
    ids.push(...[...body.matchAll(/"id":"([^"]+)"/g)].map(([, id = '']) => id))
  }
  return ids.slice(0, idsMax)
}

interface Answer {
  /** 0 for none. */
  readonly status: number
  readonly problem?: string
}

async function answer(
  origin: string,
  { method, path, headers, body }: RandomRequest,
  agent: Agent,
): Promise<Answer> {
  const { promise, resolve } = Promise.withResolvers<Answer>()
  const signal = AbortSignal.timeout(requestTimeoutMs)
  const { hostname, port } = new URL(origin)
  // Of a GET with a body, the client of the runtime does not send the length: the body would be read as the next request.
  const length = body === undefined ? {} : { 'content-length': String(body.length) }
  const options = { hostname, port, method, path, headers: { ...headers, ...length }, agent, signal }
  const sent = request(options, (response) => {
    const status = response.statusCode ?? 0
    const chunks: Buffer[] = []
    response.on('data', (chunk: Buffer) => {
      chunks.push(chunk)
    })
    response.on('error', () => resolve({ status, problem: 'the response broke off' }))
    response.on('end', () => {
      const type = response.headers['content-type'] ?? ''
      const problem = method === 'HEAD' ? undefined : problemOf(status, type, Buffer.concat(chunks))
      resolve({ status, ...(problem === undefined ? {} : { problem }) })
    })
  })
  sent.on('error', (error) => resolve({ status: 0, problem: error.message }))
  sent.end(body)
  return await promise
}

function problemOf(status: number, type: string, body: Buffer): string | undefined {
  if (status === 0 || status === 500) return `status ${status}: ${body.toString('utf8', 0, 200)}`
  if (status < 400 || !type.startsWith('application/json')) return undefined
  try {
    const { error } = JSON.parse(body.toString()) as { error: { code: string } }
    return error.code in errorKinds ? undefined : `an error that is not documented: ${error.code}`
  } catch {
    return `status ${status} without an error that can be read`
  }
}

function print(text: string): void {
  process.stdout.write(text)
}
