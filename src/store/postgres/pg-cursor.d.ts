/** The part of pg-cursor that we use; it comes without types. */

declare module 'pg-cursor' {
  import type { Submittable } from 'pg'

  class Cursor implements Submittable {
    constructor(text: string, values: readonly unknown[])
    submit(connection: unknown): void
    read(rowsMax: number): Promise<unknown[]>
    close(): Promise<void>
  }

  // biome-ignore lint/style/noDefaultExport: it is how the package exports it
  export default Cursor
}
