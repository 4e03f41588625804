import type { Case } from '../case.ts'
import { ratioCase } from '../ratio-case.ts'
import { installProgram } from './install.ts'

const compared = ratioCase({
  name: 'nginx',
  about: 'a cached list of 20 rows, against the proxy cache of nginx',
  rows: 1000,
  baseline: 'peers/nginx-cache.ts',
  paths: ['/notices/v1/notices?limit=20'],
})

export const peer: Case = {
  ...compared,
  async measure(effort) {
    await installProgram('nginx', 'nginx')
    return await compared.measure(effort)
  },
}
