/** Joins what several files of one trust center say. */

import type { Findings } from './findings.ts'
import { perSurface, surfaces } from './vocabulary.ts'

/** In the order of the files: where several have a surface, they are its pages, and the last one says whether more follow. */
export function joinFindings(parts: readonly Findings[]): Findings {
  const [first] = parts
  if (first === undefined) throw new TypeError('no findings')
  if (parts.length === 1) return first
  const open = parts.filter(({ gate }) => gate === 'none')
  if (open.length === 0) return first
  return {
    gate: 'none',
    company: open.map(({ company }) => company).find((company) => company != null),
    states: perSurface((surface) => {
      const states = open.map((part) => part.states[surface])
      return (
        (['read', 'not_published', 'not_read'] as const).find((state) => states.includes(state)) ?? 'not_read'
      )
    }),
    incomplete: surfaces.filter((surface) =>
      open.findLast((part) => part.states[surface] === 'read')?.incomplete?.includes(surface),
    ),
    certifications: open.flatMap((part) => part.certifications ?? []),
    controls: open.flatMap((part) => part.controls ?? []),
    subprocessors: open.flatMap((part) => part.subprocessors ?? []),
    documents: open.flatMap((part) => part.documents ?? []),
    security_updates: open.flatMap((part) => part.security_updates ?? []),
    describesRestricted: open.some(({ describesRestricted }) => describesRestricted),
  }
}
