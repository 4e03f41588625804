import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { microdataTypes, parseMicrodata } from './microdata.ts'

const item = (content: string, type = 'http://schema.org/JobPosting') =>
  `<div itemscope itemtype="${type}">${content}</div>`
const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value))

describe('microdata of a page', () => {
  it('gives attributes, texts, markup and nested items', () => {
    const html = item(
      `<h1><span itemprop="title">Welder &amp; Fitter</span></h1><meta itemprop="datePosted" content="2026-10-02">
<div itemprop="jobLocation" itemscope itemtype="http://schema.org/Place"><p><meta itemprop="name" content="Toledo"></p></div>
<span itemprop="description"><b>Weld</b> <i itemprop="title">no title</i></span>`,
    )
    assert.deepEqual(plain(parseMicrodata(html, 'JobPosting')), {
      title: 'Welder & Fitter',
      datePosted: '2026-10-02',
      jobLocation: { name: 'Toledo', '@type': 'Place' },
      description: '<b>Weld</b> <i itemprop="title">no title</i>',
      '@type': 'JobPosting',
    })
  })

  it('gives a property that occurs twice as a list, and every name of a property', () => {
    const html = item('<i itemprop="a b">1</i><i itemprop="a">2</i><i itemprop="a">3</i>')
    assert.deepEqual(plain(parseMicrodata(html, 'JobPosting')), {
      a: ['1', '2', '3'],
      b: '1',
      '@type': 'JobPosting',
    })
  })

  it('ignores items of other types and vocabularies', () => {
    const html = `${item('', 'https://schema.org/Event')}${item('', 'https://elsewhere.example/JobPosting')}<p>schema.org/JobPosting</p>`
    assert.equal(parseMicrodata(html, 'JobPosting'), undefined)
    assert.deepEqual([...microdataTypes(html)], ['Event'])
  })

  it('is that of the first item, which is read once however deep it is', () => {
    const text = 'x'.repeat(100_000)
    const html = item(
      `<div itemprop="inner" itemscope itemtype="https://schema.org/JobPosting">`.repeat(200) + text,
    )
    let depth = 0
    for (let node = parseMicrodata(html, 'JobPosting'); node; node = node.inner as typeof node) depth += 1
    assert.equal(depth, 201)
  })

  it('keeps names of prototypes as data, and refuses pages that are nested too deep', () => {
    const node = parseMicrodata(
      item('<i itemprop="__proto__">x</i><i itemprop="constructor">y</i>'),
      'JobPosting',
    )
    assert.equal(Object.getPrototypeOf(node), Object.prototype)
    assert.equal(node?.constructor, 'y')
    assert.throws(() => parseMicrodata(item('<div>'.repeat(300)), 'JobPosting'), /nested/)
  })
})
