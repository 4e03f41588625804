import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { rawRequest, sendRaw } from '../../../../test/support/server/raw-connection.ts'
import { openTestServer } from '../../../../test/support/server/test-server.ts'
import { findGuides, projectFolder, readGuideFile } from './guide-files.ts'
import { mountGuides } from './mount-guides.ts'

describe('the guides', () => {
  let server: Awaited<ReturnType<typeof openTestServer>>
  before(async () => {
    const guides = findGuides(projectFolder)
    assert.ok(guides)
    server = await openTestServer({ prepare: (http) => mountGuides(http, guides) })
  })
  after(() => server[Symbol.asyncDispose]())

  async function request(target: string, headers: Record<string, string> = {}, method = 'GET') {
    const response = await sendRaw(server.port, rawRequest(method, target, headers), method)
    assert.ok(response)
    return response
  }

  it('are pages with a policy that allows no script within them', async () => {
    for (const target of [
      '/guides',
      '/guides/decisions',
      '/guides/tutorial/first-steps',
      '/guides/client',
      '/guides/client/calls',
    ]) {
      const { status, headers, body } = await request(target)
      assert.equal(status, 200, target)
      assert.equal(headers['content-type'], 'text/html; charset=utf-8')
      assert.match(headers['content-security-policy'] ?? '', /default-src 'none'.*script-src 'self'/)
      assert.doesNotMatch(body.toString(), /<script[^>]*>[^<]/)
    }
  })

  it('are cached, and sent again only if they have changed', async () => {
    const { headers, body } = await request('/guides')
    assert.equal(headers['cache-control'], 'public, max-age=3600')
    const head = await request('/guides', {}, 'HEAD')
    assert.deepEqual([head.status, head.body.length], [200, 0])
    assert.equal(head.headers['content-length'], String(body.length))
    const again = await request('/guides', { 'if-none-match': headers.etag ?? '' })
    assert.deepEqual([again.status, again.body.length], [304, 0])
  })

  it('are Markdown for whoever prefers it, with links to other guides', async () => {
    const target = '/guides/reference/deprecation'
    const accepted: readonly (readonly [string | undefined, string])[] = [
      ['text/markdown', 'text/markdown; charset=utf-8'],
      ['text/markdown, text/html;q=0.9, */*;q=0.1', 'text/markdown; charset=utf-8'],
      ['text/html,application/xhtml+xml,*/*;q=0.8', 'text/html; charset=utf-8'],
      ['text/markdown;q=0', 'text/html; charset=utf-8'],
      ['application/pdf', 'text/html; charset=utf-8'],
      ['*/*', 'text/html; charset=utf-8'],
      [undefined, 'text/html; charset=utf-8'],
    ]
    const tags = new Set<string>()
    for (const [accept, type] of accepted) {
      const { status, headers } = await request(target, accept === undefined ? {} : { accept })
      assert.deepEqual([status, headers['content-type']], [200, type], accept)
      assert.match(headers.vary ?? '', /^Accept,/)
      tags.add(headers.etag ?? '')
    }
    assert.equal(tags.size, 2)
    const { body } = await request(target, { accept: 'text/markdown' })
    assert.match(body.toString(), /^# Deprecation\n/)
    const index = (await request('/guides', { accept: 'text/markdown' })).body.toString()
    assert.match(index, /\]\(\/guides\/reference\/deprecation\)/)
    assert.doesNotMatch(index, /\]\([\w/.-]+\.md\)/)
  })

  it('have pictures', async () => {
    const { status, headers, body } = await request('/guides/pictures/seats.png')
    assert.deepEqual([status, headers['content-type']], [200, 'image/png'])
    assert.equal(body.subarray(1, 4).toString(), 'PNG')
  })

  it('suggest the one that someone meant', async () => {
    const { status, body } = await request('/guides/reference/pagse', { accept: 'text/html' })
    assert.equal(status, 404)
    assert.match(body.toString(), /<a href="\/guides\/reference\/pages">/)
  })

  it('have an address above them that leads to all of them', async () => {
    const { status, headers } = await request('/guides/reference')
    assert.deepEqual([status, headers.location], [302, '/guides'])
  })

  it('are the only files that are served', async () => {
    for (const target of [
      '/guides/../package.json',
      '/guides/../../package.json',
      '/guides/%2e%2e/%2e%2e/package.json',
      '/guides/..%2f..%2fpackage.json',
      '/guides/reference/..%2f..%2f..%2fpackage',
      '/guides/reference/..%5c..%5cpackage.json',
      '/guides/reference/%252e%252e%252fREADME',
      '/guides/reference/pages.md',
      '/guides/reference/pages%00',
      '/guides//etc/passwd',
      '/guides/README',
      '/guides/__proto__',
    ])
      assert.equal((await request(target)).status, 404, target)
  })
})

describe('the files of the guides', () => {
  const folder = mkdtempSync(join(tmpdir(), 'broadsheet-guides-'))
  after(() => rmSync(folder, { recursive: true }))

  it('are none without a folder or an index', () => {
    assert.equal(findGuides(join(folder, 'missing')), undefined)
    mkdirSync(join(folder, 'docs'))
    writeFileSync(join(folder, 'docs', 'other.md'), '# Other')
    assert.equal(findGuides(folder), undefined)
  })

  it('are Markdown and pictures with plain names, and no links to other files', () => {
    for (const name of ['docs/how-to/deeper', 'packages/client/docs', 'packages/client/src'])
      mkdirSync(join(folder, name), { recursive: true })
    for (const name of [
      'README.md',
      'docs/README.md',
      'docs/how-to/a.md',
      'docs/how-to/:b.md',
      'docs/how-to/c.txt',
      'docs/how-to/deeper/d.md',
      'packages/client/README.md',
      'packages/client/NOTES.md',
      'packages/client/docs/calls.md',
      'packages/client/src/e.md',
    ])
      writeFileSync(join(folder, name), '# A')
    symlinkSync('/etc/hostname', join(folder, 'docs', 'how-to', 'f.md'))
    assert.deepEqual(
      [...(findGuides(folder)?.urls ?? [])],
      [
        ['docs/README.md', '/guides'],
        ['docs/how-to/a.md', '/guides/how-to/a'],
        ['docs/how-to/deeper/d.md', '/guides/how-to/deeper/d'],
        ['docs/other.md', '/guides/other'],
        ['packages/client/README.md', '/guides/client'],
        ['packages/client/docs/calls.md', '/guides/client/calls'],
      ],
    )
  })

  it('are bounded, and no other file is read', async () => {
    writeFileSync(join(folder, 'docs', 'README.md'), 'a'.repeat(1_000_001))
    const guides = findGuides(folder)
    assert.ok(guides)
    await assert.rejects(readGuideFile(guides, 'docs/README.md'), /has 1000001 bytes/)
    await assert.rejects(readGuideFile(guides, 'docs/how-to/c.txt'), /not a file of the guides/)
  })
})
