/**
 * `npm test` and `npm run test:all`: runs the test files in processes of their own, light ones together, then reports what passed,
 * what was skipped and, on request, coverage.
 */

import { existsSync, globSync, mkdtempDisposableSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join, relative } from 'node:path'
import { Readable } from 'node:stream'
import { run } from 'node:test'
import { spec, type TestEvent } from 'node:test/reporters'
import { parseArgs } from 'node:util'
import { postgresUrl } from '../test/support/backends.ts'
import { startServerProcess, waitForSandbox } from '../test/support/server/server-process.ts'
import { folderOfRuns } from '../test/support/shared-folder.ts'
import { dropSpares } from '../test/support/store/spare-schemas.ts'
import { groupTests } from './test-groups.ts'
import { kindOf, usesEngines } from './test-kinds.ts'

type CoverageTotals = Extract<TestEvent, { type: 'test:coverage' }>['data']['summary']['totals']

const root = join(import.meta.dirname, '..')
/** Where the program caches compiled code: tests import the same sources. */
const programCache = join(root, 'node_modules', '.cache', 'broadsheet')
/** Limits for what hangs; a slow machine is not an error. */
const testTimeoutMs = 600_000
const runTimeoutMs = 3 * 3_600_000
/**
 * Start first, because a long file at the end leaves the other cores idle. The first one makes the synced data of the sandbox,
 * which those from the pages on need: they come when it is ready.
 */
const longest = [
  'packages/client/test/package.process.test.ts',
  'src/services/jobs/publish/random-days.fault.test.ts',
  'test/e2e/server/kill-during-sync.fault.test.ts',
  'test/faults/source-faults.fault.test.ts',
  'src/cli/commands/serve.process.test.ts',
  'test/e2e/server/operations.browser.test.ts',
  'test/e2e/server/two-nodes.process.test.ts',
  'test/e2e/pages/pages.browser.test.ts',
  'src/sync/run/run-source.fault.test.ts',
  'test/project/npm-package.process.test.ts',
  'test/e2e/pages/looks.browser.test.ts',
  'test/e2e/pages/front-page.process.test.ts',
]
/** What a quick test must not depend on. */
const backendVariables = [
  'TEST_DATABASE_URL',
  'TEST_REDIS_URL',
  'CHROMIUM_PATH',
  'PGBOUNCER_PATH',
  'POSTGRES_BIN',
  'CHDB_FOLDER',
  'BROADSHEET_REQUIRE_BACKENDS',
]
/** What Linux tells every program. */
const ticksPerSecond = 100
/** How many of the files that took longest are reported. */
const slowestMax = 12
/** The runner's closing lines, printed below the list of failures. */
const summaryLine = /^(tests|suites|pass|fail|cancelled|skipped|todo|duration_ms) [\d.]+$/

const usage = `npm test                                  the quick tests, on SQLite
npm run test:all                          every test, on both engines
npm run test:added                        what test:all adds to npm test
npm test -- src/http cursor               only files whose path contains one of these; also for the other two
npm test -- src/http --name 'HEAD|405'    only tests whose name matches
npm run test:all -- --coverage            also measure the lines, branches and functions covered
`

await main()

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      all: { type: 'boolean' },
      added: { type: 'boolean' },
      name: { type: 'string' },
      coverage: { type: 'boolean' },
      help: { type: 'boolean', short: 'h' },
    },
  })
  if (values.help) return print(usage)

  const part = values.added ? 'added' : values.all ? 'all' : 'quick'
  const found = findTests(positionals)
  const quick = found.filter((file) => kindOf(file) === 'quick')
  const long = found.filter((file) => kindOf(file) !== 'quick')
  if (part === 'quick' ? quick.length === 0 : found.length === 0) {
    process.exitCode = 1
    const hint = long.length > 0 ? ` \`npm run test:all\` runs ${long.join(', ')}.` : ''
    return print(`No test file matches ${positionals.join(' ') || 'the project layout'}.${hint}\n`)
  }

  if (part === 'quick') {
    for (const variable of backendVariables) delete process.env[variable]
    process.env.TEST_ENGINE = 'sqlite'
  } else if (positionals.length === 0 && !existsSync(programCache)) await fillProgramCache()
  // Most files are a process: without this, each one strips the types of the same sources again.
  process.env.NODE_COMPILE_CACHE ??= programCache
  // For what several files need and is expensive to make.
  using shared = mkdtempDisposableSync(join(folderOfRuns(), 'broadsheet-test-'))
  process.env.TEST_SHARED_FOLDER = shared.path
  const grouping = { root, folder: shared.path }
  const onBothEngines = quick.filter((file) => usesEngines(readFileSync(join(root, file), 'utf8')))
  const ofQuick =
    part === 'added'
      ? groupTests(onBothEngines, { ...grouping, engine: 'postgres' })
      : // Of a few files, each has a process of its own: if one of them leaves something open, the report names it.
        positionals.length > 0
        ? quick
        : groupTests(quick, grouping)
  const events = run({
    cwd: root,
    files:
      part === 'quick'
        ? ofQuick
        : [
            ...long.filter((file) => longest.includes(file)),
            ...ofQuick,
            ...long.filter((file) => !longest.includes(file)),
          ],
    // More than there are cores: a process often waits, and a busy machine gives its time to processes. Long tests start servers.
    concurrency: Math.min(8, part === 'quick' ? 2 * availableParallelism() : availableParallelism() + 1),
    timeout: testTimeoutMs,
    signal: AbortSignal.timeout(runTimeoutMs),
    execArgv: ['--import', join(import.meta.dirname, 'test-preload.ts')],
    ...(values.name === undefined ? {} : { testNamePatterns: new RegExp(values.name) }),
    ...(values.coverage
      ? { coverage: true, coverageIncludeGlobs: ['src/**', 'sandbox/**', 'packages/client/src/**'] }
      : {}),
  })

  const summary: string[] = []
  const skipped = new Map<string, number>()
  const msByFile = new Map<string, number>()
  async function* withoutSummary(source: AsyncIterable<TestEvent>): AsyncGenerator<TestEvent> {
    for await (const event of source) {
      if (event.type === 'test:diagnostic' && summaryLine.test(event.data.message)) {
        summary.push(`# ${event.data.message}`)
        continue
      }
      if (event.type === 'test:pass' && event.data.skip)
        add(skipped, event.data.skip === true ? 'no reason given' : event.data.skip, 1)
      if ((event.type === 'test:pass' || event.type === 'test:fail') && event.data.nesting === 0)
        add(msByFile, event.data.file ?? 'without a file', event.data.details.duration_ms)
      if (event.type === 'test:fail' && !event.data.todo) process.exitCode = 1
      if (event.type === 'test:coverage') {
        summary.push(coverageLine(event.data.summary.totals))
        continue
      }
      yield event
    }
  }

  for await (const text of Readable.from(withoutSummary(events)).compose(new spec())) print(String(text))
  if (summary.length === 0) process.exitCode = 1
  const databaseUrl = postgresUrl()
  if (databaseUrl !== undefined) await dropSpares(databaseUrl)
  const files =
    part === 'quick' ? quick.length : long.length + (part === 'all' ? quick : onBothEngines).length
  if (skipped.size > 0) print(skipNotice(skipped))
  if (positionals.length === 0) print(slowestNotice(msByFile))
  summary.push(...processorLine())
  print(`# ${part} files ${files}\n${summary.join('\n')}\n`)
}

/** Code is cached when a process or thread ends. Most servers of tests are killed, so each would compile everything again. */
async function fillProgramCache(): Promise<void> {
  using served = await startServerProcess([], { SYNC_ENABLED: 'false' })
  await waitForSandbox(served.origin)
  served.server.child.kill('SIGTERM')
  await served.server.exited
}

function coverageLine(totals: CoverageTotals): string {
  const {
    coveredLinePercent: lines,
    coveredBranchPercent: branches,
    coveredFunctionPercent: functions,
  } = totals
  return `# coverage lines ${lines.toFixed(1)} %, branches ${branches.toFixed(1)} %, functions ${functions.toFixed(1)} %`
}

/**
 * Says whether a run that takes long has too much to do or waits. With all processes that have ended, but not the database and
 * what was killed without being waited for.
 */
function processorLine(): string[] {
  if (process.platform !== 'linux') return []
  // The name, in brackets, may have spaces; after it come the state and, as 12th to 15th, the ticks of this process and its children.
  const [, fields = ''] = /.*\) (.*)/s.exec(readFileSync('/proc/self/stat', 'utf8')) ?? []
  const ticks = fields.split(' ').slice(11, 15)
  const seconds = ticks.reduce((sum, each) => sum + Number(each), 0) / ticksPerSecond
  const share = seconds / (process.uptime() * availableParallelism())
  return [
    `# processor ${seconds.toFixed(0)} s, ${(share * 100).toFixed(0)} % of ${availableParallelism()} cores`,
  ]
}

function add(totals: Map<string, number>, key: string, amount: number): void {
  totals.set(key, (totals.get(key) ?? 0) + amount)
}

/** Where to look first when the run takes too long. */
function slowestNotice(msByFile: ReadonlyMap<string, number>): string {
  const slowest = [...msByFile].sort(([, one], [, other]) => other - one).slice(0, slowestMax)
  const lines = slowest.map(([file, ms]) => `  ${Math.round(ms / 1000)} s ${relative(root, file)}`)
  return `\nThe slowest files, with their hooks:\n${lines.join('\n')}\n\n`
}

function findTests(parts: readonly string[]): string[] {
  const all = globSync('{src,sandbox,test,packages}/**/*.test.ts', {
    cwd: root,
    exclude: ['**/node_modules/**'],
  }).sort()
  const wanted = parts.map((part) => part.replace(/^\.\//, ''))
  const found = wanted.length === 0 ? all : all.filter((file) => wanted.some((part) => file.includes(part)))
  return [
    ...longest.filter((file) => found.includes(file)),
    ...found.filter((file) => !longest.includes(file)),
  ]
}

function skipNotice(skipped: ReadonlyMap<string, number>): string {
  const lines = [...skipped].map(([reason, count]) => `  ${count} × ${reason}`)
  return `\nSkipped on this machine (CONTRIBUTING.md says how to run them):\n${lines.join('\n')}\n\n`
}

function print(text: string): void {
  process.stdout.write(text)
}
