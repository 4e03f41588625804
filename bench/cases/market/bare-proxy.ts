import { missCase } from '../../market-miss-case.ts'

export const bench = missCase({
  name: 'market proxy',
  about:
    'a single caller through a proxy that does nothing at all, for the record: less than this no gateway can take',
  callers: 1,
  proxy: 'bare-proxy.ts',
})
