/** Anchors of headings as GitHub makes them, because documents link to them in both places. */

export class HeadingAnchors {
  readonly #used = new Set<string>()

  /** `title` in Markdown. Lower case, punctuation dropped, spaces to hyphens, repeats numbered. */
  add(title: string): string {
    const slug = withoutLinks(title)
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-')
    let anchor = slug
    for (let n = 1; this.#used.has(anchor); n += 1) anchor = `${slug}-${n}`
    this.#used.add(anchor)
    return anchor
  }
}

/** Links as their text. */
export function withoutLinks(title: string): string {
  return title.replace(/\[([^[\]]*)\]\([^()]*\)/g, '$1')
}
