/** `npm run docs`: writes the generated documents. With `--check`: compares them and follows every link, without changing anything. */

import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { settings } from '../src/core/config/config-table.ts'
import { checkDocuments } from './doc-check.ts'
import { renderCinemaSourceReference } from './reference/cinema-source-reference.ts'
import { renderConfigReference, renderEnvExample } from './reference/config-reference.ts'
import { renderErrorReference } from './reference/error-reference.ts'
import { renderJobSourceReference } from './reference/job-source-reference.ts'
import { renderMarketReference } from './reference/market-reference.ts'
import { renderMarketSourceReference } from './reference/market-source-reference.ts'
import { renderTrustSourceReference } from './reference/trust-source-reference.ts'

const root = join(import.meta.dirname, '..')

const generated: Readonly<Record<string, () => string>> = {
  'docs/reference/errors.md': renderErrorReference,
  'docs/reference/configuration.md': renderConfigReference,
  'docs/reference/cinema-sources.md': renderCinemaSourceReference,
  'docs/reference/jobs-sources.md': renderJobSourceReference,
  'docs/reference/market-routes.md': renderMarketReference,
  'docs/reference/market-sources.md': renderMarketSourceReference,
  'docs/reference/trust-sources.md': renderTrustSourceReference,
  '.env.example': renderEnvExample,
}

/** Read by the tests and by `.ci/run`, never by the server. */
const testVariables = [
  'TEST_DATABASE_URL',
  'TEST_REDIS_URL',
  'CHROMIUM_PATH',
  'PGBOUNCER_PATH',
  'POSTGRES_BIN',
  'CHDB_FOLDER',
  'BROADSHEET_REQUIRE_BACKENDS',
  'KILL_ROUNDS',
  'RANDOM_DAYS',
  'RANDOM_PUBLICATIONS',
  'RANDOM_SEARCHES',
]
/** Of the C library and of Node, see src/main.js. */
const systemVariables = ['MALLOC_ARENA_MAX', 'UV_THREADPOOL_SIZE', 'NODE_OPTIONS', 'NO_COLOR']
/** Of commands that talk to a running server. */
const remoteVariables = ['BROADSHEET_URL', 'BROADSHEET_KEY']

if (import.meta.main) {
  if (process.argv.includes('--check')) check()
  else write()
}

/** What `--check` finds: generated documents that differ, dead links, unknown names. */
export function findDocumentProblems(): string[] {
  const stale = Object.entries(generated)
    .filter(([path, make]) => readIfExists(path) !== make())
    .map(([path]) => `${path}: not what its source says; run \`npm run docs\``)
  const manifests = ['package.json', ...globSync('packages/*/package.json', { cwd: root })]
  const scripts = manifests.map((path) => JSON.parse(readFileSync(join(root, path), 'utf8')).scripts)
  const known = {
    npmScripts: new Set(scripts.flatMap(Object.keys)),
    variables: new Set([
      ...settings.map(({ setting }) => setting.env),
      ...testVariables,
      ...systemVariables,
      ...remoteVariables,
    ]),
  }
  return [...stale, ...checkDocuments(root, known)]
}

function check(): void {
  const problems = findDocumentProblems()
  for (const problem of problems) process.stderr.write(`${problem}\n`)
  if (problems.length > 0) process.exitCode = 1
}

function write(): void {
  for (const [path, make] of Object.entries(generated)) {
    const text = make()
    if (readIfExists(path) === text) continue
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
    process.stdout.write(`wrote ${path}\n`)
  }
}

function readIfExists(path: string): string | undefined {
  return existsSync(join(root, path)) ? readFileSync(join(root, path), 'utf8') : undefined
}
