import type { TraceHooks } from '../replay/traceHooks.ts'

/** Observes one transaction, and writes what it has seen as JSON. */
export interface Tracer extends TraceHooks {
  /** Called once, after the transaction; the value may have been written in part before. */
  finish(): void
}
