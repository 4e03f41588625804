import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { parse } from 'yaml'
import { createAppContext } from '../../src/app/app-context.ts'
import { createHttpApp, type HttpApp } from '../../src/app/http-app.ts'
import { systemClock } from '../../src/core/clock.ts'
import { loadConfig } from '../../src/core/config/load-config.ts'
import { projectRoot } from '../support/project-root.ts'
import { newFolder } from '../support/shared-folder.ts'

interface Rules {
  readonly groups: readonly { readonly rules: readonly { readonly alert: string; readonly expr: string }[] }[]
}

interface Dashboard {
  readonly panels: readonly {
    readonly title: string
    readonly targets: readonly { readonly expr: string }[]
  }[]
}

const read = (file: string) => readFileSync(join(projectRoot, 'deploy', file), 'utf8')

describe('the rules for Prometheus and the dashboard for Grafana', () => {
  /** The series that the server has, also those without a value yet. */
  const series = new Set(['up'])
  /** Those that have a value from the start, without anything to count. */
  const valued = new Set(['up'])
  let http: HttpApp
  before(async () => {
    const env = { DATA_DIR: newFolder('watching'), LOG_LEVEL: 'silent', SYNC_ENABLED: 'false' }
    http = await createHttpApp(await createAppContext(loadConfig({ env }), { clock: systemClock }))
    const port = await http.server.listen({ host: '127.0.0.1', port: 0 })
    const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
    for (const [name] of text.matchAll(/^[a-z]\w*/gm)) valued.add(name)
    for (const [, name = '', type] of text.matchAll(/^# TYPE (\S+) (\S+)$/gm)) {
      if (type !== 'histogram') series.add(name)
      else for (const part of ['bucket', 'sum', 'count']) series.add(`${name}_${part}`)
    }
  })
  after(() => http[Symbol.asyncDispose]())

  const { groups } = parse(read('prometheus-rules.yaml')) as Rules
  const { panels } = JSON.parse(read('grafana-dashboard.json')) as Dashboard
  const expressions = [
    ...groups.flatMap(({ rules }) => rules.map(({ alert, expr }) => [alert, expr] as const)),
    ...panels.flatMap(({ title, targets }) => targets.map(({ expr }) => [title, expr] as const)),
  ]

  /** Names outside of braces and quotes, which no parenthesis follows. */
  function namesIn(expression: string): readonly string[] {
    const plain = expression.replaceAll(/\{[^}]*\}|\bby \([^)]*\)/g, '')
    return plain.match(/\b(?:up\b|(?:broadsheet|process|nodejs)_\w+)/g) ?? []
  }

  it('name only metrics that the server has', () => {
    assert.ok(expressions.length > 15)
    for (const [title, expression] of expressions) {
      const names = namesIn(expression)
      assert.ok(names.length > 0, title)
      for (const name of names) assert.ok(series.has(name), `${title}: ${name}`)
    }
  })

  it('compare with 0 only what has a value before anything is counted', () => {
    for (const [title, expression] of expressions)
      if (expression.includes('== 0'))
        for (const name of namesIn(expression)) assert.ok(valued.has(name), `${title}: ${name}`)
  })

  it('see the first of what is counted, which begins a series', () => {
    for (const [title, expression] of expressions)
      if (/^sum by \(\w+\) \(increase\(\S+\)\) > 0/.test(expression))
        assert.match(expression, /offset/, title)
  })

  it('watch every metric about alarms, runs and hosts', () => {
    const all = expressions.map(([, expression]) => expression).join('\n')
    for (const name of ['broadsheet_alarms', 'broadsheet_sync_runs_total', 'broadsheet_upstream_host_state'])
      assert.ok(all.includes(name), name)
  })
})
