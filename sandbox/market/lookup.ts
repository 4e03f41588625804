/** A member of a table by a name from outside; inherited members such as `constructor` do not count. */
export function lookup<Value>(table: Readonly<Record<string, Value>>, name: string): Value | undefined {
  return Object.hasOwn(table, name) ? table[name] : undefined
}
