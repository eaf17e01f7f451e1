import { AggregatorRegistry, Counter, Gauge, type Metric, Registry } from 'prom-client'
import type { Chain } from '../chain/chain.ts'
import type { Dispatcher } from '../rpc/dispatcher.ts'
import type { CallCount, CallService } from '../threads/calls/callService.ts'
import type { ClientMemory } from './clientMemory.ts'
import type { DevResources } from './devResources.ts'
import type { EndpointRegistry } from './endpointRegistry.ts'
import type { LogDestination } from './logDestination.ts'
import type { MetricValues } from './metricValues.ts'
import { addSendingMetrics } from './sendingMetrics.ts'
import { LATENCY_BOUNDS, type Statistics } from './statistics.ts'

/** Where the metrics are read when they are requested. */
export interface MetricSources {
  readonly chain: Chain
  readonly dispatcher: Dispatcher
  readonly calls: Pick<CallService, 'statistics'>
  readonly statistics: Statistics
  /** undefined without `dev` */
  readonly dev: DevResources | undefined
  readonly memory: ClientMemory
  readonly endpoints: Pick<EndpointRegistry, 'droppedCount'>
  readonly log: LogDestination
  /** open connections of each transport */
  connections(): { readonly http: number; readonly webSocket: number }
}

/** Adds the metrics of several processes. */
export function addMetrics(values: readonly MetricValues[]): Registry {
  return AggregatorRegistry.aggregate([...values])
}

/** Creates the registry of prom-client that writes a server's metrics. */
export function createMetrics(sources: MetricSources): Registry {
  const { chain, dispatcher, statistics, memory, log } = sources
  const registry = new Registry()
  addRequestMetrics(registry, sources)
  addCallMetrics(registry, sources)
  if (sources.dev !== undefined) addSendingMetrics(registry, sources.dev)
  addGauge(registry, 'ommer_cache_bytes', 'Encoded answers in the cache, in bytes.', () => {
    return dispatcher.cachedBytes
  })
  addGauge(
    registry,
    'ommer_client_bytes',
    'Unanswered requests and unread answers, in bytes.',
    () => memory.bytes,
  )
  addCounter(
    registry,
    'ommer_clients_closed_total',
    'Connections closed because clients together exceeded the limit clientBytes.',
    () => memory.closedCount,
  )
  addCounter(
    registry,
    'ommer_endpoints_dropped_total',
    'Unused endpoints dropped because others needed their memory.',
    () => sources.endpoints.droppedCount,
  )
  addCounter(
    registry,
    'ommer_log_lines_dropped_total',
    'Log lines that could not be written.',
    () => log.droppedLines,
  )
  new Gauge({
    name: 'ommer_head_number',
    help: 'Number of the newest block.',
    registers: [registry],
    // Of several processes.
    aggregator: 'max',
    collect() {
      this.set(chain.tree.head.number)
    },
  })
  addGauge(registry, 'process_resident_memory_bytes', 'Resident memory size in bytes.', () => {
    return process.memoryUsage.rss()
  })
  registry.registerMetric(latencyHistogram(statistics))
  return registry
}

/** Metrics with labels: requests by method and result, refusals by reason, connections by transport. */
function addRequestMetrics(registry: Registry, sources: MetricSources): void {
  const { statistics } = sources
  const registers = [registry]
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
    help: 'Requests refused before a method was called, by HTTP status or JSON-RPC error.',
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
}

/** Calls of code on the state after a block, and the worker threads that run the long ones. */
function addCallMetrics(registry: Registry, { calls }: MetricSources): void {
  const registers = [registry]
  const byKindAndThread = (
    set: (labels: { kind: string; thread: string }, one: CallCount) => void,
  ) => {
    for (const [kind, byThread] of calls.statistics.byKind) {
      for (const [thread, count] of byThread) set({ kind, thread }, count)
    }
  }
  new Counter({
    name: 'ommer_calls_total',
    help: 'Calls by kind and thread: main or worker.',
    labelNames: ['kind', 'thread'],
    registers,
    collect() {
      this.reset()
      byKindAndThread((labels, { count }) => this.inc(labels, count))
    },
  })
  new Counter({
    name: 'ommer_call_seconds_total',
    help: 'Time that calls took, by kind and thread.',
    labelNames: ['kind', 'thread'],
    registers,
    collect() {
      this.reset()
      byKindAndThread((labels, { seconds }) => this.inc(labels, seconds))
    },
  })
  new Counter({
    name: 'ommer_calls_aborted_total',
    help: 'Aborted calls by reason.',
    labelNames: ['reason'],
    registers,
    collect() {
      this.reset()
      for (const [reason, count] of calls.statistics.aborted) this.inc({ reason }, count)
    },
  })
  addGauge(registry, 'ommer_call_threads', 'Worker threads for calls.', () => {
    return calls.statistics.threads
  })
  addGauge(registry, 'ommer_calls_waiting', 'Calls that wait for a worker thread.', () => {
    return calls.statistics.waiting
  })
}

function addCounter(registry: Registry, name: string, help: string, read: () => number): void {
  new Counter({
    name,
    help,
    registers: [registry],
    collect() {
      this.reset()
      this.inc(read())
    },
  })
}

function addGauge(registry: Registry, name: string, help: string, read: () => number): void {
  new Gauge({
    name,
    help,
    registers: [registry],
    collect() {
      this.set(read())
    },
  })
}

/**
 * A histogram of the counts in `Statistics`. prom-client's own has to observe every request, which takes a twentieth of
 * the time of an answer.
 */
function latencyHistogram({ byMethod }: Statistics): Metric<'method' | 'le'> {
  const name = 'ommer_request_duration_seconds'
  const histogram = {
    name,
    async get() {
      const values = [...byMethod].flatMap(([method, { latencies, seconds }]) => {
        let total = 0
        const buckets = latencies.map((count, bucket) => {
          total += count
          const le = LATENCY_BOUNDS[bucket] ?? '+Inf'
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
  // The type allows only the package's own classes; a registry needs no more than this of a metric.
  return histogram as unknown as Metric<'method' | 'le'>
}
