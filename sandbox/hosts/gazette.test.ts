import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { FakeClock } from '../../test/support/fake-clock.ts'
import { TestClient } from '../../test/support/sandbox/sandbox-client.ts'
import { startSandbox } from '../server.ts'
import { createWorld } from '../world.ts'
import { gazette } from './gazette.ts'
import { gazetteTowns, noticesOf } from './gazette-notices.ts'

const dayMs = 86_400_000

interface Page {
  readonly results: readonly ({ ref?: string | null; headline?: string; printed?: string } | null)[]
  readonly paging: { readonly total: number; readonly next: string | null }
}

async function open(clock = new FakeClock()) {
  const sandbox = await startSandbox({ clock, seed: 'spring', hosts: [gazette] })
  const client = new TestClient(sandbox)
  return {
    client,
    async page(path: string): Promise<Page> {
      return JSON.parse((await client.ask(`gazette.sandbox${path}`)).body)
    },
    async [Symbol.asyncDispose]() {
      await client[Symbol.asyncDispose]()
      await sandbox.close()
    },
  }
}

describe('gazette.sandbox', () => {
  it('lists twelve towns with their feeds', async () => {
    await using opened = await open()
    const answer = JSON.parse((await opened.client.ask('gazette.sandbox/api/towns')).body)
    assert.equal(answer.count, 12)
    assert.deepEqual(answer.towns[7], {
      slug: 'harrowgate',
      label: 'Harrowgate',
      feed: '/api/towns/harrowgate/notices',
    })
  })

  it('fills in every place of a notice', async () => {
    await using opened = await open()
    for (const { slug } of gazetteTowns) {
      const { body } = await opened.client.ask(`gazette.sandbox/api/towns/${slug}/notices`)
      assert.doesNotMatch(body, /\{(number|street|trader)\}/, slug)
    }
  })

  it('has linked pages of all notices of a town', async () => {
    await using opened = await open()
    const rows: unknown[] = []
    let next: string | null = '/api/towns/harrowgate/notices'
    let total = 0
    while (next !== null) {
      const page: Page = await opened.page(next)
      rows.push(...page.results)
      total = page.paging.total
      next = page.paging.next
    }
    assert.equal(rows.length, total)
    assert.ok(total >= 12 && total <= 45, `total ${total}`)
  })

  it('answers 404 for unknown towns, pages and notices', async () => {
    await using opened = await open()
    for (const path of [
      '/api/towns/atlantis/notices',
      '/api/towns/harrowgate/notices?page=99',
      '/api/towns/harrowgate/notices?page=0',
      '/api/towns/harrowgate/notices?page=two',
      '/notices/HG-1-1',
      '/notices/__proto__',
    ]) {
      assert.equal((await opened.client.ask(`gazette.sandbox${path}`)).status, 404, path)
    }
  })

  it('has an HTML page for each notice', async () => {
    await using opened = await open()
    const page = await opened.page('/api/towns/harrowgate/notices')
    const ref = page.results.find((row) => typeof row?.ref === 'string')?.ref
    const answer = await opened.client.ask(`gazette.sandbox/notices/${ref}`)
    assert.deepEqual([answer.status, answer.headers['content-type']], [200, 'text/html; charset=utf-8'])
  })

  it('is the same all day and changes the next day', async () => {
    const clock = new FakeClock('2026-11-16T00:00:00Z')
    await using opened = await open(clock)
    const path = '/api/towns/harrowgate/notices'
    const morning = await opened.page(path)
    clock.advance(dayMs - 1)
    assert.deepEqual(await opened.page(path), morning)
    clock.advance(7 * dayMs)
    assert.notDeepEqual(await opened.page(path), morning)
  })
})

describe('the gazette’s notices', () => {
  const clock = new FakeClock('2026-11-18T00:00:00Z')
  const world = createWorld({ seed: 'spring', clock })
  const later = createWorld({ seed: 'spring', clock: new FakeClock('2026-11-25T00:00:00Z') })

  it('are about 25 for a town', () => {
    const counts = gazetteTowns.map((town) => noticesOf(world, town).length)
    const mean = counts.reduce((sum, count) => sum + count, 0) / counts.length
    assert.ok(mean > 20 && mean < 30, `mean ${mean}`)
  })

  it('appear and expire, with a stable reference and date', () => {
    for (const town of gazetteTowns) {
      const before = new Map(noticesOf(world, town).map((notice) => [notice.ref, notice]))
      const after = noticesOf(later, town)
      const stayed = after.filter((notice) => before.has(notice.ref))
      assert.ok(stayed.length > 0 && stayed.length < after.length && stayed.length < before.size, town.slug)
      for (const notice of stayed) assert.equal(notice.printedDay, before.get(notice.ref)?.printedDay)
    }
  })

  it('are sometimes corrected, never in the future', () => {
    const all = gazetteTowns.flatMap((town) => noticesOf(world, town))
    const corrected = all.flatMap((notice) => notice.amendedAt ?? [])
    assert.ok(corrected.length > 0)
    for (const at of corrected) assert.ok(at <= world.now(), `${at}`)
  })

  it('include encoded headlines and useless rows', async () => {
    await using opened = await open(clock)
    const rows: Page['results'][number][] = []
    for (const { slug } of gazetteTowns) {
      for (let next: string | null = `/api/towns/${slug}/notices`; next !== null; ) {
        const page: Page = await opened.page(next)
        rows.push(...page.results)
        next = page.paging.next
      }
    }
    const refs = rows.map((row) => row?.ref)
    assert.ok(rows.some((row) => row?.headline?.includes('&amp;')))
    assert.ok(
      rows.some(
        (row) =>
          row === null || row.ref === null || row.headline === ' ' || !/^[0-3]\d\//.test(row.printed ?? ''),
      ),
    )
    assert.ok(new Set(refs).size < refs.length)
  })
})
