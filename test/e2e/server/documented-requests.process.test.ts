/** Every command in the README, the tutorial, and the pages about lists, agents, the terminal, pages and deprecation, sent to a server that was started as they say and has had its first sync. */

import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { promisify } from 'node:util'
import { CliRunner, noCoverage } from '../../support/cli-runner.ts'
import { projectRoot } from '../../support/project-root.ts'
import { waitForSandbox } from '../../support/server/server-process.ts'
import { copySyncedData, firstSyncTimeoutMs } from '../../support/server/synced-data.ts'

const written = 'http://localhost:8000'
const tutorial = 'docs/tutorial/first-steps.md'
/** All its requests find something. */
const listGuide = 'docs/how-to/read-lists.md'
const agentGuide = 'docs/how-to/connect-an-agent.md'
const pageReference = 'docs/reference/pages.md'
const deprecationPolicy = 'docs/reference/deprecation.md'
const terminalGuide = 'docs/how-to/read-in-the-terminal.md'

interface Sample {
  readonly line: string
  readonly path: string
  readonly method: 'GET' | 'HEAD'
  readonly headers: Record<string, string>
}

function samplesIn(file: string): Sample[] {
  const all = readFileSync(join(projectRoot, file), 'utf8').match(/\bcurl [^\n`]+/g) ?? []
  // Signing in is a conversation, which has a test of its own.
  // The loop that takes everything has one, too.
  const lines = all.filter((line) => !/-X POST|\/mcp |\$KEY|mailbox|\$next/.test(line))
  return lines.map((line) => {
    const path = /http:\/\/localhost:8000([^\s'"]*)/.exec(line)?.[1]
    assert.ok(path !== undefined, `${file}: no address of the server in: ${line}`)
    const headers = [...line.matchAll(/-H '([^:]+): ([^']+)'/g)].map(([, name = '', value = '']) => [
      name,
      value,
    ])
    return { line, path, method: / -\w*I/.test(line) ? 'HEAD' : 'GET', headers: Object.fromEntries(headers) }
  })
}

const expectedOutputs: Readonly<Record<string, readonly RegExp[]>> = {
  'README.md': [/"seats":\[/, /"key":\{/, /"credential":"key"/],
  [tutorial]: [
    /categroy/,
    /link: <\/notices\/v1\//i,
    /^\d{3,} all\.ndjson$/m,
    /^(?:W\/)?"[^"]+"$/m,
    /^304$/m,
  ],
  [listGuide]: [],
  // The result of a tool, over HTTP.
  [agentGuide]: [/"structuredContent":\{"total":\d/],
  [deprecationPolicy]: [/^x-request-id: /im],
  [terminalGuide]: [/^NASDAQ:AAPL +.*\nBINANCE:BTCUSDT /m, /"id": "mv_/],
  [pageReference]: [/^> Texts of third parties: information/m, /"section":"/],
}

/** All commands for a second terminal, as a newcomer pastes them. */
async function runCommands(file: string): Promise<{ stdout: string }> {
  const text = readFileSync(join(projectRoot, file), 'utf8')
  const blocks = [...text.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].map((match) => match[1] ?? '')
  const commands = blocks.filter((block) => !/npm |claude |jq /.test(block)).join('\n')
  const tool = `broadsheet() { '${process.execPath}' '${join(projectRoot, 'src/main.js')}' "$@"; }`
  const script = `set -e -o pipefail\nexport BROADSHEET_URL=${origin}\n${tool}\n${commands.replaceAll(written, origin)}`
  return await promisify(execFile)('bash', ['-c', script], {
    cwd: place.folder,
    timeout: 600_000,
    maxBuffer: 64 * 1024 * 1024,
  })
}

const place = new CliRunner()
let origin = written

before(
  async () => {
    await copySyncedData(join(place.folder, 'data'))
    // The test sends the requests of an hour within seconds.
    const env = { ...noCoverage, LIMIT_ANONYMOUS_PER_SECOND: '1000' }
    const server = place.start(['serve', '--port', '0'], env)
    origin = (await server.waitForOutput(/ready at (http:\S+)/))[1] ?? ''
    await waitForSandbox(origin)
  },
  { timeout: firstSyncTimeoutMs + 60_000 },
)
after(() => place[Symbol.dispose]())

for (const file of Object.keys(expectedOutputs)) {
  describe(file, () => {
    /** What the shell would know. */
    const variables: Record<string, string> = {
      now: new Date().toISOString(),
      tomorrow: new Date(Date.now() + 86_400_000).toISOString().slice(0, 10),
    }
    const samples = samplesIn(file)
    const hasOthers = [agentGuide, deprecationPolicy, terminalGuide].includes(file)
    it('has samples', () => assert.ok(hasOthers || samples.length >= 2))

    it('has commands that work as they stand, one after the other', async () => {
      const { stdout } = await runCommands(file)
      for (const text of expectedOutputs[file] ?? []) assert.match(stdout, text)
      assert.doesNotMatch(
        stdout.replaceAll(/"error":\{"code":"invalid_request"[^\n]*categroy/g, ''),
        /"error":\{/,
      )
    })

    const loops = [...readFileSync(join(projectRoot, file), 'utf8').matchAll(/^next=[\s\S]*?^done.*$/gm)]
    for (const [loop] of loops) {
      it('has a loop that takes everything', async () => {
        const script = `set -e\n${loop.replaceAll(written, origin)}`
        await promisify(execFile)('bash', ['-c', script], { cwd: place.folder, timeout: 600_000 })
        const rows = readFileSync(join(place.folder, 'all.ndjson'), 'utf8').trimEnd().split('\n')
        const ids = new Set(rows.map((row) => JSON.parse(row).id))
        const front = await fetch(origin, { headers: { accept: 'application/json' } })
        const { data } = (await front.json()) as { data: { services: { id: string; counts: object }[] } }
        const { counts } = data.services.find(({ id }) => id === 'notices') ?? {}
        assert.ok(rows.length > 100, String(rows.length))
        assert.deepEqual({ notices: ids.size }, counts)
      })
    }
    if (file === tutorial) it('shows how to take everything', () => assert.equal(loops.length, 1))

    for (const { line, path, method, headers } of samples) {
      const status = line.includes('categroy') ? 400 : 200
      it(`is answered with ${status}: ${line}`, async () => {
        const asked = path.replace(/\$\{?(\w+)\}?/g, (_, name) => variables[name] ?? '')
        const answer = await fetch(origin + asked, { method, headers, signal: AbortSignal.timeout(600_000) })
        const body = await answer.text()
        assert.equal(answer.status, status, body)
        if (headers.Accept) assert.ok(answer.headers.get('content-type')?.startsWith(headers.Accept))
        if (status === 400) assert.match(body, /category/)
        if (file === listGuide) firstOf(body.replace('"features"', '"data"'), 'rows')
        if (path.includes('$now')) assertWorthShowing(body, variables.now ?? '')
        if (path.includes('tomorrow')) variables.ID ??= firstOf(body, 'showtimes').id
        if (path.includes('$ID')) firstOf(body, path.includes('seatmap') ? 'seats' : 'prices')
        if (line.includes("'^link'")) assert.match(answer.headers.get('link') ?? '', /rel="next"/)
        if (line.includes("'^etag'")) assert.equal(await statusWithTag(origin + path, answer), 304)
      })
    }
  })
}

/** The first response that a newcomer sees: upcoming screenings with free seats and prices, and not much else. */
function assertWorthShowing(body: string, now: string): void {
  const { data } = JSON.parse(body)
  assert.equal(data.length, 2)
  for (const { starts_at, movie, availability_summary: seats, prices } of data) {
    assert.ok(starts_at >= now, starts_at)
    assert.ok(movie.title)
    assert.equal(movie.aliases, undefined)
    assert.ok(seats.available >= 0 && seats.capacity > 0, JSON.stringify(seats))
    assert.ok(prices.length > 0 && prices[0].amount > 0, JSON.stringify(prices))
  }
}

/** The first of a list that is not empty. */
function firstOf(body: string, what: string): { readonly id: string } {
  const { data } = JSON.parse(body)
  const [first] = data[what] ?? data
  assert.ok(first, `no ${what} in: ${body.slice(0, 500)}`)
  return first
}

async function statusWithTag(url: string, answer: Response): Promise<number> {
  const headers = { 'if-none-match': answer.headers.get('etag') ?? '' }
  return (await fetch(url, { headers, signal: AbortSignal.timeout(600_000) })).status
}
