/**
 * `node scripts/api-examples.ts` writes the examples of the API documents: responses of a server with the sandbox. With `--check` it
 * writes nothing, names the operations whose examples are outdated, and exits 1 if there are any.
 */

import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { isDeepStrictEqual } from 'node:util'
import { pino } from 'pino'
import { sandboxHosts } from '../sandbox/all-hosts.ts'
import { startSandbox } from '../sandbox/server.ts'
import { type AppContext, createAppContext } from '../src/app/app-context.ts'
import { writeDueDumps } from '../src/app/exports/dump-task.ts'
import { createHttpApp, type HttpApp } from '../src/app/http-app.ts'
import { createSyncApp } from '../src/app/sync/sync-app.ts'
import { Sender } from '../src/app/webhooks/sender.ts'
import { createWebhookTools } from '../src/app/webhooks/webhook-tools.ts'
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
  const receiver = stack.use(await startReceiver())
  const env = { ...settings, WEBHOOK_PRIVATE_HOSTS: new URL(receiver.url).host }
  const loaded = loadConfig({ cwd: dataDir, env, flags: { 'store.dataDir': dataDir } })
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
  await writeDueDumps(context, new Map(), AbortSignal.timeout(120_000))
  const { server, store, changeSources } = stack.use(await createHttpApp(context))
  const origin = `http://127.0.0.1:${await server.listen({ port: 0, host: '127.0.0.1' })}`
  const seen = new Map<string, unknown>([['.receiver', receiver.url]])
  const examples: Examples = {}
  const problems: string[] = []
  for (const request of exampleRequests) {
    const { service, id } = request
    try {
      const body = await send(origin, request, seen as Seen)
      seen.set(`${service}.${id}`, body)
      if (request.sendsChanges) await sendChanges(context, store, changeSources)
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

/** Of webhooks. */
async function startReceiver(): Promise<AsyncDisposable & { readonly url: string }> {
  const server = createServer((_, response) => response.writeHead(204).end())
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/broadsheet`,
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  }
}

async function sendChanges(
  context: AppContext,
  store: HttpApp['store'],
  sources: HttpApp['changeSources'],
): Promise<void> {
  for (const source of sources.values()) {
    const onWarning = (message: string) => {
      throw new Error(message)
    }
    const options = { ...createWebhookTools(context, store), source, random: () => 0, onWarning }
    await using sender = new Sender(options)
    await sender.look()
    await sender.settled()
  }
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
      ...('hash' in value ? { hash: `sha256:${artifactFields.sha256}`, bytes: artifactFields.bytes } : {}),
      ...(isKey ? { id: keyId, prefix: `bs_sandbox_${keyId}`, last_four: 'mple' } : {}),
    }
  }
  if (name === 'duration_ms') return 4
  if (typeof value !== 'string') return value
  if (name === 'changes_after') return '2zyqkw4p1-1-mbc5r2o0'
  if (name === 'next_cursor') return 'eyJhIjoiYiJ9.c2lnbmF0dXJl'
  const fixed = value
    .replaceAll(
      /[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}/g,
      '0191e3a0-5c3b-7000-8000-000000000001',
    )
    .replaceAll(/\blr_[\da-f]{20}\b/g, 'lr_3f9a1c27e4b8d05a6c11')
    .replaceAll(/sub_[\da-f]{24}(?:\.[\w-]{43})?/g, 'sub_5e1b90c7d2f3a846190cb7e2')
    .replaceAll(/wh_[\da-f]{24}(?:_[\da-z]+(?=_))?/g, 'wh_9c2f47a1e05b83d6641f7a20')
    .replaceAll(/\bwhsec_[\w+/=]+/g, 'whsec_ZXhhbXBsZSBzZWNyZXQgb2YgYSB3ZWJob29rIQ==')
    .replaceAll(/http:\/\/127\.0\.0\.1:\d+\/broadsheet/g, 'https://hooks.example.org/broadsheet')
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
