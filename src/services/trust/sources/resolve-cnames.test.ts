import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { resolveCnames } from './resolve-cnames.ts'

const { signal } = new AbortController()

describe('resolveCnames', () => {
  it('looks up each host once, with limited concurrency, in a fixed order', async () => {
    const hosts = Array.from({ length: 100 }, (_, index) => `h${index}.example`)
    let running = 0
    let most = 0
    const lookedUp: string[] = []
    const targets = await resolveCnames(
      [...hosts, ...hosts],
      async (host) => {
        lookedUp.push(host)
        running += 1
        most = Math.max(most, running)
        await new Promise(setImmediate)
        running -= 1
        return host.endsWith('7.example') ? `t.${host}` : undefined
      },
      signal,
    )
    assert.equal(lookedUp.length, 100)
    assert.equal(most, 16)
    assert.deepEqual(Object.keys(targets), hosts.filter((host) => host.endsWith('7.example')).sort())
  })

  it('stops on abort', async () => {
    const stopped = AbortSignal.abort(new Error('gone'))
    const lookUp = async (_host: string, stop: AbortSignal) => {
      stop.throwIfAborted()
      return undefined
    }
    await assert.rejects(resolveCnames(['a.example'], lookUp, stopped), /gone/)
  })
})
