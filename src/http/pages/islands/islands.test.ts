import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { islands } from './index.ts'
import { rememberPlace } from './remember-place.ts'

/** Opens a page and returns where the reader is sent, if anywhere. */
function open(href: string, memory: Map<string, string>, located?: string): string | undefined {
  let sentTo: string | undefined
  rememberPlace(
    { querySelector: () => ({ dataset: located === undefined ? {} : { located } }) },
    {
      href,
      replace: (url) => {
        sentTo = url
      },
    },
    {
      getItem: (key) => memory.get(key) ?? null,
      setItem: (key, value) => void memory.set(key, value),
      removeItem: (key) => void memory.delete(key),
    },
  )
  return sentTo
}

describe('the remembered place', () => {
  it('is the last one that was found, and is forgotten on request', () => {
    const memory = new Map<string, string>()
    assert.equal(open('http://x/', memory), undefined)
    open('http://x/?near=Xyzzyq', memory)
    assert.equal(open('http://x/', memory), undefined)
    open('http://x/?near=Leeds', memory, 'yes')
    assert.equal(open('http://x/?date=2026-11-16', memory), 'http://x/?date=2026-11-16&near=Leeds')
    open('http://x/?near=', memory)
    assert.equal(open('http://x/', memory), undefined)
  })
})

describe('scripts of the pages', () => {
  it('have their hash in their address and use only what they are given', () => {
    for (const { path, source } of Object.values(islands)) {
      assert.match(path, /^\/assets\/[a-z-]+\.[0-9a-f]{16}\.js$/)
      assert.doesNotMatch(source, /\bimport\b|\brequire\b/)
      assert.doesNotThrow(() => new Function(source))
    }
  })
})
