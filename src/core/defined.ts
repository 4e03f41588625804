/** Drops undefined fields, so that optional properties may be computed in one object literal. */

type UndefinedIfOptional<Target, Key extends keyof Target> =
  Record<never, never> extends Pick<Target, Key> ? undefined : never

type MaybeUndefined<Target> = { [Key in keyof Target]: Target[Key] | UndefinedIfOptional<Target, Key> }

/** `defined<Address>({ city, line1 })`: names are checked, and optional fields may be undefined. */
export function defined<Target extends object>(fields: MaybeUndefined<Target>): Target {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Target
}

/** Undefined for an empty list, which `defined` then drops. */
export function nonEmpty<List extends readonly unknown[]>(list: List | undefined): List | undefined {
  return list === undefined || list.length === 0 ? undefined : list
}
