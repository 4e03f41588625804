import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { test } from 'node:test'
import { promisify } from 'node:util'

const run = promisify(execFile)
const module = new URL('./v8-workarounds.ts', import.meta.url).href

/** The pretenuring decisions of a process that retains all its objects. */
async function tracePretenuring(withWorkarounds: boolean): Promise<string> {
  const program = `
    if (${withWorkarounds}) (await import('${module}')).applyV8Workarounds()
    const retained = []
    const make = (number) => ({ number, list: [number] })
    for (let number = 0; number < 400_000; number += 1) retained.push(make(number))`
  const flags = ['--trace-pretenuring', '--trace-pretenuring-statistics', '--input-type=module']
  const { stdout } = await run(process.execPath, [...flags, '-e', program], { timeout: 600_000 })
  return stdout
}

test('with the workarounds, V8 does not allocate young objects in the old generation', async () => {
  assert.match(await tracePretenuring(false), /=> (maybe )?tenure/, 'without them it does')
  assert.doesNotMatch(await tracePretenuring(true), /=> (maybe )?tenure/)
})
