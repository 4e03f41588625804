import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { isFailure } from '../../../core/errors.ts'
import { childText, parseXml } from './xml.ts'

describe('XML feeds', () => {
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
