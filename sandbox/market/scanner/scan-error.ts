/** An error in the format of the scanner. */

export class ScanError extends Error {
  /** The real scanner sends some errors with status 200. */
  readonly status: 200 | 400 | 404
  /** Whether the body has `"data": null`. */
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
