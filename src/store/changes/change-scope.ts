const prefix = 'changes '

/** The scope of `publication` whose version is the number of the last change of a service, and whose time is that of this change. */
export function changeScope(service: string): string {
  return `${prefix}${service}`
}

export function isChangeScope(scope: string): boolean {
  return scope.startsWith(prefix)
}
