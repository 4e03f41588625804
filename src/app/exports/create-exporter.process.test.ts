import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { openExportApp } from '../../../test/support/exports/export-app.ts'
import { sqlite } from '../../../test/support/store/test-engines.ts'
import { isFailure } from '../../core/errors.ts'
import { anonymous, type Principal } from '../../http/access-control.ts'
import { holdTimeoutMs } from '../../identity/credits/credits.ts'
import { createExporter } from './create-exporter.ts'

const { signal } = new AbortController()
const request = {
  service: 'notices',
  list: 'listNotices',
  params: {},
  query: {},
  format: 'csv',
  nowMs: 0,
} as const

function address(subject: string): Principal {
  return { ...anonymous, subject }
}

describe('the exports of a worker', () => {
  it('have places for identities that addresses cannot take', async () => {
    await using app = await openExportApp(sqlite)
    const exporter = await createExporter(app.context)
    await using files = new AsyncDisposableStack()
    const write = async (principal: Principal) => files.use(await exporter.write(request, principal, signal))
    for (const subject of ['a', 'a', 'b', 'b']) await write(address(subject))
    await assert.rejects(write(address('c')), (thrown) => isFailure(thrown, 'overloaded'))
    const identity = { subject: 'id_1', networks: [], identityId: 'id_1', credential: 'key' } as const
    await write(identity)
    assert.equal(app.spooled().length, 5)
    await files.disposeAsync()
    await (await exporter.write(request, address('c'), signal))[Symbol.asyncDispose]()
    assert.deepEqual(app.spooled(), [])
  })

  it('are complete before their credits are returned', async () => {
    await using app = await openExportApp(sqlite, { EXPORT_TIMEOUT_MS: '3m' })
    assert.ok((await createExporter(app.context)).timeoutMs < holdTimeoutMs)
    await assert.rejects(openExportApp(sqlite, { EXPORT_TIMEOUT_MS: '181s' }), /EXPORT_TIMEOUT_MS/)
  })
})
