import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { isFailure } from '../../../../core/errors.ts'
import { parseLimits } from '../../../../core/parse/parse-limits.ts'
import { childNodes, childText, childTexts, parseXml } from './xml.ts'

describe('XML feeds', () => {
  it('become nodes of texts and nodes, without attributes', () => {
    const feed = parseXml(
      `<?xml version="1.0"?><!-- jobs --><jobs n="1"><job id="a > b"><name> A &amp; B &#39; </name><tt:city>Ulm</tt:city>
        <text><![CDATA[<p>one]</p>]]></text><empty/><empty></empty></job><job><name>C</name><name>D</name></job></jobs>`,
      'jobs',
    )
    const [first, second] = childNodes(feed, 'job')
    assert.equal(childText(first, 'name'), "A & B '")
    assert.equal(childText(first, 'tt:city'), 'Ulm')
    assert.equal(childText(first, 'text'), '<p>one]</p>')
    assert.equal(childText(first, 'empty'), undefined)
    assert.deepEqual(childTexts(second, 'name'), ['C', 'D'])
    assert.deepEqual(parseXml('<jobs></jobs>', 'jobs'), {})
    assert.deepEqual(parseXml('<jobs/>', 'jobs'), {})
  })

  for (const [what, feed] of [
    ['a truncated document', '<jobs><job>'],
    ['a truncated tag', '<jobs><job></job></jobs'],
    ['elements that overlap', '<jobs><a><b></a></b></jobs>'],
    ['another root', '<html></html>'],
    ['no document', 'Not found'],
    ['a document type', '<!DOCTYPE jobs [<!ENTITY a "b">]><jobs>&a;</jobs>'],
  ] as const) {
    it(`are refused: ${what}`, () => {
      assert.throws(
        () => parseXml(feed, 'jobs'),
        (thrown) => isFailure(thrown, 'upstream_changed'),
      )
    })
  }

  it('are refused beyond the depth limit', () => {
    const nest = (depth: number) => `${'<jobs>'.repeat(depth)}${'</jobs>'.repeat(depth)}`
    assert.doesNotThrow(() => parseXml(nest(parseLimits.xmlDepth), 'jobs'))
    assert.throws(() => parseXml(nest(parseLimits.xmlDepth + 1), 'jobs'), /nested more than/)
    assert.throws(() => parseXml(`<jobs>${'<a/>'.repeat(parseLimits.xmlElements)}`, 'jobs'), /elements/)
  })

  it('with a DOCTYPE anywhere are rejected', () => {
    const declaration = '<!DOCTYPE rss [<!ENTITY a "aaaa">]>'
    const padding = `<!-- ${'x'.repeat(5000)} -->`
    for (const source of [
      `${declaration}<rss><title>a</title></rss>`,
      `${padding}${declaration}<rss><title>a</title></rss>`,
      `${padding}<!doctype rss><rss><title>a</title></rss>`,
      `<rss><title>a</title></rss>${declaration}`,
      `<rss><title>a</title>${padding}${declaration}</rss>`,
      `<rss><title><![CDATA[a]]>${declaration}</title></rss>`,
    ]) {
      assert.throws(
        () => parseXml(source, 'rss'),
        (thrown) => isFailure(thrown, 'upstream_changed'),
        source,
      )
    }
  })

  it('may contain one in a comment or in CDATA', () => {
    const source =
      '<rss><!-- <!DOCTYPE x> --><title><![CDATA[<!DOCTYPE html><p>An <!ENTITY> of its own</p>]]></title></rss>'
    assert.equal(childText(parseXml(source, 'rss'), 'title'), '<!DOCTYPE html><p>An <!ENTITY> of its own</p>')
  })
})
