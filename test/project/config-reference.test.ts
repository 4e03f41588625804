import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { parseEnv } from 'node:util'
import { renderConfigReference, renderEnvExample } from '../../scripts/reference/config-reference.ts'
import { sandboxSecret, settings } from '../../src/core/config/config-table.ts'

describe('settings documents', () => {
  it('have one row per setting, with its variable, flag and description', () => {
    const rows = renderConfigReference().split('\n')
    for (const { name, setting } of settings) {
      const own = rows.filter((row) => row.startsWith(`| \`${name}\` |`))
      assert.equal(own.length, 1, name)
      assert.ok(own[0]?.includes(`\`${setting.env}\``) && own[0].includes(setting.about))
      if (setting.flag) assert.ok(own[0]?.includes(`\`${setting.flag}\``))
    }
  })

  it('have the same five columns in every row', () => {
    for (const row of renderConfigReference()
      .split('\n')
      .filter((line) => line.startsWith('|'))) {
      assert.equal(row.split(/(?<!\\)\|/).length, 7, row)
    }
  })

  it('change nothing when .env.example is copied unedited', () => {
    assert.deepEqual({ ...parseEnv(renderEnvExample()) }, {})
  })

  it('contain valid values in .env.example once uncommented', () => {
    const offered = parseEnv(renderEnvExample().replaceAll(/^#([A-Z])/gm, '$1'))
    for (const { name, setting } of settings) {
      const written = offered[setting.env]
      assert.notEqual(written, undefined, name)
      if (written) assert.ok('value' in setting.parse(written, '/'), `${name}=${written}`)
    }
  })

  it('never contain the built-in secret', () => {
    assert.ok(!(renderEnvExample() + renderConfigReference()).includes(sandboxSecret))
  })
})
