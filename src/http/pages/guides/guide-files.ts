/** The guides: Markdown files of the project and of its client. Their names are read once: no path of a request reaches the disk. */

import { existsSync, readdirSync } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'

export const guidesPath = '/guides'

/** Above `src` in a checkout, in the image and in the package. */
export const projectFolder = join(import.meta.dirname, '../../../..')

const documents = 'docs'
const client = 'packages/client'

const filesMax = 300
const bytesMax = 1_000_000

export interface GuideFiles {
  /** Of the project. */
  readonly folder: string
  /** The URL of each file, by its path in the project: `/guides/reference/pages` for `docs/reference/pages.md`. */
  readonly urls: ReadonlyMap<string, string>
}

/** Undefined without `docs/README.md`, which is the index. */
export function findGuides(folder: string): GuideFiles | undefined {
  const files = [
    ...filesBelow(folder, documents),
    ...(existsSync(join(folder, client, 'README.md')) ? [`${client}/README.md`] : []),
    ...filesBelow(folder, `${client}/docs`),
  ]
  const urls = new Map(files.slice(0, filesMax).map((path) => [path, toUrl(path)]))
  return urls.has(`${documents}/README.md`) ? { folder, urls } : undefined
}

/** `path` is one of those that were found. */
export async function readGuideFile({ folder, urls }: GuideFiles, path: string): Promise<Buffer> {
  if (!urls.has(path)) throw new RangeError(`${path} is not a file of the guides`)
  const { size } = await stat(join(folder, path))
  if (size > bytesMax) throw new RangeError(`${path} has ${size} bytes; a guide may have ${bytesMax}`)
  return readFile(join(folder, path))
}

export function isPicture(path: string): boolean {
  return path.endsWith('.png')
}

/** Names become part of routes, so they have only letters, digits and hyphens. */
function filesBelow(folder: string, below: string): string[] {
  return entriesBelow(join(folder, below))
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => relative(folder, join(parentPath, name)).replaceAll(sep, '/'))
    .filter((path) => /^[\w/-]+\.(?:md|png)$/.test(path))
    .toSorted()
}

/** None if there is no such folder: a server without documents works. */
function entriesBelow(folder: string) {
  try {
    return readdirSync(folder, { withFileTypes: true, recursive: true })
  } catch {
    return []
  }
}

function toUrl(path: string): string {
  const below = path.replace(/^packages\/client\/(?:docs\/)?/, 'client/').replace(/^docs\//, '')
  return `${guidesPath}/${below}`.replace(/\.md$/, '').replace(/\/README$/, '')
}
