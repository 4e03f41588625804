/** The parameters of a request as one text, the same for equal parameters only. */

type Values = Readonly<Record<string, unknown>>

export function targetText(params: Values, query: Values): string {
  return JSON.stringify([params, query])
}
