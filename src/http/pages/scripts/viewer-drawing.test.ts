import assert from 'node:assert/strict'
import { describe, it, type TestContext } from 'node:test'
import { showWhenDrawn } from './viewer-drawing.ts'

/** A viewer whose app has elements that match selectors. */
function startViewer(test: TestContext) {
  test.mock.timers.enable({ apis: ['setTimeout'] })
  const has = new Set<string>()
  const classes = new Set<string>()
  const names: string[] = []
  const app = {
    querySelector: (selector: string) => (has.has(selector) ? {} : null),
    classList: { add: (name: string) => classes.add(name) },
  }
  const button = { setAttribute: (name: string, value: string) => names.push(`${name} ${value}`) }
  let change = () => {}
  showWhenDrawn({ querySelector: () => app, querySelectorAll: () => [button] } as never, (changed) => {
    change = changed
  })
  return {
    names,
    draw(...selectors: string[]) {
      has.clear()
      for (const selector of selectors) has.add(selector)
      change()
    },
    isShownAfter(ms: number) {
      test.mock.timers.tick(ms)
      return classes.has('drawn')
    },
  }
}

describe('the viewer of the API reference', () => {
  it('is shown once its first sections are there, however slowly it draws', (test) => {
    const viewer = startViewer(test)
    viewer.draw('.h-dvh')
    assert.equal(viewer.isShownAfter(5_000), false)
    viewer.draw('h2', '.h-dvh')
    assert.equal(viewer.isShownAfter(5_000), false)
    viewer.draw('h2', '.h-dvh')
    assert.equal(viewer.isShownAfter(5_000), false)
    viewer.draw('h2')
    assert.equal(viewer.isShownAfter(149), false)
    viewer.draw('h2')
    assert.equal(viewer.isShownAfter(149), false)
    assert.equal(viewer.isShownAfter(1), true)
    assert.deepEqual(new Set(viewer.names), new Set(['aria-label Copy']))
  })

  it('is shown as it is if it draws nothing any more', (test) => {
    const viewer = startViewer(test)
    assert.equal(viewer.isShownAfter(9_999), false)
    viewer.draw()
    assert.equal(viewer.isShownAfter(9_999), false)
    assert.equal(viewer.isShownAfter(1), true)
  })
})
