/** How many names of recorded lists of subprocessors lead to a known vendor, without their websites. */

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { halfOf, halves, measureVendors, recordedNames } from '../../../../../scripts/measure-vendors.ts'
import { skipReason } from '../../../../../test/support/backends.ts'
import { recordingsDir } from '../../../../../test/support/recordings.ts'

const folder = recordingsDir('trust')
const knownShareMin = 0.85

describe('names of recorded subprocessors', { skip: skipReason('recordings', folder) }, () => {
  for (const half of halves) {
    it(`lead to a known vendor: at least 85% of those to ${half}`, (t) => {
      const names = recordedNames(folder ?? '').filter((name) => halfOf(name) === half)
      const { known, unknown } = measureVendors(names)
      t.diagnostic(`${half}: ${known} of ${names.length}; unknown: ${unknown.join(', ')}`)
      assert.ok(names.length >= 15)
      assert.ok(known / names.length >= knownShareMin, unknown.join(', '))
    })
  }
})
