/** The studies of one series in a chart: their values for the bars that the client has, and for every change. */

import { indexBefore, type Series, type SeriesRow } from './series.ts'
import { type BarValues, prepareStudy } from './study-kinds.ts'

export interface StudyRequest {
  readonly turnaround: string
  readonly id: string
  readonly inputs: Readonly<Record<string, unknown>>
}

type Emit = (method: string, ...params: readonly unknown[]) => void

/** Values are computed from this many bars before the first one of the client, and sent for some of them. */
const barsBefore = 500
const sentBefore = 100
/** As many as a client can load, and a day of the shortest ones. */
const barsMax = 20_000
/** Where a study has no value. */
const noValue = 1e100

const node = 'sandbox-charts-1'
const unexpected = 'check study unexpected error'
const notAllowed = 'Study not allowed in this connection'
const tooMany = 'The maximum number of studies per chart has been reached for current subscription'

export class SeriesStudies {
  readonly #emit: Emit
  readonly #areAllowed: boolean
  readonly #studies = new Map<string, StudyRequest>()
  /** The bars that studies are computed from, oldest first, once there is a study. */
  #bars: SeriesRow[] | undefined

  /** Connections that are not for charts allow no studies. */
  constructor(emit: Emit, areAllowed: boolean) {
    this.#emit = emit
    this.#areAllowed = areAllowed
  }

  get size(): number {
    return this.#studies.size
  }

  get(studyId: string): StudyRequest | undefined {
    return this.#studies.get(studyId)
  }

  /** Creates a study, or replaces its request; `deliver` follows. */
  set(studyId: string, request: StudyRequest): void {
    this.#studies.set(studyId, request)
  }

  /** One more than a chart may have. */
  refuse(studyId: string, turnaround: string): void {
    this.#emit('study_error', studyId, turnaround, tooMany, node)
  }

  delete(studyId: string): void {
    this.#studies.delete(studyId)
  }

  /** The series loads: so does every study of it. */
  reset(seriesTurnaround: string): void {
    this.#bars = undefined
    for (const studyId of this.#studies.keys()) this.announce(studyId, seriesTurnaround)
  }

  announce(studyId: string, seriesTurnaround: string): void {
    this.#emit('study_loading', studyId, this.#turnaround(studyId, seriesTurnaround))
  }

  /** The bars of the client are others than before. */
  deliverAll(series: Series | undefined, seriesTurnaround: string): void {
    this.#bars = undefined
    for (const studyId of this.#studies.keys()) this.deliver(studyId, series, seriesTurnaround)
  }

  /** Without a series, which was refused, there is no study. */
  deliver(studyId: string, series: Series | undefined, seriesTurnaround: string): void {
    const request = this.#studies.get(studyId)
    if (request === undefined) return
    const turnaround = this.#turnaround(studyId, seriesTurnaround)
    const refusal = this.#refusal(request)
    if (refusal !== undefined || series === undefined) {
      this.#emit('study_error', studyId, turnaround, refusal ?? unexpected, node)
      return
    }
    this.#bars ??= series.delivered(barsBefore)
    const sent = this.#bars.filter(({ i }) => i >= indexBefore - sentBefore)
    const rows = this.#compute(request, sent.length)
    this.#emit('du', { [studyId]: studyData(rows, turnaround) })
    this.#emit('study_completed', studyId, turnaround)
  }

  /** The slots of studies that belong to these changes of bars. */
  update(changes: readonly SeriesRow[], seriesTurnaround: string): Record<string, unknown> {
    const bars = this.#bars
    if (bars === undefined) return {}
    for (const row of changes) {
      if (bars.at(-1)?.i === row.i) bars.pop()
      bars.push(row)
      if (bars.length > barsMax) bars.shift()
    }
    const computable = [...this.#studies].filter(([, request]) => this.#refusal(request) === undefined)
    return Object.fromEntries(
      computable.map(([studyId, request]) => {
        const rows = this.#compute(request, changes.length)
        return [studyId, studyData(rows, this.#turnaround(studyId, seriesTurnaround))]
      }),
    )
  }

  /** The values for the last `count` bars. */
  #compute({ id, inputs }: StudyRequest, count: number): SeriesRow[] {
    const bars = this.#bars ?? []
    const plots = prepareStudy(id, inputs)?.(bars.map(({ v }): BarValues => v)) ?? []
    const first = bars.length - count
    return bars.slice(first).map(({ i, v }, at) => ({
      i,
      v: [v[0] ?? 0, ...plots.map((column) => column[first + at] ?? noValue)],
    }))
  }

  #refusal({ id, inputs }: StudyRequest): string | undefined {
    if (!this.#areAllowed) return notAllowed
    // Scripts require an account.
    if (/^(Strategy)?Script[@$]/.test(id)) return tooMany
    return prepareStudy(id, inputs) === undefined ? unexpected : undefined
  }

  #turnaround(studyId: string, seriesTurnaround: string): string {
    return `${seriesTurnaround}_${this.#studies.get(studyId)?.turnaround ?? ''}`
  }
}

function studyData(rows: readonly SeriesRow[], turnaround: string): Record<string, unknown> {
  return { node, st: rows, ns: { d: '', indexes: [] }, t: turnaround }
}
