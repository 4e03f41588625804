/** How a change is marked, by the server and by the script of a page. */

interface ChangeMarks {
  readonly sign: '−' | '+' | ''
  readonly arrow: '▼' | '▲' | ''
  readonly className: 'bad' | 'good' | ''
}

/** What rounds to zero is neither a rise nor a fall. */
export function changeMarks(value: number, decimals: number): ChangeMarks {
  const rounded = Number(value.toFixed(decimals))
  if (rounded === 0) return { sign: '', arrow: '', className: '' }
  return rounded < 0
    ? { sign: '−', arrow: '▼', className: 'bad' }
    : { sign: '+', arrow: '▲', className: 'good' }
}
