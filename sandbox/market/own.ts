/** Looks up what a caller named: `constructor` and its like are in no table. */

export function own<Value>(table: Readonly<Record<string, Value>>, name: string): Value | undefined {
  return Object.hasOwn(table, name) ? table[name] : undefined
}
