/** A server of the sandbox says that its data is made up, wherever it is read, and links to no real site. */

import assert from 'node:assert/strict'
import { DatabaseSync } from 'node:sqlite'
import { after, before, describe, it } from 'node:test'
import { databaseFiles } from '../../../src/store/sqlite/files.ts'
import {
  firstSyncTimeoutMs,
  type ServerProcess,
  startSyncedServerProcess,
} from '../../support/server/server-process.ts'

interface Summary {
  readonly id: string
  readonly base: string
  readonly examples: readonly { readonly path: string }[]
}

/** Hosts that belong to nobody, this server, and names of vocabularies, which nobody follows. */
const harmless =
  /(^|\.)(example|test|invalid|localhost)$|(^|\.)example\.(com|net|org)$|^127\.0\.0\.1$|^(schema|www\.w3|json-schema)\.org$/i

/** What the program says about real platforms and providers, which is not made up. */
const factTables = new Set(['trust_coverage'])
const factPaths = /^\/cinema\/v1\/sources$|^\/data\/.*(coverage|providers)/

function realLinks(text: string): string[] {
  const links = [
    ...text.matchAll(/\bhttps?:\/\/([a-z0-9.-]+)/gi),
    ...text.matchAll(/[\w+-]@([a-z0-9-]+(?:\.[a-z0-9-]+)+)/gi),
  ]
  return links.filter(([, host = '']) => !harmless.test(host.replace(/\.+$/, ''))).map(([link]) => link)
}

describe('the sandbox', () => {
  let served: ServerProcess
  let services: readonly Summary[]
  before(
    async () => {
      served = await startSyncedServerProcess([], {
        LIMIT_ANONYMOUS_PER_SECOND: '1000',
        LIMIT_ANONYMOUS_PER_MINUTE: '10000',
      })
      const front = await fetch(served.origin, { headers: { accept: 'application/json' } })
      services = ((await front.json()) as { data: { services: Summary[] } }).data.services
    },
    { timeout: firstSyncTimeoutMs + 60_000 },
  )
  after(() => served[Symbol.dispose]())

  it('says in the meta of each response that the data is made up', async () => {
    for (const { base, examples } of services) {
      for (const { path } of [...examples, { path: `${base}/v1/openapi.json` }]) {
        const response = await fetch(served.origin + path)
        if (!response.headers.get('content-type')?.startsWith('application/json')) continue
        const { meta } = (await response.json()) as { meta?: { sandbox?: boolean } }
        if (meta !== undefined) assert.equal(meta.sandbox, true, path)
      }
    }
  })

  it('has a mark on every page', async () => {
    const pages = [
      '/',
      '/docs/',
      '/docs/errors',
      '/sandbox/mailbox',
      '/data/job-postings/collections',
      '/nothing/here',
      '/cinema/v1/movies?limit=none',
    ]
    let checked = 0
    for (const path of pages) {
      const response = await fetch(served.origin + path, { headers: { accept: 'text/html' } })
      if (!response.headers.get('content-type')?.startsWith('text/html')) continue
      assert.match(await response.text(), /class="flag"[^>]*>Sandbox: nothing here is real</, path)
      checked += 1
    }
    assert.ok(checked >= 3)
  })

  it('stores no link to a real site and no address of a real person', () => {
    const db = new DatabaseSync(databaseFiles(served.runner.folder).readModel.path, { readOnly: true })
    let links = 0
    for (const { name } of db.prepare("select name from sqlite_schema where type = 'table'").all()) {
      if (factTables.has(String(name)) || /_text(_|$)/.test(String(name))) continue
      for (const row of db.prepare(`select * from "${name}"`).iterate()) {
        for (const value of Object.values(row)) {
          if (typeof value !== 'string') continue
          links += value.split('://').length - 1
          assert.deepEqual(realLinks(value), [], `${name}: ${value.slice(0, 500)}`)
        }
      }
    }
    db.close()
    assert.ok(links > 1000)
  })

  it('links to no real site in any example response', async () => {
    for (const { base } of services) {
      const document = await (
        await fetch(`${served.origin}${base === '/' ? '' : base}/v1/openapi.json`)
      ).json()
      for (const path of examplePaths(document)) {
        const text = await (await fetch(served.origin + path)).text()
        if (factPaths.test(path)) continue
        assert.deepEqual(realLinks(text), [], path)
      }
    }
  })
})

/** The GET operations without path parameters, except streams, which do not end. */
function examplePaths(document: unknown): string[] {
  const { paths, servers = [] } = document as {
    paths: Record<string, { get?: unknown }>
    servers?: { url: string }[]
  }
  const base =
    servers.map(({ url }) => new URL(url, 'http://localhost').pathname).find((path) => path !== '/') ?? ''
  return Object.entries(paths)
    .filter(([path, item]) => item.get !== undefined && !/\{|openapi\.json$|\/stream$/.test(path))
    .map(([path]) => base.replace(/\/$/, '') + path)
}
