/** Metrics in Prometheus format; requests are counted cheaply and formatted when they are scraped. */

import { Counter, collectDefaultMetrics, Gauge, Registry } from 'prom-client'

/** Upper bounds of the latency buckets. */
const bucketBoundsSeconds = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
const bucketBoundsMs = bucketBoundsSeconds.map((seconds) => seconds * 1000)

/** The request counts of one route: plain numbers, because each request updates them. */
export class RouteMeter {
  readonly route: string
  /** By status. */
  readonly responses = new Map<number, number>()
  /** Requests above the previous bound and up to this one; the last bucket holds the rest. */
  readonly buckets = new Float64Array(bucketBoundsMs.length + 1)
  sumMs = 0
  /** Responses served from the response cache. */
  cacheHits = 0

  constructor(route: string) {
    this.route = route
  }

  count(status: number, elapsedMs: number): void {
    this.responses.set(status, (this.responses.get(status) ?? 0) + 1)
    let bucket = 0
    while (bucket < bucketBoundsMs.length && elapsedMs > (bucketBoundsMs[bucket] as number)) bucket += 1
    this.buckets[bucket] = (this.buckets[bucket] ?? 0) + 1
    this.sumMs += elapsedMs
  }
}

interface LabeledValue<Label extends string> {
  readonly labels: Readonly<Record<Label, string>>
  readonly value: number
}

export class Metrics {
  readonly registry = new Registry()
  readonly #meters = new Map<string, RouteMeter>()

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

  /** `read` is called at each scrape. If it fails, the scrape has the other metrics only. */
  collectedGauge<Label extends string>(
    name: string,
    help: string,
    labelNames: readonly Label[],
    read: () => Promise<readonly LabeledValue<Label>[]>,
  ): void {
    new Gauge({
      name,
      help,
      labelNames,
      registers: [this.registry],
      async collect() {
        const values = await read().catch(() => [])
        this.reset()
        for (const { labels, value } of values) this.set(labels, value)
      },
    })
  }

  /** The process metrics are added at the first scrape. */
  async text(): Promise<string> {
    if (!this.registry.getSingleMetric('process_cpu_user_seconds_total'))
      collectDefaultMetrics({ register: this.registry })
    const routes = formatRouteMetrics([...this.#meters.values()].filter((meter) => meter.responses.size > 0))
    return routes + (await this.registry.metrics())
  }
}

/** Formatted here, because the library does not accept counts made elsewhere. */
function formatRouteMetrics(meters: readonly RouteMeter[]): string {
  const requests = meters.flatMap((meter) =>
    [...meter.responses].map(
      ([status, count]) =>
        `broadsheet_http_requests_total{route="${escapeLabel(meter.route)}",status="${status}"} ${count}`,
    ),
  )
  return [
    '# HELP broadsheet_http_requests_total Responses by route and status; 499 means the client disconnected.',
    '# TYPE broadsheet_http_requests_total counter',
    ...requests,
    '# HELP broadsheet_http_kept_total Responses served from the response cache.',
    '# TYPE broadsheet_http_kept_total counter',
    ...meters.map(
      ({ route, cacheHits }) => `broadsheet_http_kept_total{route="${escapeLabel(route)}"} ${cacheHits}`,
    ),
    '# HELP broadsheet_http_request_seconds Time to respond.',
    '# TYPE broadsheet_http_request_seconds histogram',
    ...meters.flatMap(histogramLines),
    '',
  ].join('\n')
}

function histogramLines({ route, buckets, sumMs }: RouteMeter): string[] {
  const name = 'broadsheet_http_request_seconds'
  const label = `route="${escapeLabel(route)}"`
  let total = 0
  const lines = Array.from(buckets, (count, index) => {
    total += count
    return `${name}_bucket{le="${bucketBoundsSeconds[index] ?? '+Inf'}",${label}} ${total}`
  })
  return [...lines, `${name}_sum{${label}} ${sumMs / 1000}`, `${name}_count{${label}} ${total}`]
}

function escapeLabel(label: string): string {
  return label.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n')
}
