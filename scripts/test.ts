/** `npm test`: runs every test file in its own process, then says what passed and what was skipped, and how to enable it. */

import { globSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { run } from 'node:test'
import { spec, type TestEvent } from 'node:test/reporters'
import { parseArgs } from 'node:util'

const root = join(import.meta.dirname, '..')
const testTimeoutMs = 120_000
/** Only what hangs is stopped: a slow machine is no defect. */
const runTimeoutMs = 40 * 60_000
/** What node's runner ends with; held back so that it stands below the list of failures. */
const summaryLine = /^(tests|suites|pass|fail|cancelled|skipped|todo|duration_ms) [\d.]+$/

const usage = `npm test                                  everything
npm test -- src/http cursor               only files whose path contains one of these
npm test -- src/http --name 'HEAD|405'    only tests whose name matches
`

await main()

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { name: { type: 'string' }, help: { type: 'boolean', short: 'h' } },
  })
  if (values.help) return print(usage)

  const files = findTests(positionals)
  if (files.length === 0) {
    process.exitCode = 1
    return print(`No test file matches ${positionals.join(' ') || 'the project layout'}.\n`)
  }

  const events = run({
    cwd: root,
    files,
    concurrency: Math.min(8, Math.max(2, availableParallelism())),
    timeout: testTimeoutMs,
    signal: AbortSignal.timeout(runTimeoutMs),
    execArgv: ['--import', join(import.meta.dirname, 'test-preload.ts')],
    ...(values.name === undefined ? {} : { testNamePatterns: new RegExp(values.name) }),
  })

  const summary: string[] = []
  const skipped = new Map<string, number>()
  async function* withoutSummary(source: AsyncIterable<TestEvent>): AsyncGenerator<TestEvent> {
    for await (const event of source) {
      if (event.type === 'test:diagnostic' && summaryLine.test(event.data.message)) {
        summary.push(`# ${event.data.message}`)
        continue
      }
      if (event.type === 'test:pass' && event.data.skip)
        count(skipped, event.data.skip === true ? 'no reason given' : event.data.skip)
      if (event.type === 'test:fail' && !event.data.todo) process.exitCode = 1
      yield event
    }
  }

  for await (const text of Readable.from(withoutSummary(events)).compose(new spec())) print(String(text))
  if (summary.length === 0) process.exitCode = 1
  if (skipped.size > 0) print(skipNotice(skipped))
  print(`# files ${files.length}\n${summary.join('\n')}\n`)
}

function count(counts: Map<string, number>, key: string): void {
  counts.set(key, (counts.get(key) ?? 0) + 1)
}

function findTests(parts: readonly string[]): string[] {
  const all = globSync('{src,sandbox,test,packages}/**/*.test.ts', {
    cwd: root,
    exclude: ['**/node_modules/**'],
  }).sort()
  const wanted = parts.map((part) => part.replace(/^\.\//, ''))
  return wanted.length === 0 ? all : all.filter((file) => wanted.some((part) => file.includes(part)))
}

function skipNotice(skipped: ReadonlyMap<string, number>): string {
  const lines = [...skipped].map(([reason, count]) => `  ${count} × ${reason}`)
  return `\nSkipped on this machine (CONTRIBUTING.md says how to run them):\n${lines.join('\n')}\n\n`
}

function print(text: string): void {
  process.stdout.write(text)
}
