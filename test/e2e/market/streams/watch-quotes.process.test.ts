/** `broadsheet quote --watch` beside a running server. */

import assert from 'node:assert/strict'
import { it } from 'node:test'
import { startServerProcess, waitForSandbox } from '../../../support/server/server-process.ts'

it('prints a line for each change of a price, until it is interrupted or nobody reads them', async () => {
  using served = await startServerProcess([], { SYNC_ENABLED: 'false' })
  await waitForSandbox(served.origin)
  // Its market never closes.
  const watching = served.runner.start(['quote', 'BINANCE:BTCUSDT', '--watch'], {
    BROADSHEET_URL: served.origin,
  })
  const line = /\d\d:\d\d:\d\d {2}BINANCE:BTCUSDT {2}[\d.]+ {2}-?[\d.]+%\n/
  await watching.waitForOutput(new RegExp(`${line.source}[^]*${line.source}`))
  watching.child.kill('SIGINT')
  const { stderr } = await watching.exited
  assert.equal(stderr.includes('Error'), false, stderr)
  const piped = served.runner.start(['quote', 'BINANCE:BTCUSDT', '--watch'], {
    BROADSHEET_URL: served.origin,
  })
  await piped.waitForOutput(line)
  // As `| head -1` does.
  piped.child.stdout?.destroy()
  assert.equal((await piped.exited).code, 0)
})
