import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { isFailure } from '../errors.ts'
import { parseHtml, scanHtml } from './parse-html.ts'
import { parseLimits } from './parse-limits.ts'

function nested(tag: string, depth: number): string {
  return `<${tag}>`.repeat(depth)
}

function isUnreadable(thrown: unknown): boolean {
  return isFailure(thrown, 'upstream_changed') && /unreadable/.test(thrown.message)
}

/** As adapters do: the text of each element, and what is in it. */
function readElements(html: string): void {
  const $ = parseHtml(html)
  for (const element of $('b, li, a').toArray()) {
    $(element).text()
    $(element).find('[data-locked]')
  }
}

describe('pages', () => {
  it('are parsed up to the depth limit and refused beyond it, before more of them is read', () => {
    const text = `${nested('div', parseLimits.htmlDepth)}deep`
    assert.equal(parseHtml(text)('div').last().text(), 'deep')
    let opened = 0
    const hostile = nested('div', 20_000)
    assert.throws(() => scanHtml(hostile, { open: () => opened++ }), isUnreadable)
    assert.equal(opened, parseLimits.htmlDepth)
    assert.throws(() => parseHtml(hostile), isUnreadable)
  })

  it('have the depth that was measured, also where elements end without being closed', () => {
    for (const tag of [
      'a',
      'h1',
      'h6',
      'form',
      'button',
      'option',
      'select',
      'p',
      'li',
      'td',
      'svg',
      'title',
    ]) {
      const hostile = `<body>${nested(tag, 5000)}x`
      let deepest = 0
      try {
        for (let $ = parseHtml(hostile)('*').last(); $.length > 0; $ = $.parent()) deepest += 1
      } catch (thrown) {
        assert.ok(isUnreadable(thrown), tag)
      }
      assert.ok(deepest <= parseLimits.htmlDepth, `${tag}: ${deepest}`)
    }
  })

  it('are refused beyond the limits of attributes, elements and characters', () => {
    const attributes = Array.from({ length: parseLimits.htmlAttributes }, (_, at) => `x${at}`).join(' ')
    assert.equal(parseHtml(`<a ${attributes}><a ${attributes}>`)('a').length, 2)
    assert.throws(() => scanHtml(`<a ${attributes} more>`, {}), isUnreadable)
    assert.throws(() => scanHtml('<br>'.repeat(parseLimits.htmlElements + 1), {}), isUnreadable)
    assert.throws(() => parseHtml(' '.repeat(parseLimits.htmlCharacters + 1)), isUnreadable)
  })

  it('are refused if the elements within one are too many to be searched', () => {
    const rows = '<li>x'.repeat(parseLimits.htmlChildren)
    assert.equal(parseHtml(`<ul>${rows}</ul><ol>${rows}</ol>`)('li').length, 2 * parseLimits.htmlChildren)
    for (const page of ['<br>', '<p>', '<i></i>'])
      assert.throws(() => parseHtml(page.repeat(parseLimits.htmlChildren + 1)), isUnreadable)
    assert.throws(() => parseHtml(`<ul>${rows}<li>`), isUnreadable)
  })

  it('do not multiply: misnested formatting elements are not cloned into every paragraph', () => {
    const formats = Array.from({ length: 200 }, (_, at) => `<b id="${at}">`).join('')
    const paragraphs = 500
    const $ = parseHtml(`<div>${formats}</div>${'<p>x</p>'.repeat(paragraphs)}`)
    assert.equal($('*').length, 1 + 200 + paragraphs)
  })

  it('take little processor time even if they are as dear as the limits allow', () => {
    const { htmlAttributes, htmlCharacters, htmlChildren, htmlDepth, htmlNesting } = parseLimits
    const levels = htmlDepth - 1
    const chain = `${nested('b', levels)}x${'</b>'.repeat(levels)}`
    const attributes = (count: number) => Array.from({ length: count }, (_, at) => at.toString(36)).join(' ')
    for (const [what, html] of Object.entries({
      'nested as deep as can be': chain.repeat((2 * htmlNesting) / (levels * htmlDepth)),
      'nested too deep': chain.repeat(600),
      'with lists as long as can be': `<ul>${'<li>x'.repeat(htmlChildren)}</ul>`.repeat(5),
      'with as many attributes as can be': `<a ${attributes(htmlAttributes)}></a>`.repeat(200),
      'of one element with attributes': `<a ${attributes(1_600_000)}>`,
      'without a tag': '<'.repeat(htmlCharacters / 2),
    })) {
      const before = process.cpuUsage()
      try {
        readElements(html)
      } catch (thrown) {
        assert.ok(isUnreadable(thrown), what)
      }
      const { user, system } = process.cpuUsage(before)
      const ms = (user + system) / 1000
      // The watch of a sync thread takes 7.5 seconds for a stall.
      assert.ok(ms < 5000, `${what}: ${Math.round(ms)} ms`)
    }
  })

  it('give scripts, titles, links and tables as they are written', () => {
    const $ = parseHtml(
      '<!doctype html><html><head data-x="1"><title>A &amp; B</title><script id="d" type="application/json">{"a":"<b>"}</script></head><body><table><tbody><tr><td>1<td>2</table><ul><li>x<li>y</ul><a href="/p">q</a></body></html>',
    )
    assert.equal($('head').attr('data-x'), '1')
    assert.equal($('title').text(), 'A & B')
    assert.equal($('script#d').text(), '{"a":"<b>"}')
    assert.equal($('tbody tr td').length, 2)
    assert.deepEqual(
      $('li')
        .toArray()
        .map((item) => $(item).text()),
      ['x', 'y'],
    )
    assert.equal($('a[href]').attr('href'), '/p')
  })
})
