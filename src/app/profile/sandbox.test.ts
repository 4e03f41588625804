import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { FakeClock } from '../../../test/support/fake-clock.ts'
import { loadConfig } from '../../core/config/load-config.ts'
import type { Store } from '../../store/store.ts'
import { sandboxProfile } from './sandbox.ts'

describe('the mailbox of the sandbox', () => {
  for (const [name, env, count] of [
    ['can be read on this machine', {}, 1],
    ['cannot be read behind a public address', { PUBLIC_URL: 'https://news.example' }, 0],
    ['cannot be read behind a proxy', { TRUSTED_PROXIES: '127.0.0.1' }, 0],
  ] as const)
    it(name, async () => {
      const profile = sandboxProfile(loadConfig({ env }), undefined)
      const { routes } = await profile.openMail({} as Store, new FakeClock())
      assert.equal(routes.length, count)
    })
})
