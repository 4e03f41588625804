/** Agents on the data of the sandbox, with the clients of the protocol over both transports. */

import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { projectRoot } from '../../support/project-root.ts'
import { createKey } from '../../support/server/create-key.ts'
import {
  firstSyncTimeoutMs,
  type ServerProcess,
  startServerProcess,
  startSyncedServerProcess,
} from '../../support/server/server-process.ts'
import { agentQuestions } from './agent-questions.ts'

describe('agents', () => {
  let served: ServerProcess
  before(
    async () => {
      served = await startSyncedServerProcess()
    },
    { timeout: firstSyncTimeoutMs },
  )
  after(() => served?.[Symbol.dispose]())

  type Transport = 'http' | 'stdio'
  async function connect(transport: Transport, isNew: boolean, key?: string): Promise<Client> {
    const options = isNew ? { versionNegotiation: { mode: 'auto' as const } } : {}
    const client = new Client({ name: 'test', version: '1' }, options)
    const headers: Record<string, string> = key === undefined ? {} : { authorization: `Bearer ${key}` }
    const env = {
      PATH: process.env.PATH ?? '',
      BROADSHEET_URL: served.origin,
      ...(key === undefined ? {} : { BROADSHEET_KEY: key }),
    }
    const args = [join(projectRoot, 'src/main.js'), 'mcp']
    await client.connect(
      transport === 'http'
        ? new StreamableHTTPClientTransport(new URL(`${served.origin}/mcp`), { requestInit: { headers } })
        : new StdioClientTransport({ command: process.execPath, args, env }),
    )
    return client
  }

  for (const transport of ['http', 'stdio'] as const) {
    for (const isNew of [true, false]) {
      it(`over ${transport}, ${isNew ? 'new' : 'older'} ones list tools, resources and prompts`, async () => {
        const client = await connect(transport, isNew)
        const { tools } = await client.listTools()
        assert.equal(tools.length, 12)
        assert.ok(JSON.stringify(tools).length <= 16 * 1024, String(JSON.stringify(tools).length))
        for (const { name, description = '', annotations } of tools) {
          assert.ok(description.length <= 600, `${name}: ${description.length}`)
          assert.match(description, /Example: \{/)
          assert.equal(annotations?.readOnlyHint, true)
        }
        const { prompts } = await client.listPrompts()
        assert.deepEqual(
          prompts.map(({ name }) => name),
          ['plan_cinema_evening', 'survey_job_market'],
        )
        const { messages } = await client.getPrompt({
          name: 'survey_job_market',
          arguments: { role: 'nurse', country: 'DE' },
        })
        assert.match(JSON.stringify(messages), /nurse.*jobs_count/)
        for (const args of [undefined, { role: ' ', country: 'DE' }])
          await assert.rejects(client.getPrompt({ name: 'survey_job_market', arguments: args }), /needs role/)
        const uri = 'broadsheet://guides/how-to/connect-an-agent'
        const { contents } = await client.readResource({ uri })
        assert.match(String((contents[0] as { text: string }).text), /^# Connect an agent/)
        await client.close()
      })
    }
  }

  it('have a tool for each question, with arguments for all that it says', async () => {
    const client = await connect('http', true)
    const { tools } = await client.listTools()
    assert.equal(new Set(agentQuestions.map(([question]) => question)).size, 60)
    for (const [question, name, args] of agentQuestions) {
      const tool = tools.find((each) => each.name === name)
      assert.ok(tool, question)
      const { properties = {}, required = [] } = tool.inputSchema as {
        properties?: Record<string, { enum?: readonly unknown[]; maximum?: number }>
        required?: readonly string[]
      }
      for (const needed of required) assert.ok(needed in args, `${question}: ${needed}`)
      for (const [argument, value] of Object.entries(args)) {
        const property = properties[argument]
        assert.ok(property, `${question}: ${name} has no ${argument}`)
        assert.ok(property.enum?.includes(value) ?? true, `${question}: ${argument}=${value}`)
        assert.ok(
          Number(value) <= (property.maximum ?? Number.POSITIVE_INFINITY) || typeof value === 'string',
        )
      }
    }
    const jobs = (name: string) =>
      tools.find((tool) => tool.name === name)?.inputSchema.properties as Record<string, { enum?: string[] }>
    for (const field of jobs('jobs_count').by?.enum ?? assert.fail('no fields'))
      assert.ok(field in jobs('jobs_search'), `what is counted by ${field} can be searched by it`)
    const unused = tools.filter(({ name }) => !agentQuestions.some(([, tool]) => tool === name))
    assert.deepEqual(unused, [])
    await client.close()
  })

  it('get an answer within the bound from every tool', async () => {
    const client = await connect('http', true)
    const call = async (name: string, args: Record<string, unknown>, isFull = false) => {
      const result = await client.callTool({ name, arguments: args })
      const { text } = result.content[0] as { text: string }
      assert.notEqual(result.isError, true, `${name}: ${text}`)
      const { content, structuredContent } = result
      const bytes = Buffer.byteLength(JSON.stringify({ content, structuredContent }))
      assert.ok(bytes <= (isFull ? 32 : 8) * 1024, `${name}: ${bytes}`)
      // biome-ignore lint/suspicious/noExplicitAny: tests read arbitrary members
      return { text, data: structuredContent as any }
    }
    const shows = await call('cinema_search_showtimes', { near: 'Glasgow', days: 7, limit: 100 })
    assert.equal(shows.data.warnings, undefined)
    for (const { starts_at_local } of shows.data.results)
      assert.ok(Date.parse(starts_at_local) >= Date.parse(shows.data.now), starts_at_local)
    assert.ok(shows.data.results.length > 5 && shows.data.next_cursor !== null)
    assert.match(shows.text, /Near: Glasgow/)
    const [{ movie }] = shows.data.results
    const ofMovie = await call('cinema_search_showtimes', { movie, near: 'Glasgow', days: 7 })
    assert.ok(ofMovie.data.results.every((row: { movie: string }) => row.movie === movie))
    let isPlanShown = false
    for (const { showtime_id } of shows.data.results) {
      const { text, data } = await call('cinema_get_showtime', { showtime_id, party: 2 })
      assert.equal(data.showtime.showtime_id, showtime_id)
      isPlanShown ||= /^\S+ +[ox ]*o/m.test(text) && data.best.length > 0
    }
    assert.ok(isPlanShown, 'one of them has seats')
    const jobs = await call('jobs_search', { q: 'engineer', limit: 100, detail: 'full' }, true)
    assert.ok(jobs.data.results.length > 30)
    for (const { url } of jobs.data.results) assert.ok(jobs.text.includes(` | ${url}\n`), url)
    for (const { job_id } of jobs.data.results.slice(0, 3)) await call('jobs_get', { job_id })
    const counts = await call('jobs_count', { by: 'country', limit: 100 })
    assert.ok(counts.data.results[0].count > 0)
    const { data: symbols } = await call('market_search_symbols', { q: 'apple' })
    const symbol = 'NASDAQ:AAPL'
    assert.ok(symbols.results.some((row: { symbol: string }) => row.symbol === symbol))
    const prices = await call('market_get_prices', { symbol, limit: 100 })
    assert.ok(prices.data.quote.last > 0 && prices.data.results[0].close > 0)
    await call('market_screen', { market: 'america', filter: 'close>100', sort: 'volume', limit: 100 })
    await call('market_option_chain', { symbol, type: 'call', limit: 100 })
    const { data: users } = await call('trust_vendor_companies', { vendor_id: 'aws', limit: 100 })
    const { data: record } = await call('trust_get_company', { company: users.results[0].domain })
    assert.equal(record.company.company_id, users.results[0].company_id)
    await call('trust_get_company', { company: users.results[0].company_id })
    for (const service of ['cinema', 'jobs', 'trust', 'notices']) await call('changes_since', { service })
    const { tools } = await client.listTools()
    const { type } = (tools.find(({ name }) => name === 'changes_since')?.inputSchema.properties ?? {}) as {
      type: { description: string }
    }
    const named = type.description.match(/[a-z]*\.[a-z_]+/g) ?? []
    assert.ok(named.length >= 8, type.description)
    for (const each of named) {
      const family = each.split('.')[0] ?? ''
      const service = { showtime: 'cinema', posting: 'jobs', notice: 'notices' }[family] ?? 'trust'
      await call('changes_since', { service, type: each })
    }
    await client.close()
  })

  it('get every row once by following the cursor, also where fewer fit than were asked for', async () => {
    const client = await connect('http', false)
    const seen: string[] = []
    let cursor: string | null = null
    do {
      const args: Record<string, unknown> = {
        q: 'nurse',
        city: 'Amsterdam',
        limit: 100,
        ...(cursor ? { cursor } : {}),
      }
      const { structuredContent } = await client.callTool({ name: 'jobs_search', arguments: args })
      const { results, next_cursor } = structuredContent as {
        results: { job_id: string }[]
        next_cursor: string | null
      }
      seen.push(...results.map(({ job_id }) => job_id))
      cursor = next_cursor
    } while (cursor !== null)
    const path = '/data/job-postings/v1/jobs/search?q=nurse&city=Amsterdam&limit=200&fields=id'
    const { data, meta } = (await (await fetch(served.origin + path)).json()) as {
      data: { id: string }[]
      meta: { total: number }
    }
    assert.deepEqual(
      seen,
      data.map(({ id }) => id),
    )
    assert.equal(seen.length, meta.total)
    await client.close()
  })

  it('are the identity whose key they send, and are refused with one that is not valid', async () => {
    const key = await createKey(served.origin, 'agent@example.org')
    for (const transport of ['http', 'stdio'] as const) {
      const client = await connect(transport, true, key)
      await client.callTool({ name: 'jobs_count', arguments: { by: 'company', limit: 1 } })
      await client.close()
    }
    const response = await fetch(`${served.origin}/cinema/v1/usage`, {
      headers: { authorization: `Bearer ${key}` },
    })
    const { data } = (await response.json()) as {
      data: { calls: { by_route: { route: string; calls: number }[] } }
    }
    const calls = data.calls.by_route.find(({ route }) => route === 'POST /mcp')?.calls ?? 0
    assert.ok(calls >= 4, String(calls))
    await assert.rejects(connect('http', true, `${key.slice(0, -1)}x`))
    await assert.rejects(connect('stdio', true, `${key.slice(0, -1)}x`), /unauthenticated/)
  })
})

it('agents read on a server without data that nothing has been collected yet', {
  timeout: firstSyncTimeoutMs,
}, async () => {
  using served = await startServerProcess([], { SYNC_ENABLED: 'false' })
  const client = new Client({ name: 'test', version: '1' })
  await client.connect(new StreamableHTTPClientTransport(new URL(`${served.origin}/mcp`)))
  for (const [name, args] of [
    ['cinema_search_showtimes', { near: 'Leeds' }],
    ['cinema_search_showtimes', { movie: 'Dune' }],
    ['jobs_search', { q: 'nurse' }],
    ['jobs_count', { by: 'company' }],
    ['trust_get_company', { company: 'acme.com' }],
  ] as const) {
    const result = await client.callTool({ name, arguments: args })
    assert.match((result.content[0] as { text: string }).text, /No data has been collected yet/, name)
  }
  await client.close()
})
