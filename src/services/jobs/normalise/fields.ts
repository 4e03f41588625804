/** Normalises texts, labels, dates and URLs. */

import { toInstant } from '../../../core/clock.ts'
import { toPlainText } from '../../../core/parse/plain-text.ts'

/** Decodes twice, since boards often encode twice. Anything that still looks like markup is text. */
export function plainText(raw: string | null | undefined): string {
  const text = toPlainText(repairMojibake(raw ?? ''))
  return /[<&]/.test(text) ? toPlainText(text) : text
}

/** Repairs UTF-8 that was decoded as Latin-1, if its typical character pairs are present. */
export function repairMojibake(text: string): string {
  if (!/Â[£\u00a0-\u00bf]|â€[\u0093-\u0094\u0098-\u009d“”™œ\u009d–—˜]|Ã[\u0080-\u00bf]/.test(text))
    return text
  const bytes = Buffer.from(
    text
      .replaceAll('€', '\u0080')
      .replaceAll('“', '\u0093')
      .replaceAll('”', '\u0094')
      .replaceAll('™', '\u0099')
      .replaceAll('œ', '\u009c'),
    'latin1',
  )
  const decoded = bytes.toString('utf8')
  return decoded.includes('\ufffd') ? text : decoded
}

const departmentPlaceholders = new Set([
  '',
  '-',
  'n/a',
  'na',
  'none',
  'unspecified',
  'all departments',
  'not specified',
])

/** The label without a leading ledger code. */
export function departmentLabel(raw: string | null | undefined): string | undefined {
  const label = plainText(raw).replace(/^\d{2,}(?:-\d+)*\s+-\s+/, '')
  return departmentPlaceholders.has(label.toLowerCase()) ? undefined : label
}

/** The name without a leading ledger number. */
export function companyLabel(raw: string | null | undefined): string | undefined {
  return plainText(raw).replace(/^\d{3,}\s+/, '') || undefined
}

const dayMs = 86_400_000

/** The calendar day in the board's own offset; timestamps in milliseconds are UTC. */
export function parseDay(raw: string | number | null | undefined, nowMs: number): string | undefined {
  if (raw === null || raw === undefined || raw === '') return undefined
  const day =
    typeof raw === 'number' ? dayOfInstant(raw) : /^(\d{4}-\d{2}-\d{2})(?:[T ]|$)/.exec(raw.trim())?.[1]
  const at = day === undefined ? Number.NaN : Date.parse(`${day}T00:00:00Z`)
  if (day === undefined || Number.isNaN(at) || !toInstant(at).startsWith(day)) return undefined
  return at > nowMs + 2 * dayMs || day < '2005-01-01' ? undefined : day
}

function dayOfInstant(ms: number): string | undefined {
  return Number.isFinite(ms) && Math.abs(ms) < 8e15 ? toInstant(ms).slice(0, 10) : undefined
}

/** Removes tracking parameters. */
export function canonicalUrl(raw: string): string | undefined {
  const url = URL.parse(raw)
  if (url === null) return undefined
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return undefined
  for (const name of url.search === '' ? [] : [...url.searchParams.keys()]) {
    if (/^(utm_.*|feedid|hashed|in_iframe|gh_src|lever-source|source|ref)$/i.test(name))
      url.searchParams.delete(name)
  }
  url.hash = ''
  return url.href
}

const requisitionPlaceholders = new Set(['see opening id', 'tbd', 'n/a', 'na', '0', '-', ''])

export function parseRequisitionId(raw: string | number | null | undefined): string | undefined {
  const id = plainText(raw === undefined || raw === null ? '' : String(raw))
  return requisitionPlaceholders.has(id.toLowerCase()) ? undefined : id
}
