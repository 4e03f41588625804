/** Arrows point down: the tree keeps the rules, and the checker notices every way of breaking them. */

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { findProblems, readModule, readModules } from '../../scripts/check-imports.ts'
import { projectRoot } from '../support/project-root.ts'

/** Far below what is there; a checker that suddenly sees almost nothing must not pass. */
const modulesMin = 200
const arrowsMin = 800

function problemsOf(files: Readonly<Record<string, string>>): string[] {
  return findProblems(Object.entries(files).map(([path, text]) => readModule(path, text)))
}

describe('the source tree', () => {
  const modules = readModules(projectRoot)

  it('is seen', () => {
    assert.ok(modules.length >= modulesMin, `only ${modules.length} modules seen`)
    const arrows = modules.flatMap((module) => module.imports)
    assert.ok(arrows.length >= arrowsMin, `only ${arrows.length} imports seen`)
  })

  it('keeps every rule', () => {
    assert.deepEqual(findProblems(modules), [])
  })
})

describe('the import rules', () => {
  const wrongWays = {
    'core imports nothing of ours': ['src/core/a.ts', '../store/store.ts'],
    'the store knows no sync': ['src/store/a.ts', '../sync/run/run-source.ts'],
    'the edge knows no service': ['src/http/a.ts', '../services/cinema/schema/index.ts'],
    'sync knows no particular source': ['src/sync/a.ts', '../services/cinema/sources/veezi.ts'],
    'the edge does not know sync': ['src/http/a.ts', '../sync/source.ts'],
    'sync does not know the edge': ['src/sync/a.ts', '../http/reply.ts'],
    'services do not know each other': ['src/services/cinema/a.ts', '../jobs/schema/records.ts'],
    'services know what a source is, not how it runs': [
      'src/services/cinema/a.ts',
      '../../sync/run/run-source.ts',
    ],
    'sources touch no store': ['src/services/cinema/sources/a.ts', '../../../store/store.ts'],
    'sources touch no query': ['src/services/cinema/sources/a.ts', '../queries/movies.ts'],
    'the sandbox knows no service': ['sandbox/a.ts', '../../src/services/cinema/schema/index.ts'],
    'only app joins the parts': ['src/main.js', './http/server/create-server.ts'],
    'nobody imports app but main': ['src/sync/a.ts', '../app/http-app.ts'],
    'the program does not use its tests': ['src/core/a.ts', '../../test/support/backends.ts'],
    'nor a test beside it': ['src/core/a.ts', './b.test.ts'],
    'the client takes no code from the server': [
      'packages/client/src/a.ts',
      '../../../src/services/cinema/schema/index.ts',
    ],
    'the console uses the public client only': ['packages/console/src/a.ts', '../../../src/core/text.ts'],
    'every folder has a place in the table': ['src/elsewhere/a.ts', '../core/text.ts'],
  }
  for (const [rule, [path = '', target = '']] of Object.entries(wrongWays)) {
    it(`refuse an arrow the wrong way: ${rule}`, () => {
      assert.equal(problemsOf({ [path]: `import { b } from '${target}'` }).length, 1)
    })
  }

  it('see every form an import can take', () => {
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

  it('allow the arrows that point down', () => {
    const right = {
      'src/store/a.ts': `import { b } from '../core/errors.ts'`,
      'src/services/cinema/routes/movies.ts': `import { c } from '../queries/movies.ts'; import { d } from '../../../http/reply.ts'`,
      'src/services/cinema/sources/veezi.ts': `import { defineSource } from '../../../sync/source.ts'; import { S } from '../schema/movie.ts'`,
      'src/app/http-app.ts': `import { e } from '../services/cinema/index.ts'; import { f } from '../sync/run/run-source.ts'`,
      'src/cli/commands/serve.ts': `import { g } from '../app/http-app.ts'`,
      'packages/client/src/cinema.ts': `import type { Showtime } from '../../../src/services/cinema/schema/showtime.ts'`,
      'src/core/errors.test.ts': `import { h } from '../app/http-app.ts'; Date.now()`,
    }
    assert.deepEqual(problemsOf(right), [])
  })

  it('refuse a cycle, which neither a type nor the start of a thread makes', () => {
    const ring = {
      'src/core/a.ts': `import { b } from './b.ts'`,
      'src/core/b.ts': `import { type C, c } from './c.ts'`,
      'src/core/c.ts': `import { a } from './a.ts'`,
    }
    assert.deepEqual(problemsOf(ring), [
      'cycle: src/core/a.ts > src/core/b.ts > src/core/c.ts > src/core/a.ts',
    ])
    assert.deepEqual(problemsOf({ ...ring, 'src/core/b.ts': `import type { C } from './c.ts'` }), [])
    const thread = `new Worker(new URL('./c.ts', import.meta.url))`
    assert.deepEqual(problemsOf({ ...ring, 'src/core/b.ts': thread }), [])
  })

  const outOfPlace = [
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
    `import { request } from 'node:http'`,
    `import https from 'node:https'`,
    `import net from 'node:net'`,
    `import { DatabaseSync } from 'node:sqlite'`,
    `import pg from 'pg'`,
  ]
  for (const line of outOfPlace) {
    it(`refuse out of its place: ${line}`, () => {
      assert.equal(problemsOf({ 'src/services/cinema/a.ts': line }).length, 1)
    })
  }

  it('do not mistake a mention, a method or a pure function for a use', () => {
    const text = `// Date.now() and fetch() in a comment
      import type { IncomingMessage } from 'node:http'
      import { isIP } from 'node:net'
      const text = 'process.env.HOME, Math.random()'
      const day = new Date(0)
      await source.fetch(day)`
    assert.deepEqual(problemsOf({ 'src/services/cinema/a.ts': text }), [])
  })

  it('refuse names that say nothing', () => {
    for (const path of ['src/core/utils/a.ts', 'src/core/helpers.ts', 'scripts/lib/a.ts']) {
      assert.equal(problemsOf({ [path]: '' }).length, 1, path)
    }
  })
})
