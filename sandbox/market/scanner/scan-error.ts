/** What the scanner says instead of rows. */

export class ScanError extends Error {
  /** The real one answers some of its errors with 200. */
  readonly status: 200 | 400 | 404
  /** Whether `data` stands in the body, as null. */
  readonly hasData: boolean

  constructor(
    message: string,
    { status = 400, hasData = true }: { status?: 200 | 400 | 404; hasData?: boolean } = {},
  ) {
    super(message)
    this.status = status
    this.hasData = hasData
  }
}
