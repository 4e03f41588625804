/** Follows every link and every name in the Markdown files to what it points at, and finds sentences that are too long. */

import { existsSync, globSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { HeadingAnchors } from '../src/http/pages/guides/heading-anchors.ts'

export interface DocumentedNames {
  readonly npmScripts: ReadonlySet<string>
  readonly variables: ReadonlySet<string>
}

export function checkDocuments(root: string, known: DocumentedNames): string[] {
  const paths = globSync(['*.md', 'docs/**/*.md', '{src,sandbox,packages,bench,test}/**/*.md'], {
    cwd: root,
    exclude: ['**/node_modules/**'],
  }).sort()
  if (paths.length === 0) return ['no Markdown file found']
  return paths.flatMap((path) => {
    const text = readFileSync(join(root, path), 'utf8')
    const problems = [
      ...deadLinks(root, path, text),
      ...deadPaths(root, text),
      ...unknownNames(text, known),
      ...longSentences(text),
    ]
    return problems.map((problem) => `${path}: ${problem}`)
  })
}

function deadLinks(root: string, path: string, text: string): string[] {
  const links = withoutCode(text).matchAll(/\]\(([^)\s]+)\)/g)
  return [...links]
    .map(([, link = '']) => link)
    .filter((link) => !/^[a-z]+:/i.test(link))
    .flatMap((link) => {
      const [target = '', anchor] = link.split('#')
      const file = target === '' ? join(root, path) : join(root, dirname(path), decodeURI(target))
      if (relative(root, file).startsWith('..')) return [`link leads out of the project: ${link}`]
      if (!existsSync(file)) return [`dead link: ${link}`]
      return anchor === undefined || hasAnchor(file, anchor) ? [] : [`no such heading or line: ${link}`]
    })
}

function hasAnchor(file: string, anchor: string): boolean {
  if (statSync(file).isDirectory()) return false
  const text = readFileSync(file, 'utf8')
  if (file.endsWith('.md')) return anchorsOf(text).has(anchor)
  const lines = /^L(\d+)(?:-L(\d+))?$/.exec(anchor)
  return lines !== null && Number(lines[2] ?? lines[1]) <= text.split('\n').length
}

/** The anchors of all headings. */
export function anchorsOf(text: string): Set<string> {
  const anchors = new HeadingAnchors()
  const titles = withoutFences(text).matchAll(/^#{1,6} +(.+?) *#*$/gm)
  return new Set([...titles].map(([, title = '']) => anchors.add(title)))
}

/** Paths of the project that stand in backticks; a placeholder like `x` or `<name>` is none. */
function deadPaths(root: string, text: string): string[] {
  const paths = withoutFences(text).matchAll(
    /`((?:src|sandbox|docs|test|scripts|bench|packages)\/[\w./-]+)`/g,
  )
  return [...paths]
    .map(([, path = '']) => path)
    .filter((path) => !existsSync(join(root, path)))
    .map((path) => `no such file: ${path}`)
}

function unknownNames(text: string, known: DocumentedNames): string[] {
  const scripts = [...text.matchAll(/npm run ([\w:-]+)/g)].map(([, name = '']) => name)
  const variables = [...text.matchAll(/`([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+)(?:=[^`]*)?`/g)].map(
    ([, name = '']) => name,
  )
  return [
    ...scripts.filter((name) => !known.npmScripts.has(name)).map((name) => `no npm script called ${name}`),
    ...variables.filter((name) => !known.variables.has(name)).map((name) => `no setting called ${name}`),
  ]
}

const sentenceWordsMax = 40

/** Code counts as one word. */
function longSentences(text: string): string[] {
  return withoutFences(text)
    .replace(/`[^`\n]*`/g, 'Code')
    .replace(/\]\([^)\s]*\)/g, ']')
    .replace(/^#.*$/gm, '')
    .split(/\n\s*\n|\n(?=\s*(?:[-*>|]|\d+\.) ?)| \| /)
    .flatMap((block) => block.replace(/\s+/g, ' ').split(/(?<=[.!?:][)"”*]{0,2}) /))
    .flatMap((sentence) => {
      const words = sentence.split(' ').filter((word) => /[\p{L}\p{N}]/u.test(word))
      return words.length > sentenceWordsMax
        ? [`a sentence of ${words.length} words: ${words.slice(0, 8).join(' ')} …`]
        : []
    })
}

function withoutFences(text: string): string {
  return text.replace(/^(```+|~~~+)[\s\S]*?^\1/gm, '')
}

function withoutCode(text: string): string {
  return withoutFences(text).replace(/`[^`\n]*`/g, '')
}
