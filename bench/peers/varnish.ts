import type { Case } from '../case.ts'
import { ratioCase } from '../ratio-case.ts'
import { installProgram } from './install.ts'

const compared = ratioCase({
  name: 'varnish',
  about: 'a cached list of 20 rows, against Varnish',
  rows: 1000,
  baseline: 'peers/varnish-cache.ts',
  paths: ['/notices/v1/notices?limit=20'],
})

export const peer: Case = {
  ...compared,
  async measure(effort) {
    await installProgram('varnishd', 'varnish')
    return await compared.measure(effort)
  },
}
