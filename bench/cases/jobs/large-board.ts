import type { Case } from '../../case.ts'
import { Child } from '../../child.ts'

const megabytes = 200

export const bench: Case = {
  name: 'jobs large board',
  description: `the most memory a sync holds while a board of ${megabytes} MB comes in, against its size; once`,
  threshold: { below: 2 },
  async measure() {
    await using board = await Child.start<{ origin: string }>('jobs/large-board.ts', [String(megabytes)])
    await using ours = await Child.start<object>('jobs/large-board-sync.ts', [board.ready.origin])
    const seen = await ours.request<{ before: number; peak: number; seconds: number; total: number }>({})
    const grown = (seen.peak - seen.before) / 1024 / 1024
    return {
      value: grown / megabytes,
      unit: '×',
      ours: `+${grown.toFixed(0)} MB, ${seen.seconds.toFixed(0)} s`,
      baseline: `${seen.total} postings`,
      rounds: [seen],
    }
  },
}
