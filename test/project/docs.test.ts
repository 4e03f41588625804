/** The documents say what is true: generated parts are current, links lead somewhere, every error code has its section. */

import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { anchorsOf, checkDocuments } from '../../scripts/doc-check.ts'
import { findDocumentProblems } from '../../scripts/docs.ts'
import { errorKinds } from '../../src/core/errors.ts'
import { projectRoot } from '../support/project-root.ts'

describe('the documents', () => {
  it('are current, and every link, path, script and setting in them exists', () => {
    assert.deepEqual(findDocumentProblems(), [])
  })

  it('have one section for each error code and none for any other', () => {
    const page = readFileSync(join(projectRoot, 'docs/reference/errors.md'), 'utf8')
    const sections = [...page.matchAll(/^## (.+)$/gm)].map(([, code]) => code)
    assert.deepEqual(sections.toSorted(), Object.keys(errorKinds).toSorted())
  })
})

describe('the document check', () => {
  const known = { npmScripts: new Set(['check']), variables: new Set(['DATABASE_URL']) }

  function problemsOf(page: string): string[] {
    const folder = mkdtempSync(join(tmpdir(), 'broadsheet-docs-'))
    try {
      writeFileSync(join(folder, 'other.md'), '# Other page\n\n## Same\n\n## Same\n')
      writeFileSync(join(folder, 'code.ts'), 'one\ntwo\n')
      writeFileSync(join(folder, 'page.md'), page)
      return checkDocuments(folder, known)
    } finally {
      rmSync(folder, { recursive: true })
    }
  }

  const wrong = {
    'a link to a missing file': '[a](missing.md)',
    'a link to a missing heading': '[a](other.md#nothing)',
    'a link to a missing heading of its own': '[a](#nothing)',
    'a link to a line beyond the end': '[a](code.ts#L9)',
    'a link out of the project': '[a](../../etc/passwd)',
    'a path of the project that is not there': 'see `src/core/nothing.ts`',
    'a script that package.json lacks': 'run `npm run chekc`',
    'a setting that the table lacks': 'set `DATABSE_URL`',
    'a sentence of more than 40 words': `Short. The${' word'.repeat(40)}.`,
  }
  for (const [what, page] of Object.entries(wrong)) {
    it(`reports ${what}`, () => assert.equal(problemsOf(page).length, 1))
  }

  it('follows what is right', () => {
    const page =
      '# A\n[a](other.md#same-1) [b](#a) [c](code.ts#L2) [d](https://example.org/#x) `[e](f)` `DATABASE_URL=x`\n' +
      '```sh\n[g](h)\n# no heading\n```\n`npm run check`\n' +
      `- Some${' words'.repeat(30)}\n- and others.\n\nSome${' words'.repeat(39)}. Then \`one two\`.\n`
    assert.deepEqual(problemsOf(page), [])
  })

  it('makes anchors from headings', () => {
    const page = '# Who may import whom?\n## `invalid_cursor`\n## A, b & c\n```\n# not this\n```\n'
    assert.deepEqual([...anchorsOf(page)], ['who-may-import-whom', 'invalid_cursor', 'a-b--c'])
  })
})
