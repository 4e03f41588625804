/** What every way to count requests has to do for the networks of IPv6 callers. */

import assert from 'node:assert/strict'
import type { IdentityFixture } from './identity-fixture.ts'

/** Three requests a minute for an address, on a clock that stands still. */
export async function assertNetworksAreHeld(server: IdentityFixture, path = '/v1/things'): Promise<void> {
  const passed = async (networks: readonly string[], count: number) => {
    let total = 0
    for (const network of networks)
      for (let n = 0; n < count; n += 1) {
        const { status } = await server.request('GET', path, {
          clientAddress: `${network}::${n + 1}`,
        })
        if (status === 200) total += 1
        else assert.equal(status, 429)
      }
    return total
  }
  const home = Array.from({ length: 8 }, (_, at) => `2001:db8:7:${(0x100 + at).toString(16)}`)
  // Refused requests of one network cost the others nothing.
  assert.equal(await passed(home.slice(0, 1), 40), 3)
  assert.equal(await passed(home.slice(1), 3), 3 * 4 - 3)
  const site = Array.from({ length: 20 }, (_, at) => `2001:db8:7:${(0x200 + at * 0x100).toString(16)}`)
  assert.equal(await passed(site, 3), 3 * 16 - 3 * 4)
  assert.equal(await passed(['2001:db8:8:1'], 4), 3)
}
