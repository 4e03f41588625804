/** Every form of the API reference succeeds with the values it starts with, or says that a key is needed. */

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import {
  firstSyncTimeoutMs,
  type ServerProcess,
  startSyncedServerProcess,
} from '../../support/server/server-process.ts'

interface Parameter {
  readonly name: string
  readonly in: 'path' | 'query' | 'header'
  readonly required: boolean
  readonly example?: unknown
  readonly schema: { readonly default?: unknown; readonly enum?: readonly unknown[] }
}

interface Operation {
  readonly operationId: string
  readonly parameters: readonly Parameter[]
  readonly requestBody?: { readonly content: { 'application/json': { readonly example?: unknown } } }
}

/** What no document can know. */
const exceptions: Readonly<Record<string, number>> = {
  // The code is in the mail.
  verifyCode: 400,
  // The provider removes its stories after weeks.
  getNewsStory: 404,
}
/** One address gets one code a minute, and the routes are the same for each service. */
const sentOnce = new Set(['requestCode'])

describe('the forms of the API reference', () => {
  let served: ServerProcess
  before(
    async () => {
      served = await startSyncedServerProcess([], {
        LIMIT_ANONYMOUS_PER_SECOND: '1000',
        LIMIT_ANONYMOUS_PER_MINUTE: '10000',
      })
    },
    { timeout: firstSyncTimeoutMs + 60_000 },
  )
  after(() => served?.[Symbol.dispose]())

  const sent = new Set<string>()
  for (const service of ['cinema', 'market', 'data', 'notices']) {
    it(`of ${service} succeed with the values they start with`, async () => {
      const base = `${served.origin}/${service}`
      const { paths } = (await (await fetch(`${base}/v1/openapi.json`)).json()) as {
        paths: Record<string, Record<string, Operation>>
      }
      const problems: string[] = []
      let succeeded = 0
      for (const [path, item] of Object.entries(paths)) {
        for (const [method, operation] of Object.entries(item)) {
          const id = operation.operationId
          if (!['get', 'post'].includes(method) || (sentOnce.has(id) && sent.has(id))) continue
          sent.add(id)
          const status = await send(base + path, method.toUpperCase(), operation)
          if (status >= 200 && status < 300) succeeded += 1
          else if (status !== 401 && status !== exceptions[id]) problems.push(`${method} ${path}: ${status}`)
        }
      }
      assert.deepEqual(problems, [])
      assert.ok(succeeded > 3, String(succeeded))
    })
  }
})

/** A form sends the examples of parameters and body; without one, the default of a required parameter or its first value. */
async function send(url: string, method: string, { parameters, requestBody }: Operation): Promise<number> {
  let filled = url
  const query = new URLSearchParams()
  for (const { name, in: location, required, example, schema } of parameters) {
    const value = example ?? (required ? (schema.default ?? schema.enum?.[0]) : undefined)
    if (value === undefined) continue
    if (location === 'path') filled = filled.replace(`{${name}}`, encodeURIComponent(String(value)))
    else if (location === 'query') query.set(name, String(value))
  }
  const example = requestBody?.content['application/json'].example
  const controller = new AbortController()
  const response = await fetch(`${filled}?${query}`, {
    method,
    signal: AbortSignal.any([controller.signal, AbortSignal.timeout(600_000)]),
    ...(requestBody === undefined
      ? {}
      : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(example ?? {}) }),
  })
  // Streams have no end.
  controller.abort()
  return response.status
}
