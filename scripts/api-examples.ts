/**
 * `node scripts/api-examples.ts` writes the examples of the API documents: responses of a server with the sandbox. With `--check` it
 * writes nothing, names the operations whose examples are outdated, and exits 1 if there are any.
 */

import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { isDeepStrictEqual } from 'node:util'
import { pino } from 'pino'
import { sandboxHosts } from '../sandbox/all-hosts.ts'
import { startSandbox } from '../sandbox/server.ts'
import { createAppContext } from '../src/app/app-context.ts'
import { createHttpApp } from '../src/app/http-app.ts'
import { createSyncApp } from '../src/app/sync/sync-app.ts'
import { loadConfig } from '../src/core/config/load-config.ts'
import { FakeClock } from '../test/support/fake-clock.ts'
import { type ExampleRequest, exampleRequests, type Seen, sharedOperations } from './api-example-requests.ts'

const folder = new URL('../src/app/services/examples/', import.meta.url)

/** Enough to have rows for every operation. */
const syncedMembers: readonly { source: string; members?: readonly string[] }[] = [
  { source: 'gazette', members: ['alderbrook'] },
  { source: 'vista-ocapi' },
  { source: 'greenhouse' },
  { source: 'trust-conveyor' },
]

export type Examples = Record<string, Record<string, unknown>>

/** Always the same: the clock stands still, the sandbox has a seed, and what is random is replaced. */
export async function fetchApiExamples(): Promise<Examples> {
  const clock = new FakeClock()
  const dataDir = mkdtempSync(join(tmpdir(), 'broadsheet-examples-'))
  await using stack = new AsyncDisposableStack()
  stack.defer(() => rmSync(dataDir, { recursive: true, force: true }))
  const sandbox = stack.use(await startSandbox({ clock, seed: 'broadsheet', hosts: sandboxHosts }))
  const loaded = loadConfig({ cwd: dataDir, env: settings, flags: { 'store.dataDir': dataDir } })
  const logger = pino({ level: 'silent' })
  const context = await createAppContext(loaded, { clock, logger, sandboxOrigin: sandbox.origin })
  {
    await using sync = await createSyncApp(context)
    for (const { source, members } of syncedMembers) {
      const signal = AbortSignal.timeout(120_000)
      const outcome = await sync.engine.run(source, {
        mode: 'manual',
        signal,
        ...(members ? { members } : {}),
      })
      // Partial: the sandbox has boards with faulty rows.
      if (!('status' in outcome) || (outcome.status !== 'succeeded' && outcome.status !== 'partial')) {
        throw new Error(`${source}: ${JSON.stringify(outcome).slice(0, 1000)}`)
      }
    }
  }
  const { server } = stack.use(await createHttpApp(context))
  const origin = `http://127.0.0.1:${await server.listen({ port: 0, host: '127.0.0.1' })}`
  const seen = new Map<string, unknown>()
  const examples: Examples = {}
  const problems: string[] = []
  for (const request of exampleRequests) {
    const { service, id } = request
    try {
      const body = await send(origin, request, seen as Seen)
      seen.set(`${service}.${id}`, body)
      // Keys are listed by the time of their creation.
      clock.advance(1000)
      if (service === '') continue
      const example = toExample(body) as { readonly data?: readonly unknown[] }
      const { streamedBy } = request
      const streamed = streamedBy === undefined ? {} : { [streamedBy]: example.data?.[0] }
      examples[service] = { ...examples[service], [id]: example, ...streamed }
    } catch (thrown) {
      problems.push(`${service}.${id}: ${thrown}`)
    }
  }
  if (problems.length > 0) throw new Error(problems.join('\n'))
  for (const [service, ids] of Object.entries(sharedOperations)) {
    const shared = Object.fromEntries(ids.map((id) => [id, examples.cinema?.[id]]))
    examples[service] = { ...examples[service], ...shared }
  }
  return examples
}

async function send(origin: string, request: ExampleRequest, seen: Seen): Promise<unknown> {
  const { service, method = 'GET', credential, body } = request
  const path = typeof request.path === 'string' ? request.path : request.path(seen)
  const url = `${origin}${service === '' ? '' : `/${service}`}${path}`
  const response = await fetch(url, {
    method,
    headers: {
      'x-request-id': 'example-request',
      accept: request.accept ?? 'application/json',
      ...(credential ? { authorization: `Bearer ${credential(seen)}` } : {}),
      ...(body ? { 'content-type': 'application/json' } : {}),
    },
    ...(body ? { body: JSON.stringify(typeof body === 'function' ? body(seen) : body) } : {}),
    signal: AbortSignal.timeout(30_000),
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`${method} ${url} returned ${response.status}: ${text.slice(0, 300)}`)
  return response.headers.get('content-type')?.includes('json') ? JSON.parse(text) : text
}

/** Members in turn: otherwise the ids of artifacts depend on who is first. */
const settings = { LIMIT_ANONYMOUS_PER_SECOND: '1000', SYNC_AT_ONCE: '1' }

const artifactFields = {
  sha256: '3e4be92fc9d670dd2d390e7ed6180078076aabffc46ad46d41d8bcbbb6977051',
  bytes: 1177,
}
const keyId = '7Yh3kQ0sVb2LmN'
const textMax = 600
const itemsMax = 2

/** Short enough to read, and without what is different each time. */
function toExample(value: unknown, name = ''): unknown {
  if (Array.isArray(value)) return value.slice(0, itemsMax).map((item) => toExample(item))
  if (typeof value === 'object' && value !== null) {
    const entries = Object.entries(value).map(([key, member]) => [key, toExample(member, key)])
    const isKey = 'last_four' in value
    return {
      ...Object.fromEntries(entries),
      // The addresses in an artifact have the port of the sandbox.
      ...('sha256' in value ? artifactFields : {}),
      ...(isKey ? { id: keyId, prefix: `bs_sandbox_${keyId}`, last_four: 'mple' } : {}),
    }
  }
  if (typeof value !== 'string') return value
  if (name === 'changes_after') return '2zyqkw4p1-1-mbc5r2o0'
  if (name === 'next_cursor') return 'eyJhIjoiYiJ9.c2lnbmF0dXJl'
  const fixed = value
    .replaceAll(
      /[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}/g,
      '0191e3a0-5c3b-7000-8000-000000000001',
    )
    .replaceAll(/\blr_[\da-f]{20}\b/g, 'lr_3f9a1c27e4b8d05a6c11')
    .replaceAll(/\bbs_(live|sandbox|token)_\w+/g, `bs_$1_${keyId}_example`)
  return fixed.length > textMax ? `${fixed.slice(0, textMax)}…` : fixed
}

function outdatedOperations(service: string, examples: Readonly<Record<string, unknown>>): string[] {
  const written = JSON.parse(readFileSync(new URL(`${service}.json`, folder), 'utf8')) as typeof examples
  const ids = new Set([...Object.keys(written), ...Object.keys(examples)])
  return [...ids]
    .filter((id) => !isDeepStrictEqual(written[id], examples[id]))
    .map((id) => `${service}.${id}`)
}

if (import.meta.main) {
  const services = Object.entries(await fetchApiExamples())
  if (process.argv.includes('--check')) {
    const outdated = services.flatMap(([service, examples]) => outdatedOperations(service, examples))
    process.stdout.write(outdated.length === 0 ? 'All examples are current.\n' : `${outdated.join('\n')}\n`)
    process.exitCode = outdated.length === 0 ? 0 : 1
  } else {
    for (const [service, examples] of services)
      writeFileSync(new URL(`${service}.json`, folder), `${JSON.stringify(examples, undefined, 2)}\n`)
    execFileSync('npx', ['biome', 'format', '--write', fileURLToPath(folder)], { stdio: 'ignore' })
  }
}
