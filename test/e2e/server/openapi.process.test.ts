import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { assertValidOpenApi } from '../../support/assert-valid-openapi.ts'
import { lintOpenApi } from '../../support/lint-openapi.ts'
import { type ServerProcess, startServerProcess } from '../../support/server/server-process.ts'

interface ApiDocument {
  readonly servers: { readonly url: string }[]
  readonly tags: { readonly name: string; readonly description: string }[]
  readonly paths: Record<string, Record<string, { operationId: string; tags: string[] }>>
}

interface Catalogue {
  readonly linkset: { readonly 'service-desc': { readonly href: string }[] }[]
}

describe('the API documents of a running server', () => {
  let served: ServerProcess
  const documents = new Map<string, string>()
  before(async () => {
    served = await startServerProcess([], { SYNC_ENABLED: 'false', LIMIT_ANONYMOUS_PER_SECOND: '1000' })
    const answer = await fetch(`${served.origin}/.well-known/api-catalog`)
    const { linkset } = (await answer.json()) as Catalogue
    for (const { href } of linkset.flatMap((entry) => entry['service-desc'])) {
      const { pathname } = new URL(href)
      const found = await fetch(served.origin + pathname)
      assert.equal(found.status, 200, pathname)
      documents.set(pathname.split('/')[1] ?? pathname, await found.text())
    }
  })
  after(() => served[Symbol.dispose]())

  it('are there, valid as OpenAPI 3.1, and clean in the eyes of the linter', async () => {
    assert.ok(documents.size > 0)
    await assertValidOpenApi(documents)
    for (const [name, text] of documents) assert.deepEqual(await lintOpenApi(name, text), [])
  })

  it('name only routes that exist, each operation once, each tag with a description', async () => {
    for (const [name, text] of documents) {
      const { servers, tags, paths } = JSON.parse(text) as ApiDocument
      const base = served.origin + (servers[0]?.url ?? '').replace(/\/$/, '')
      const known = new Set(tags.filter((tag) => tag.description !== '').map((tag) => tag.name))
      const ids = Object.values(paths).flatMap((path) =>
        Object.values(path).map((operation) => operation.operationId),
      )
      assert.equal(new Set(ids).size, ids.length, name)
      for (const [path, operations] of Object.entries(paths)) {
        const answer = await fetch(base + path.replaceAll(/[{}]/g, ''), { method: 'OPTIONS' })
        assert.equal(answer.status, 204, `${name} ${path}`)
        const allowed = (answer.headers.get('allow') ?? '').split(', ')
        for (const [method, operation] of Object.entries(operations)) {
          assert.ok(allowed.includes(method.toUpperCase()), `${name} ${method} ${path}`)
          for (const tag of operation.tags) assert.ok(known.has(tag), `${name}: no description of tag ${tag}`)
        }
      }
    }
  })
})
