/**
 * How large and how deep a document from outside may be before it is parsed. Parsers and the code behind them take time
 * in proportion to size times depth, or recurse once per level; a document beyond a limit is refused unread, which costs
 * freshness and nothing else.
 */

import { Failure } from '../errors.ts'

export const parseLimits = {
  /** The largest pages of trust centers and cinemas have 3 million characters, 60 levels and 20,000 elements. */
  htmlCharacters: 8 * 1024 * 1024,
  htmlDepth: 256,
  htmlElements: 200_000,
  /** Of one element: more become a table that takes ten times as long. */
  htmlAttributes: 1000,
  /** The depths of all elements of a page that is searched: the text of an element is read once for each that it is in. */
  htmlNesting: 2_000_000,
  /** Of one element of a page that is searched: each search compares a child with those before it. */
  htmlChildren: 10_000,
  xmlCharacters: 32 * 1024 * 1024,
  xmlDepth: 64,
  /** The largest sitemaps have 50,000 pages with five fields each. Each element takes some hundred bytes of memory. */
  xmlElements: 1_000_000,
  jsonDepth: 256,
  /** What the rows of a page may become once their references to each other are resolved. */
  flightValues: 500_000,
  /** Of all lists and tables of a page, where nested ones count repeatedly. */
  listCharacters: 16 * 1024 * 1024,
  listElements: 1_000_000,
  /** The label of a framework. */
  labelCharacters: 300,
  /** A field with all places of a posting, and one place of it. */
  placesCharacters: 4000,
  placeCharacters: 200,
} as const

/** For a document that is refused unread. */
export function unreadable(why: string): Failure {
  return new Failure('upstream_changed', `The response is unreadable: ${why}.`)
}
