import type { Registry } from 'prom-client'

/** The metrics of one process, as values that another process can add. */
export type MetricValues = Awaited<ReturnType<Registry['getMetricsAsJSON']>>
