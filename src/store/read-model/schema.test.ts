import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readModelStatements, readModelVersion, versionOf } from './schema.ts'

test('The version differs between engines, and changes with every statement and every format.', () => {
  const versions = [readModelVersion('sqlite'), readModelVersion('postgres')]
  const statements = readModelStatements('sqlite')
  versions.push(versionOf([...statements, 'create index another on notice (title)'], []))
  versions.push(versionOf(statements, []), versionOf(statements, ['another']))
  versions.push(
    versionOf(
      statements.map((text) => text.replace('"held_reason" text', '"held" text')),
      [],
    ),
  )
  assert.equal(new Set(versions).size, versions.length)
  for (const version of versions) assert.match(version, /^[0-9a-f]{8}$/)
})
