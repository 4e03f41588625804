import { readCompanies } from '../../../src/services/trust/queries/companies.ts'
import { type Case, median } from '../../case.ts'
import { createTrustStore, vendorName } from '../../data/trust-store.ts'

/** Every vendor is requested once, so that no response comes from a cache. */
export const bench: Case = {
  name: 'trust vendor',
  description: 'companies that list a vendor, at 20,000 centers and 1,000,000 subprocessor rows',
  threshold: { below: 0.005 },
  async measure({ rounds }) {
    await using made = await createTrustStore(20_000, 1_000_000)
    const { readModel } = made.store
    const seen: number[] = []
    let total = 0
    const turns = rounds * 20
    for (let turn = -10; turn < turns; turn++) {
      const subprocessor = vendorName(turn < 0 ? 2000 - turn : turn)
      const startedAt = performance.now()
      const page = { certification_status: 'held', sort: 'name', limit: 50, offset: 0 } as const
      const listed = await readCompanies(readModel, { subprocessor, ...page })
      if (turn < 0) continue
      seen.push(performance.now() - startedAt)
      total += listed.total
    }
    const ms = median(seen)
    return {
      value: ms / 1000,
      unit: 's',
      ours: `${ms.toFixed(2)} ms`,
      baseline: `${Math.round(total / turns)} companies each`,
      rounds: seen,
    }
  },
}
