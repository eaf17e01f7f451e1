import { Counter, Gauge, type Metric, Registry } from 'prom-client'
import { LATENCY_BOUNDS, type Statistics } from './statistics.ts'

/** What is asked for when somebody looks. */
export interface MetricSources {
  readonly statistics: Statistics
  /** open connections of each transport */
  readonly connections: () => { readonly http: number; readonly webSocket: number }
  /** in bytes: encoded answers that are kept */
  readonly cacheBytes: () => number
  /** in bytes: requests and answers of clients */
  readonly clientBytes: () => number
  /** how many connections were closed because of them */
  readonly clientsClosed: () => number
  /** how many lines of the log could not be written */
  readonly droppedLogLines: () => number
  /** number of the newest block */
  readonly headNumber: () => number
}

/** Makes the metrics of a server, in the registry of prom-client that writes them. */
export function createMetrics(sources: MetricSources): Registry {
  const registry = new Registry()
  const registers = [registry]
  const { statistics } = sources
  new Counter({
    name: 'ommer_requests_total',
    help: 'JSON-RPC requests by method and result.',
    labelNames: ['method', 'result'],
    registers,
    collect() {
      this.reset()
      for (const [method, { outcomes }] of statistics.byMethod) {
        for (const [result, count] of outcomes) this.inc({ method, result }, count)
      }
    },
  })
  new Counter({
    name: 'ommer_refusals_total',
    help: 'Requests that did not get as far as a method, by HTTP status or JSON-RPC error.',
    labelNames: ['reason'],
    registers,
    collect() {
      this.reset()
      for (const [reason, count] of statistics.refusals) this.inc({ reason }, count)
    },
  })
  new Gauge({
    name: 'ommer_connections',
    help: 'Open connections by transport.',
    labelNames: ['transport'],
    registers,
    collect() {
      const { http, webSocket } = sources.connections()
      this.set({ transport: 'http' }, http)
      this.set({ transport: 'websocket' }, webSocket)
    },
  })
  gauge('ommer_cache_bytes', 'Encoded answers that are kept, in bytes.', sources.cacheBytes)
  gauge(
    'ommer_client_bytes',
    'Requests that are not answered and answers that are not read, in bytes.',
    sources.clientBytes,
  )
  counter(
    'ommer_clients_closed_total',
    'Connections closed because clients together exceeded the limit clientBytes.',
    sources.clientsClosed,
  )
  counter(
    'ommer_log_lines_dropped_total',
    'Lines of the log that could not be written.',
    sources.droppedLogLines,
  )
  gauge('ommer_head_number', 'Number of the newest block.', sources.headNumber)
  gauge('process_resident_memory_bytes', 'Resident memory size in bytes.', () =>
    process.memoryUsage.rss(),
  )
  registry.registerMetric(latencyHistogram(statistics))
  return registry

  function counter(name: string, help: string, read: () => number): void {
    new Counter({
      name,
      help,
      registers,
      collect() {
        this.reset()
        this.inc(read())
      },
    })
  }

  function gauge(name: string, help: string, read: () => number): void {
    new Gauge({
      name,
      help,
      registers,
      collect() {
        this.set(read())
      },
    })
  }
}

/**
 * A histogram of counts that are kept elsewhere. prom-client's own wants to see every observation, which would take as
 * long as a twentieth of an answer.
 */
function latencyHistogram({ byMethod }: Statistics): Metric<'method' | 'le'> {
  const name = 'ommer_request_duration_seconds'
  const histogram = {
    name,
    async get() {
      const values = [...byMethod].flatMap(([method, { latencies, seconds }]) => {
        let total = 0
        const buckets = latencies.map((count, place) => {
          total += count
          const le = LATENCY_BOUNDS[place] ?? '+Inf'
          return { metricName: `${name}_bucket`, labels: { method, le }, value: total }
        })
        if (total === 0) return []
        return [
          ...buckets,
          { metricName: `${name}_sum`, labels: { method }, value: seconds },
          { metricName: `${name}_count`, labels: { method }, value: total },
        ]
      })
      const help = 'Time from when a request was read to when its answer was ready, by method.'
      return { name, help, type: 'histogram', values, aggregator: 'sum' }
    },
    reset() {},
  }
  return histogram as unknown as Metric<'method' | 'le'>
}
