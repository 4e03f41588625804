import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { test } from 'node:test'
import { promisify } from 'node:util'

const run = promisify(execFile)
const engine = new URL('./v8-workarounds.ts', import.meta.url).href

/** What the engine concludes in a process that keeps all it makes. */
async function conclusions(steady: boolean): Promise<string> {
  const program = `
    if (${steady}) (await import('${engine}')).applyV8Workarounds()
    const kept = []
    const make = (number) => ({ number, list: [number] })
    for (let number = 0; number < 400_000; number += 1) kept.push(make(number))`
  const flags = ['--trace-pretenuring', '--trace-pretenuring-statistics', '--input-type=module']
  const { stdout } = await run(process.execPath, [...flags, '-e', program], { timeout: 60_000 })
  return stdout
}

test('an engine that is kept steady never takes objects for long-lived because others were', async () => {
  assert.match(await conclusions(false), /=> (maybe )?tenure/, 'left alone it does')
  assert.doesNotMatch(await conclusions(true), /=> (maybe )?tenure/)
})
