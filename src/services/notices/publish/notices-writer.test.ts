import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { testEngines } from '../../../../test/support/store/test-engines.ts'
import type { NoticeRecord } from '../schema/notice.ts'
import { noticesWriter } from './notices-writer.ts'

const hourMs = 3_600_000

function notice(id: string, title = id): NoticeRecord {
  const fields = {
    category: 'roads',
    published_on: '2026-11-15',
    body: '',
    url: 'https://town.example/',
  } as const
  return { id, title, town: 'Leeds', ...fields }
}

for (const engine of testEngines) {
  describe(`${engine.name}: the log of notices`, { skip: engine.skip }, () => {
    it('says which were published, changed and removed, each once', async () => {
      await using place = await engine.borrowDatabase()
      await using store = await place.openStore({ role: 'worker' })
      const { readModel } = store
      const publish = (hours: number, ...records: NoticeRecord[]) =>
        readModel.transaction((tx) =>
          noticesWriter.write({
            tx,
            dialect: readModel.dialect,
            sourceId: 'gazette',
            memberId: 'leeds',
            artifactId: 1,
            capturedAt: hours * hourMs,
            records,
          }),
        )
      await publish(1, notice('a'), notice('b'))
      await publish(2, notice('a'), notice('b', 'changed'), notice('c'))
      for (const hours of [3, 4, 5]) await publish(hours, notice('c'))
      const rows = await readModel.read.selectFrom('change').selectAll().orderBy('number').execute()
      assert.deepEqual(
        rows.map(({ type, subject, keys }) => [type, subject, JSON.parse(keys).town]),
        [
          ['notice.published', 'a', 'Leeds'],
          ['notice.published', 'b', 'Leeds'],
          ['notice.changed', 'b', 'Leeds'],
          ['notice.published', 'c', 'Leeds'],
          ['notice.removed', 'a', 'Leeds'],
          ['notice.removed', 'b', 'Leeds'],
        ],
      )
    })
  })
}
