import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { nodeTypes, parseJsonLd, textField, textListField } from './json-ld.ts'

const block = (json: string, type = 'application/ld+json') => `<script type="${type}">${json}</script>`
const names = (html: string) => parseJsonLd(html).nodes.map((node) => textField(node, 'name'))
const nested = (depth: number, node: string) => `${'['.repeat(depth)}${node}${']'.repeat(depth)}`

describe('JSON-LD of a page', () => {
  it('is read from every block, list, graph and main entity, in order', () => {
    const html = [
      block('{"name":"one"}'),
      block('[{"name":"two"},[{"name":"three"}]]'),
      block('{"@graph":[{"name":"four","mainEntity":{"name":"five"}}]}'),
    ].join('<p>text</p>')
    assert.deepEqual(names(html), ['one', 'two', 'three', undefined, 'four', 'five'])
  })

  it('is recognised by its type, however that is spelled', () => {
    for (const type of [
      ' Application/LD+JSON ',
      'application/ld+json; charset=utf-8',
      'application/ld&#43;json',
    ])
      assert.deepEqual(names(block('{"name":"a &amp; b"}', type)), ['a &amp; b'], type)
    assert.deepEqual(names(`${block('{"name":"a"}', 'text/javascript')}<!--${block('{"name":"b"}')}-->`), [])
  })

  it('may contain control characters inside strings', () => {
    assert.deepEqual(names(block('{"name":"one\n\ttwo\\n\\"",\n"x":1}')), ['one\n\ttwo\n"'])
  })

  it('skips blocks that are not JSON and reports each', () => {
    let invalid = 0
    const { nodes } = parseJsonLd(`${block('{')}${block('{"name":"a"}')}${block('')}`, () => invalid++)
    assert.deepEqual(nodes, [{ name: 'a' }])
    assert.equal(invalid, 2)
  })

  it('resolves references to nodes of the same page', () => {
    const { resolve } = parseJsonLd(`${block('{"@id":"#film","name":"Film"}')}`)
    const film = { '@id': '#film', name: 'Film' }
    assert.deepEqual(resolve('#film'), film)
    assert.deepEqual(resolve({ '@id': '#film' }), film)
    assert.deepEqual(resolve([{ '@id': '#film' }]), film)
    assert.deepEqual(resolve({ '@id': '#other', name: 'Other' }), { '@id': '#other', name: 'Other' })
    for (const value of ['#none', { '@id': '#none' }, 7, null, undefined, []])
      assert.equal(resolve(value), undefined)
  })

  it('is bounded in depth and in the number of nodes', () => {
    assert.deepEqual(names(block(nested(6, '{"name":"in"}'))), ['in'])
    assert.deepEqual(names(block(nested(7, '{"name":"out"}'))), [])
    assert.deepEqual(names(block(nested(100_000, ''))), [])
    assert.equal(parseJsonLd(block(`[${'{},'.repeat(6000)}{}]`)).nodes.length, 5000)
  })

  it('gives the types and texts of a node whether they are single or lists', () => {
    assert.deepEqual(nodeTypes({ '@type': 'Event' }), ['Event'])
    assert.deepEqual(nodeTypes({ '@type': ['Event', 7, 'Thing'] }), ['Event', 'Thing'])
    assert.deepEqual(nodeTypes({}), [])
    assert.equal(textField({ a: ['x', 'y'] }, 'a'), 'x')
    assert.equal(textField({ a: 7 }, 'a'), '7')
    assert.equal(textField({ a: { name: 'x' } }, 'a'), 'x')
    for (const a of [' ', null, true, {}, []]) assert.equal(textField({ a }, 'a'), undefined)
    assert.equal(textField(undefined, 'a'), undefined)
    assert.deepEqual(textListField({ a: ['x', { name: 'y' }, 7] }, 'a'), ['x', 'y'])
    assert.deepEqual(textListField(undefined, 'a'), [])
  })
})
