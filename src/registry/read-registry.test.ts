import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, it } from 'node:test'
import { ConfigurationError } from '../core/errors.ts'
import { memberId, required } from './columns.ts'
import type { Decisions } from './decisions.ts'
import { type RegistryLocation, readRegistry } from './read-registry.ts'
import { createEntryReader, entryColumns } from './registry-entry.ts'
import type { RegistryFiles } from './registry-files.ts'
import { registryVersion } from './registry-version.ts'

const columns = { id: required(memberId), ...entryColumns }
const header = 'id\tstatus\tbasis\tprovenance'

/** `id: why it is off`. */
function readTowns(files: RegistryFiles, decisions: Decisions): Record<string, string> {
  const toEntry = createEntryReader()
  const rows = files.entries('towns.tsv', columns, ({ id = '' }) => id)
  return Object.fromEntries(
    [...rows]
      .filter(([id]) => !decisions.isRemoved('gazette', id))
      .map(([id, { cells }]) => [id, decisions.reasonOff('gazette', id, toEntry(cells)) ?? 'on']),
  )
}

describe('the registry', () => {
  let root: string
  let location: Required<RegistryLocation>

  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'broadsheet-registry-'))
    location = {
      shippedFolder: join(root, 'shipped'),
      operatorFolder: join(root, 'operator'),
      validFolder: join(root, 'valid'),
    }
    write(location.shippedFolder, 'towns.tsv', header, 'aldham\t\t\tlist', 'bray\tpaused\t\tlist')
  })
  afterEach(() => rmSync(root, { recursive: true }))

  function write(folder: string, name: string, ...lines: string[]): void {
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, name), lines.join('\n'))
  }

  it('has the entries of the program and, on top, those of the operator', () => {
    write(location.operatorFolder, 'towns.tsv', header, 'bray\t\t\toperator', 'corfe\t\t\toperator')
    assert.deepEqual(readRegistry(location, readTowns), {
      result: { aldham: 'on', bray: 'on', corfe: 'on' },
      problems: [],
    })
  })

  it('follows the decisions of the operator, about a member before those about its source', () => {
    write(
      location.shippedFolder,
      'towns.tsv',
      header,
      'aldham\t\t\tlist',
      'bray\t\t\tlist',
      'corfe\t\t\tlist',
    )
    write(
      location.operatorFolder,
      'decisions.tsv',
      'source\tmember\tstatus\tnote',
      'gazette\t*\tpaused\tuntil spring',
      'gazette\tbray\ton',
      'gazette\tcorfe\tremoved',
    )
    assert.deepEqual(readRegistry(location, readTowns).result, { aldham: 'until spring', bray: 'on' })
  })

  it('keeps an entry on the basis "ask" off until it says who agreed and when', () => {
    write(location.shippedFolder, 'towns.tsv', header, 'aldham\t\task\tlist', 'bray\t\task\tlist')
    write(
      location.operatorFolder,
      'decisions.tsv',
      'source\tmember\tstatus\tagreed_by\tagreed_on',
      'gazette\taldham\ton',
      'gazette\tbray\ton\tThe town clerk\t2026-11-02',
    )
    assert.deepEqual(readRegistry(location, readTowns).result, {
      aldham: 'waits for an agreement',
      bray: 'on',
    })
  })

  it('reports all problems of an invalid table together and keeps the last valid one, also after a restart', () => {
    write(location.operatorFolder, 'towns.tsv', header, 'corfe\t\t\toperator')
    readRegistry(location, readTowns)
    write(
      location.operatorFolder,
      'towns.tsv',
      header,
      'dunster\t\t\toperator',
      'Upper Case\t\t\toperator',
      'dunster\t\t\toperator',
      'x'.repeat(10 * 1024 * 1024),
      'exton\tasleep\t\toperator',
    )
    const { result, problems } = readRegistry(location, readTowns)
    assert.deepEqual(result, { aldham: 'on', bray: 'paused in the registry', corfe: 'on' })
    const file = join(location.operatorFolder, 'towns.tsv')
    assert.deepEqual(
      problems.map((problem) => problem.replace(file, 'towns.tsv')),
      [
        'towns.tsv:3: id "Upper Case" must be lower-case letters, digits, dots, dashes and underscores',
        'towns.tsv:5: has 10485760 characters; at most 16384',
        'towns.tsv:6: status "asleep" must be one of on, paused, candidate, retired',
        'towns.tsv:4: dunster is already on line 2',
      ],
    )
  })

  it('does without the tables of the operator if none was ever valid', () => {
    write(location.operatorFolder, 'towns.tsv', 'name', 'corfe')
    const { result, problems } = readRegistry(location, readTowns)
    assert.deepEqual(Object.keys(result), ['aldham', 'bray'])
    assert.equal(problems.length, 3)
  })

  it('reports a table that is not UTF-8', () => {
    mkdirSync(location.operatorFolder)
    writeFileSync(join(location.operatorFolder, 'towns.tsv'), Buffer.from([0x69, 0x64, 0xff]))
    assert.match(readRegistry(location, readTowns).problems[0] ?? '', /towns\.tsv: is not UTF-8$/)
  })

  for (const [what, create, problem] of [
    ['a folder', (path: string) => mkdirSync(path), 'is not a file'],
    ['a device without an end', (path: string) => symlinkSync('/dev/zero', path), 'is not a file'],
    ['a link to itself', (path: string) => symlinkSync(path, path), 'cannot be read (ELOOP)'],
  ] as const)
    it(`reports ${what} in the place of a table and keeps the last valid one`, () => {
      const file = join(location.operatorFolder, 'towns.tsv')
      write(location.operatorFolder, 'towns.tsv', header, 'corfe\t\t\toperator')
      readRegistry(location, readTowns)
      const before = registryVersion(location.operatorFolder)
      rmSync(file)
      create(file)
      const { result, problems } = readRegistry(location, readTowns)
      assert.deepEqual(Object.keys(result), ['aldham', 'bray', 'corfe'])
      assert.deepEqual(problems, [`${file}: ${problem}`])
      assert.notEqual(registryVersion(location.operatorFolder), before)
    })

  it('forgets the last valid table when the operator deletes the file', () => {
    write(location.operatorFolder, 'towns.tsv', header, 'corfe\t\t\toperator')
    readRegistry(location, readTowns)
    assert.match(readFileSync(join(location.validFolder, 'towns.tsv'), 'utf8'), /corfe/)
    rmSync(join(location.operatorFolder, 'towns.tsv'))
    readRegistry(location, readTowns)
    write(location.operatorFolder, 'towns.tsv', 'wrong')
    assert.deepEqual(Object.keys(readRegistry(location, readTowns).result), ['aldham', 'bray'])
  })

  it('keeps the last valid tables while the folder of the operator is gone, and says so', () => {
    write(location.operatorFolder, 'towns.tsv', header, 'corfe\t\t\toperator')
    readRegistry(location, readTowns)
    rmSync(location.operatorFolder, { recursive: true })
    const { result, problems } = readRegistry(location, readTowns)
    assert.deepEqual(Object.keys(result), ['aldham', 'bray', 'corfe'])
    assert.deepEqual(problems, [
      `${location.operatorFolder}: the folder does not exist, but it had tables; if they are to go, create it empty`,
    ])
    mkdirSync(location.operatorFolder)
    assert.deepEqual(Object.keys(readRegistry(location, readTowns).result), ['aldham', 'bray'])
    rmSync(location.operatorFolder, { recursive: true })
    assert.deepEqual(readRegistry(location, readTowns).problems, [])
  })

  it('reads valid tables although no copy of them can be written', () => {
    write(location.operatorFolder, 'towns.tsv', header, 'corfe\t\t\toperator')
    // A file in the place of the folder fails like a full or read-only disk, also for the superuser.
    writeFileSync(location.validFolder, '')
    const { result, problems } = readRegistry(location, readTowns)
    assert.deepEqual([Object.keys(result), problems], [['aldham', 'bray', 'corfe'], []])
  })

  it('refuses invalid tables of the program', () => {
    write(location.shippedFolder, 'towns.tsv', 'wrong')
    assert.throws(() => readRegistry(location, readTowns), ConfigurationError)
  })

  it('reads a hundred thousand entries', () => {
    const lines = Array.from({ length: 100_000 }, (_, at) => `town-${at}\t\t\toperator`)
    write(location.operatorFolder, 'towns.tsv', header, ...lines)
    const { result, problems } = readRegistry(location, readTowns)
    assert.deepEqual([Object.keys(result).length, problems], [100_002, []])
  })
})
