import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { it } from 'node:test'
import { cinemaChangeTypes } from '../../src/services/cinema/schema/changes.ts'
import { postingChangeTypes } from '../../src/services/jobs/schema/job-change.ts'
import { noticeChangeTypes } from '../../src/services/notices/schema/notice.ts'
import { changeTypes } from '../../src/services/trust/normalise/vocabulary.ts'
import { projectRoot } from '../support/project-root.ts'

it('the guide to changes describes every type, and no other', () => {
  const page = readFileSync(join(projectRoot, 'docs/how-to/follow-changes.md'), 'utf8')
  const [, table = ''] = page.split('## Types of change')
  const described = [...table.matchAll(/^\| (`.+?) \|/gm)].flatMap(([, cell = '']) =>
    [...cell.matchAll(/`(\w+\.\w+)`/g)].map(([, type]) => type),
  )
  const types = [...cinemaChangeTypes, ...postingChangeTypes, ...noticeChangeTypes, ...changeTypes]
  assert.deepEqual(described.sort(), types.sort())
})
