import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, it } from 'node:test'
import { systemClock } from '../core/clock.ts'
import { lockFile } from '../store/files/lock-file.ts'
import { country, memberId, required } from './columns.ts'
import { editTable, type TableEdit } from './edit-tables.ts'
import type { RegistryLocation } from './read-registry.ts'
import type { RegistryFiles } from './registry-files.ts'
import { registryVersion } from './registry-version.ts'

const columns = { id: required(memberId), home: country }
const base = { table: 'towns.tsv', columns: Object.keys(columns), key: ['id'] }
const signal = new AbortController().signal
const lock = (path: string) => lockFile(path, { clock: systemClock, signal, waitMsMax: 5000 })

function readTables(files: RegistryFiles): void {
  files.entries('towns.tsv', columns, ({ id = '' }) => id)
}

describe('a change of the operator', () => {
  let root: string
  let location: RegistryLocation

  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'broadsheet-edit-'))
    const operatorFolder = join(root, 'operator')
    location = { operatorFolder, validFolder: join(root, 'valid'), shippedFolder: join(root, 'shipped') }
  })
  afterEach(() => rmSync(root, { recursive: true }))

  const edit = (change: Pick<TableEdit, 'put'>) =>
    editTable(location, { ...base, ...change }, { readTables, lockFile: lock })
  const read = () => readFileSync(join(location.operatorFolder, 'towns.tsv'), 'utf8')

  it('creates the table, adds entries and columns, and replaces the entry with the same id', async () => {
    await edit({ put: [{ id: 'ash' }, { id: 'bow' }] })
    assert.equal(read(), 'id\nash\nbow\n')
    await edit({ put: [{ id: 'ash', home: 'GB' }] })
    assert.equal(read(), 'id\thome\nash\tGB\nbow\n')
  })

  it('is refused if a line would become a comment', async () => {
    await edit({ put: [{ id: 'ash' }] })
    await assert.rejects(edit({ put: [{ id: 'bow' }, { id: '#cam' }] }), /id "#cam" must not begin with #/)
    assert.equal(read(), 'id\nash\n')
  })

  it('that depends on what is stored sees what others have changed at the same time', async () => {
    await edit({ put: [{ id: 'ash' }] })
    const next = () => [{ id: 'ash', home: read().includes('GB') ? 'FR' : 'GB' }]
    await Promise.all([edit({ put: next }), edit({ put: next })])
    assert.equal(read(), 'id\thome\nash\tFR\n')
  })

  it('leaves comments', async () => {
    mkdirSync(location.operatorFolder)
    writeFileSync(join(location.operatorFolder, 'towns.tsv'), '# ours\nid\nash\n# east\nbow\n')
    assert.deepEqual(await edit({ put: [{ id: 'bow' }, { id: 'cam' }] }), { added: 1, replaced: 1 })
    assert.equal(read(), '# ours\nid\nash\n# east\nbow\ncam\n')
  })

  it('takes a table that begins with a mark of UTF-8', async () => {
    mkdirSync(location.operatorFolder)
    writeFileSync(join(location.operatorFolder, 'towns.tsv'), '\uFEFFid\nash\n')
    await edit({ put: [{ id: 'ash', home: 'GB' }, { id: 'bow' }] })
    assert.equal(read(), 'id\thome\nash\tGB\nbow\t\n')
  })

  it('looks at nothing but tables in the folder', async () => {
    mkdirSync(location.operatorFolder)
    // Something that cannot be copied.
    await using socket = createServer()
    await once(socket.listen(join(location.operatorFolder, 'socket')), 'listening')
    assert.equal((await edit({ put: [{ id: 'ash' }] })).added, 1)
  })

  for (const [what, create] of [
    ['a folder', async (path: string) => mkdirSync(path)],
    [
      'a socket',
      (path: string, stack: AsyncDisposableStack) =>
        once(stack.use(createServer()).listen(path), 'listening'),
    ],
  ] as const)
    it(`is refused while the table is ${what}, and is not hindered by ${what} with another name`, async () => {
      await using stack = new AsyncDisposableStack()
      mkdirSync(location.operatorFolder)
      await create(join(location.operatorFolder, 'other.tsv'), stack)
      await edit({ put: [{ id: 'ash' }] })
      const file = join(location.operatorFolder, 'towns.tsv')
      rmSync(file)
      await create(file, stack)
      await assert.rejects(edit({ put: [{ id: 'bow' }] }), { problems: [`${file}: is not a file`] })
    })

  it('is refused while the folder of tables that were valid is gone', async () => {
    mkdirSync(location.validFolder)
    writeFileSync(join(location.validFolder, 'towns.tsv'), 'id\nash\n')
    await assert.rejects(edit({ put: [{ id: 'bow' }] }), /the folder does not exist, but it had tables/)
    mkdirSync(location.operatorFolder)
    assert.equal((await edit({ put: [{ id: 'bow' }] })).added, 1)
  })

  it('is refused as a whole if the result would be invalid', async () => {
    await edit({ put: [{ id: 'ash' }] })
    const file = join(location.operatorFolder, 'towns.tsv')
    await assert.rejects(edit({ put: [{ id: 'bow' }, { id: 'cam', home: 'Britain' }] }), {
      problems: [`${file}:4: home "Britain" must be two capital letters (ISO 3166-1)`],
    })
    assert.equal(read(), 'id\nash\n')
    assert.deepEqual(readdirSync(location.operatorFolder), ['.lock', 'towns.tsv'])
  })

  it('does not read the entries of the program again where they cannot make a difference', async () => {
    mkdirSync(join(root, 'shipped'))
    writeFileSync(join(root, 'shipped', 'towns.tsv'), 'wrong')
    const put = { ...base, put: [{ id: 'ash' }] }
    await assert.rejects(edit(put), /unknown column "wrong"/)
    await editTable(location, put, { readTables, lockFile: lock, independentTables: new Set(['towns.tsv']) })
    assert.equal(read(), 'id\nash\n')
    const wrong = { ...base, put: [{ id: 'bow', home: 'Britain' }] }
    await assert.rejects(
      editTable(location, wrong, { readTables, lockFile: lock, independentTables: new Set(['towns.tsv']) }),
      /home "Britain" must be/,
    )
  })

  it('does not overwrite the change of another operator at the same time', async () => {
    const ids = ['ash', 'bow', 'cam', 'dell', 'elm']
    await Promise.all(ids.map((id) => edit({ put: [{ id }] })))
    assert.deepEqual(read().trimEnd().split('\n').sort(), [...ids, 'id'].sort())
  })

  it('does not wait for a process that died during a change', async () => {
    mkdirSync(location.operatorFolder)
    writeFileSync(join(location.operatorFolder, '.lock'), '')
    assert.equal((await edit({ put: [{ id: 'ash' }] })).added, 1)
  })

  it('is refused while another process changes the tables', async () => {
    await edit({ put: [{ id: 'ash' }] })
    const busy = { readTables, lockFile: async () => undefined }
    await assert.rejects(editTable(location, { ...base, put: [{ id: 'bow' }] }, busy), {
      problems: [`another process is changing ${location.operatorFolder}`],
    })
    assert.equal(read(), 'id\nash\n')
  })

  it('cannot add a line or a cell with the text of a cell', async () => {
    await edit({ put: [{ id: 'ash', home: 'GB' }] })
    await assert.rejects(edit({ put: [{ id: 'bow\ncam\tGB' }] }))
    assert.equal(read(), 'id\thome\nash\tGB\n')
  })

  it('is noticed by the version of the folder', async () => {
    const before = registryVersion(location.operatorFolder)
    await edit({ put: [{ id: 'ash' }] })
    const after = registryVersion(location.operatorFolder)
    assert.deepEqual(
      [before, before === after, after === registryVersion(location.operatorFolder)],
      ['', false, true],
    )
  })
})
