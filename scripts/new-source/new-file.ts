/** A file of a new source, written for a made-up one that is called Hirely. */

export interface NewFile {
  readonly path: string
  readonly text: string
}
