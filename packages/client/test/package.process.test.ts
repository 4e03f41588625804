/** The built package: what is in it, what it refuses to compile, and every example of its documents. */

import assert from 'node:assert/strict'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { dirname, join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import type { Browser } from 'playwright-core'
import { chromiumPath, skipReason } from '../../../test/support/backends.ts'
import { launchBrowser } from '../../../test/support/browser.ts'
import {
  firstSyncTimeoutMs,
  type ServerProcess,
  startSyncedServerProcess,
} from '../../../test/support/server/server-process.ts'
import { BuiltPackage } from './support/built-package.ts'

const root = join(import.meta.dirname, '..', '..', '..')
const pages = ['packages/client/README.md', ...globSync('packages/client/docs/*.md', { cwd: root }).sort()]

let built: BuiltPackage
before(async () => {
  built = await BuiltPackage.build()
})
after(() => built?.[Symbol.dispose]())

describe('the package', () => {
  it('holds what was built, its licence, its README and its pages, and nothing else', async () => {
    const { output } = await built.run('npm', [
      'pack',
      '--dry-run',
      '--json',
      '--ignore-scripts',
      '--loglevel=error',
      built.packageFolder,
    ])
    const [packed] = JSON.parse(output) as { files: { path: string }[] }[]
    const paths = packed?.files.map(({ path }) => path) ?? []
    const others = paths.filter((path) => !/^dist\/[\w/-]+\.(js|d\.ts)$/.test(path))
    const docs = globSync('docs/*.md', { cwd: join(root, 'packages/client') })
    assert.deepEqual(others.toSorted(), ['LICENSE', 'README.md', ...docs, 'package.json'].toSorted())
    const sources = globSync('src/**/*.ts', { cwd: join(root, 'packages/client') })
    const modules = sources.filter((path) => !path.endsWith('.test.ts')).map((path) => path.slice(4, -3))
    assert.deepEqual(
      paths.filter((path) => path.endsWith('.js')).toSorted(),
      modules.map((name) => `dist/${name}.js`).toSorted(),
    )
  })

  it('has a README and pages that link to nothing outside', () => {
    const readme = readFileSync(join(built.packageFolder, 'README.md'), 'utf8')
    const folder = built.packageFolder
    for (const path of ['README.md', ...globSync('docs/*.md', { cwd: folder })]) {
      const text = readFileSync(join(folder, path), 'utf8')
      for (const [, link = ''] of text.matchAll(/\]\(([^)#\s]+\.md)[)#]/g))
        assert.ok(existsSync(join(folder, dirname(path), link)), `${path}: ${link}`)
    }
    const { version } = JSON.parse(readFileSync(join(built.packageFolder, 'package.json'), 'utf8'))
    assert.ok(readme.includes(`broadsheet-client-${version}.tgz`))
  })

  it('needs nothing but itself', () => {
    const manifest = JSON.parse(readFileSync(join(built.packageFolder, 'package.json'), 'utf8'))
    assert.deepEqual([manifest.dependencies, manifest.peerDependencies], [undefined, undefined])
    for (const target of Object.values<string>(manifest.exports['.'])) {
      assert.ok(existsSync(join(built.packageFolder, target)), target)
    }
    for (const path of globSync('dist/**/*.{js,d.ts}', { cwd: built.packageFolder })) {
      const text = readFileSync(join(built.packageFolder, path), 'utf8')
      const imports = [...text.matchAll(/(?:\bfrom |\bimport\()\s*['"]([^'"]+)['"]/g)].map(
        ([, from]) => from ?? '',
      )
      // Declarations keep the names of the sources, which compilers follow to the declarations.
      const own = path.endsWith('.js') ? /^\.\.?\/.*\.js$/ : /^\.\.?\/.*\.ts$/
      const strangers = imports.filter((from) => !own.test(from))
      assert.deepEqual(strangers, [], path)
    }
  })

  it('refuses to compile what is wrong', async () => {
    const text = readFileSync(join(import.meta.dirname, 'type-tests.ts'), 'utf8').replace(
      '../src/index.ts',
      'broadsheet-client',
    )
    // One run of the compiler for both: it takes seconds.
    built.write('marked.ts', text)
    built.write('unmarked.ts', text.replaceAll('// @ts-expect-error', '//'))
    const { output } = await built.compile(['marked.ts', 'unmarked.ts'])
    assert.doesNotMatch(output, /^marked\.ts/m)
    const lines = new Set([...output.matchAll(/^unmarked\.ts\((\d+),/gm)].map(([, line]) => line))
    assert.equal(lines.size, text.split('// @ts-expect-error').length - 1, output)
  })
})

describe('the documents of the client', () => {
  let served: ServerProcess
  let sandboxPort: number
  before(
    async () => {
      sandboxPort = await freePort()
      served = await startSyncedServerProcess([], { SANDBOX_PORT: String(sandboxPort) })
      built.write('package.json', '{"type":"module"}')
      built.writeModule('ws', simulatedWs(sandboxPort), typesOfWs)
      built.write('lead.mjs', "import { WebSocket } from 'ws'\nglobalThis.WebSocket = WebSocket\n")
    },
    { timeout: firstSyncTimeoutMs + 60_000 },
  )
  after(() => served?.[Symbol.dispose]())

  const examples = pages.flatMap((page) =>
    [...readFileSync(join(root, page), 'utf8').matchAll(/^```(js|ts)\n([\s\S]*?)^```/gm)]
      // Needs a package that is not installed here.
      .filter(([, , code = '']) => !code.includes("from 'openapi-fetch'"))
      .map(([, language, code = ''], at) => ({
        page,
        // Node and the compiler refuse types in a file that ends with .js.
        name: `${page.replaceAll(/\W/g, '-')}-${at + 1}.${language}`,
        code,
      })),
  )

  it('have examples for every service', () => {
    assert.equal(pages.length, 9)
    for (const page of pages)
      assert.ok(
        examples.some((example) => example.page === page),
        page,
      )
  })

  it('have examples that compile', async () => {
    for (const { name, code } of examples) {
      const text = code
        .replaceAll('http://localhost:8000', served.origin)
        // A busy machine may need longer than a reader would wait.
        .replaceAll(/timeoutMs: [\d_]+/g, 'timeoutMs: 60_000')
      built.write(name, text.replaceAll('ws://127.0.0.1:8090', `ws://127.0.0.1:${sandboxPort}`))
    }
    const { code, output } = await built.compile(examples.map(({ name }) => name))
    assert.equal(code, 0, output)
  })

  it('have no types in blocks that say js: Node would refuse them', async () => {
    built.write('typed.js', 'const closes: number[] = []\nconsole.log(closes.length)\n')
    const { code, output } = await built.run(process.execPath, ['typed.js'])
    assert.notEqual(code, 0)
    assert.match(output, /SyntaxError/)
  })

  // Most of their time is waiting for updates of a stream.
  describe('have an example', { concurrency: 4 }, () => {
    for (const { name } of examples) {
      it(`that runs and says something: ${name}`, async () => {
        const { code, output } = await built.run(process.execPath, ['--import', './lead.mjs', name])
        assert.equal(code, 0, output)
        assert.notEqual(output.trim(), '')
        assert.doesNotMatch(output, /undefined|NaN/)
      })
    }
  })

  it('are true in a browser: a page lists showtimes and streams quotes', {
    skip: skipReason('Chromium', chromiumPath()),
  }, async () => {
    const site = createServer((request, response) => {
      const isModule = request.url?.endsWith('.js')
      const body = isModule ? readFileSync(join(built.packageFolder, request.url ?? '')) : page
      response.writeHead(200, { 'content-type': isModule ? 'text/javascript' : 'text/html' }).end(body)
    })
    await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve))
    let browser: Browser | undefined
    try {
      browser = await launchBrowser()
      const tab = await browser.newPage()
      const errors: string[] = []
      tab.on('pageerror', (error) => errors.push(error.message))
      const query = new URLSearchParams({
        server: served.origin,
        provider: `ws://data.tradingview.com.localhost:${sandboxPort}/socket.io/websocket`,
      })
      await tab.goto(`http://127.0.0.1:${(site.address() as AddressInfo).port}/?${query}`)
      await tab.locator('#showtimes li').nth(4).waitFor({ timeout: 600_000 })
      await tab.locator('#quotes[data-updates="3"]').waitFor({ timeout: 600_000 })
      assert.match((await tab.locator('#quotes').textContent()) ?? '', /^BINANCE:BTCUSDT \d+(\.\d+)?$/)
      // The provider does not accept the origin of the page.
      assert.equal(await tab.locator('#direct').textContent(), 'MarketConnectionError')
      assert.deepEqual(errors, [])
    } finally {
      await browser?.close()
      site.closeAllConnections()
      site.close()
    }
  })
})

const page = `<!doctype html>
<meta charset="utf-8">
<title>Showtimes and quotes</title>
<ul id="showtimes"></ul>
<output id="quotes"></output>
<output id="direct"></output>
<script type="module">
import { Broadsheet, MarketSocket } from '/dist/index.js'
const query = new URLSearchParams(location.search)
const broadsheet = new Broadsheet({ baseUrl: query.get('server') })
for await (const showtime of broadsheet.cinema.searchShowtimes.all({ include: 'movie', limit: 2 })) {
  const item = document.createElement('li')
  item.textContent = showtime.starts_at_local + ' ' + showtime.movie.title
  if (document.querySelector('#showtimes').appendChild(item).parentNode.children.length === 5) break
}
const socket = new MarketSocket({ url: query.get('provider'), attemptsMax: 1 })
document.querySelector('#direct').textContent = await socket.quotes('BINANCE:BTCUSDT').next().catch((error) => error.name)
let updates = 0
for await (const quote of broadsheet.streams.quotes('BINANCE:BTCUSDT')) {
  const quotes = document.querySelector('#quotes')
  quotes.textContent = quote.symbol + ' ' + quote.last
  quotes.dataset.updates = ++updates
  if (updates === 3) break
}
</script>`

/** A package `ws` that leads the provider’s address to the sandbox and sends the host that was meant. */
function simulatedWs(port: number): string {
  return `import { WebSocket as Socket } from ${JSON.stringify(import.meta.resolve('ws'))}
export class WebSocket extends Socket {
  constructor(address, { headers, ...options } = {}) {
    const { host, hostname, pathname, search } = new URL(address)
    const isServer = hostname === '127.0.0.1'
    super(isServer ? address : 'ws://127.0.0.1:${port}' + pathname + search, { ...options, headers: { host, ...headers } })
  }
}
`
}

const typesOfWs = `interface Options { readonly origin?: string; readonly headers?: Readonly<Record<string, string>> }
declare const Socket: new (url: string, options?: Options) => globalThis.WebSocket
export { Socket as WebSocket }
`

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}
