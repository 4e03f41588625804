/** The source tree follows the import rules, and the checker notices every way of breaking them. */

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { findProblems, readModule, readModules } from '../../scripts/check-imports.ts'
import { projectRoot } from '../support/project-root.ts'

/** Far below the real numbers: a checker that finds almost nothing must not pass. */
const modulesMin = 200
const importsMin = 800

function problemsOf(files: Readonly<Record<string, string>>): string[] {
  return findProblems(Object.entries(files).map(([path, text]) => readModule(path, text)))
}

describe('the source tree', () => {
  const modules = readModules(projectRoot)

  it('is read', () => {
    assert.ok(modules.length >= modulesMin, `only ${modules.length} modules found`)
    const imports = modules.flatMap((module) => module.imports)
    assert.ok(imports.length >= importsMin, `only ${imports.length} imports found`)
  })

  it('follows every rule', () => {
    assert.deepEqual(findProblems(modules), [])
  })
})

describe('the import rules', () => {
  const forbidden = {
    'core imports no other layer': ['src/core/a.ts', '../store/store.ts'],
    'the store does not import sync': ['src/store/a.ts', '../sync/run/run-source.ts'],
    'http does not import a service': ['src/http/a.ts', '../services/cinema/schema/index.ts'],
    'http does not import sync': ['src/http/a.ts', '../sync/source.ts'],
    'sync does not import a source': ['src/sync/a.ts', '../services/cinema/sources/adapters/veezi/veezi.ts'],
    'sync does not import http': ['src/sync/a.ts', '../http/reply.ts'],
    'services do not import each other': ['src/services/cinema/a.ts', '../jobs/schema/records.ts'],
    'services import what a source is, not how it runs': [
      'src/services/cinema/a.ts',
      '../../sync/run/run-source.ts',
    ],
    'sources do not import the store': ['src/services/cinema/sources/a.ts', '../../../store/store.ts'],
    'sources do not import queries': ['src/services/cinema/sources/a.ts', '../queries/movies.ts'],
    'sources do not import publish': ['src/services/cinema/sources/a.ts', '../publish/movies.ts'],
    'normalise does not import sources': [
      'src/services/cinema/normalise/a.ts',
      '../sources/adapters/veezi/veezi.ts',
    ],
    'publish does not import queries': ['src/services/cinema/publish/a.ts', '../queries/movies.ts'],
    'publish imports only types of sources': [
      'src/services/cinema/publish/a.ts',
      '../sources/adapters/veezi/veezi.ts',
    ],
    'queries do not import publish': ['src/services/cinema/queries/a.ts', '../publish/movies.ts'],
    'queries do not import routes': ['src/services/cinema/queries/a.ts', '../routes/movies.ts'],
    'routes do not import publish': ['src/services/cinema/routes/a.ts', '../publish/movies.ts'],
    'services do not import the HTTP server': [
      'src/services/cinema/routes/a.ts',
      '../../../http/server/create-server.ts',
    ],
    'identity does not import the HTTP server': ['src/identity/a.ts', '../http/server/create-server.ts'],
    'the sandbox does not import a service': ['sandbox/a.ts', '../src/services/cinema/schema/index.ts'],
    'only the sandbox profile imports the sandbox': ['src/app/http-app.ts', '../../sandbox/thread.ts'],
    'the sandbox profile is imported dynamically': ['src/app/http-app.ts', './profile/sandbox.ts'],
    'a command is imported dynamically': ['src/cli/commands/index.ts', './serve.ts'],
    'discovery is imported dynamically': ['src/app/http-app.ts', './discovery.ts'],
    'the parser of settings files is loaded late': [
      'src/core/config/load-config.ts',
      './parse-config-file.ts',
    ],
    'main.js imports only the command line': ['src/main.js', './http/server/create-server.ts'],
    'only cli imports app': ['src/sync/a.ts', '../app/http-app.ts'],
    'product code does not import test support': ['src/core/a.ts', '../../test/support/backends.ts'],
    'product code does not import a test': ['src/core/a.ts', './b.test.ts'],
    'the client imports no server code': [
      'packages/client/src/a.ts',
      '../../../src/services/cinema/schema/index.ts',
    ],
    'the console imports only the client': ['packages/console/src/a.ts', '../../../src/core/text.ts'],
    'every folder is in a layer': ['src/elsewhere/a.ts', '../core/text.ts'],
  }
  for (const [rule, [path = '', target = '']] of Object.entries(forbidden)) {
    it(`say that ${rule}`, () => {
      assert.equal(problemsOf({ [path]: `import { b } from '${target}'` }).length, 1)
    })
  }

  it('apply to every form of import', () => {
    const forms = [
      `import type { B } from '../store/store.ts'`,
      `import {\n  a,\n  type B,\n} from "../store/store.ts"`,
      `import * as b from '../store/store.ts'`,
      `import '../store/store.ts'`,
      `export * from '../store/store.ts'`,
      `export type { B } from '../store/store.ts'`,
      `const b = await import('../store/store.ts')`,
      `let b: import('../store/store.ts').Store`,
      `new Worker(new URL('../store/worker.ts', import.meta.url))`,
    ]
    for (const form of forms) assert.equal(problemsOf({ 'src/core/a.ts': form }).length, 1, form)
  })

  it('allow imports from lower layers', () => {
    const allowed = {
      'src/store/a.ts': `import { b } from '../core/errors.ts'`,
      'src/services/cinema/routes/movies.ts': `import { c } from '../queries/movies.ts'; import { d } from '../../../http/reply.ts'`,
      'src/services/cinema/sources/adapters/veezi/veezi.ts': `import { defineSource } from '../../../../../sync/define-source.ts'; import { S } from '../../../schema/movie.ts'`,
      'src/app/http-app.ts': `import { e } from '../services/cinema/index.ts'; import { f } from '../sync/run/run-source.ts'`,
      'src/cli/commands/serve.ts': `import { g } from '../../app/http-app.ts'`,
      'packages/client/src/cinema.ts': `import type { Showtime } from '../../../src/services/cinema/schema/showtime.ts'`,
      'src/app/profile/load-profile.ts': `const profile = await import('./sandbox.ts')`,
      'src/app/profile/sandbox.ts': `import { startSandboxThread } from '../../../sandbox/thread.ts'`,
      'src/core/errors.test.ts': `import { h } from '../app/http-app.ts'; Date.now()`,
    }
    assert.deepEqual(problemsOf(allowed), [])
  })

  it('refuse a cycle, of types as well, but not the start of a thread', () => {
    const cycle = {
      'src/core/a.ts': `import { b } from './b.ts'`,
      'src/core/b.ts': `import { type C, c } from './c.ts'`,
      'src/core/c.ts': `import { a } from './a.ts'`,
    }
    assert.deepEqual(problemsOf(cycle), [
      'cycle: src/core/a.ts > src/core/b.ts > src/core/c.ts > src/core/a.ts',
    ])
    const typeImport = `import type { C } from './c.ts'`
    assert.equal(problemsOf({ ...cycle, 'src/core/b.ts': typeImport }).length, 1)
    const dynamicImport = `const { c } = await import('./c.ts')`
    assert.equal(problemsOf({ ...cycle, 'src/core/b.ts': dynamicImport }).length, 1)
    const thread = `new Worker(new URL('./c.ts', import.meta.url))`
    assert.deepEqual(problemsOf({ ...cycle, 'src/core/b.ts': thread }), [])
  })

  const restricted = [
    `process.env.HOME`,
    `const { HOME } = process.env`,
    `process.exit(1)`,
    `const t = Date.now()`,
    `const t = new Date()`,
    `const t = new Date`,
    `const r = Math.random()`,
    `await fetch('http://example.org')`,
    `new WebSocket('ws://example.org')`,
    `import { request } from 'undici'`,
    `import { Ajv2020 } from 'ajv/dist/2020.js'`,
    `import { request } from 'node:http'`,
    `import https from 'node:https'`,
    `import net from 'node:net'`,
    `import { DatabaseSync } from 'node:sqlite'`,
    `import pg from 'pg'`,
  ]
  for (const line of restricted) {
    it(`restrict ${line}`, () => {
      assert.equal(problemsOf({ 'src/services/cinema/a.ts': line }).length, 1)
    })
  }

  it('ignore a mention, a method and a harmless function', () => {
    const text = `// Date.now() and fetch() in a comment
      import type { IncomingMessage } from 'node:http'
      import { isIP } from 'node:net'
      const text = 'process.env.HOME, Math.random()'
      const day = new Date(0)
      await source.fetch(day)`
    assert.deepEqual(problemsOf({ 'src/services/cinema/a.ts': text }), [])
  })

  it('refuse vague names', () => {
    for (const path of ['src/core/utils/a.ts', 'src/core/helpers.ts', 'scripts/lib/a.ts']) {
      assert.equal(problemsOf({ [path]: '' }).length, 1, path)
    }
  })
})
