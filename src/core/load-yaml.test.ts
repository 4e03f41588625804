import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { pathToFileURL } from 'node:url'
import { Type } from 'typebox'
import { ConfigurationError } from './errors.ts'
import { loadYaml } from './load-yaml.ts'

const Members = Type.Record(Type.String(), Type.Array(Type.Object({ id: Type.String() })))

async function load(text: string): Promise<unknown> {
  const folder = await mkdtemp(join(tmpdir(), 'broadsheet-yaml-'))
  try {
    await writeFile(join(folder, 'members.yaml'), text)
    return loadYaml(pathToFileURL(join(folder, 'members.yaml')), Members)
  } finally {
    await rm(folder, { recursive: true })
  }
}

describe('loadYaml', () => {
  it('returns the content of a valid file', async () => {
    assert.deepEqual(await load('a:\n  - { id: one }\nb: []\n'), { a: [{ id: 'one' }], b: [] })
  })

  it('lists every problem with the file and the place', async () => {
    await assert.rejects(load('a: [{ id: 1 }]\nb: text\n'), (error) => {
      assert.ok(error instanceof ConfigurationError)
      assert.match(error.message, /members\.yaml: \/a\/0\/id /)
      assert.match(error.message, /members\.yaml: \/b /)
      return true
    })
  })

  it('names a file that is not YAML', async () => {
    await assert.rejects(load('a: ['), (error) => {
      return error instanceof ConfigurationError && error.message.startsWith('members.yaml: ')
    })
  })
})
