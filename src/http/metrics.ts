/** Counts what happens, cheaply on the way, and tells Prometheus when it asks. */

import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

/** The upper edges of the latency buckets, in seconds. */
const bucketEdges = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

/** What one route has done since the last scrape: plain numbers, so that counting costs nothing to speak of. */
export class RouteMeter {
  readonly route: string
  readonly statuses = new Map<number, number>()
  readonly samplesMs: number[] = []

  constructor(route: string) {
    this.route = route
  }

  count(status: number, elapsedMs: number): void {
    this.statuses.set(status, (this.statuses.get(status) ?? 0) + 1)
    // Bounded: between two scrapes a busy route is sampled, its counter stays exact.
    if (this.samplesMs.length < 4096) this.samplesMs.push(elapsedMs)
  }
}

export class Metrics {
  readonly registry = new Registry()
  readonly #meters = new Map<string, RouteMeter>()
  readonly #requests: Counter<'route' | 'status'>
  readonly #seconds: Histogram<'route'>

  constructor() {
    const registers = [this.registry]
    this.#requests = new Counter({
      name: 'broadsheet_http_requests_total',
      help: 'Answers by route and status.',
      labelNames: ['route', 'status'],
      registers,
    })
    this.#seconds = new Histogram({
      name: 'broadsheet_http_request_seconds',
      help: 'Time to answer, sampled.',
      labelNames: ['route'],
      buckets: bucketEdges,
      registers,
    })
  }

  meter(route: string): RouteMeter {
    let meter = this.#meters.get(route)
    if (!meter) {
      meter = new RouteMeter(route)
      this.#meters.set(route, meter)
    }
    return meter
  }

  counter<Label extends string>(name: string, help: string, labelNames: readonly Label[]): Counter<Label> {
    return new Counter({ name, help, labelNames, registers: [this.registry] })
  }

  gauge(name: string, help: string, read: () => number): void {
    new Gauge({
      name,
      help,
      registers: [this.registry],
      collect() {
        this.set(read())
      },
    })
  }

  /** The exposition; the process's own figures join at the first scrape. */
  async text(): Promise<string> {
    if (!this.registry.getSingleMetric('process_cpu_user_seconds_total'))
      collectDefaultMetrics({ register: this.registry })
    for (const meter of this.#meters.values()) {
      for (const [status, count] of meter.statuses)
        this.#requests.inc({ route: meter.route, status: String(status) }, count)
      for (const ms of meter.samplesMs) this.#seconds.observe({ route: meter.route }, ms / 1000)
      meter.statuses.clear()
      meter.samplesMs.length = 0
    }
    return this.registry.metrics()
  }
}
